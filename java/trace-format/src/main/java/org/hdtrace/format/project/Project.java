// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.project;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.hdtrace.format.Finding;
import org.hdtrace.format.TraceFormatException;

/** A project: what its file says and the files that belong to it. Immutable. */
@SuppressWarnings("DoNotCallSuggester")
public final class Project {
    private Project() {}

    /** Open a .proj, an old .xml with root Application, or a directory that holds one. */
    public static Project open(Path fileOrDirectory) throws TraceFormatException {
        throw new TraceFormatException(fileOrDirectory, "byte 0", "not readable yet");
    }

    public ProjectDescription content() {
        throw new UnsupportedOperationException();
    }

    public String name() {
        throw new UnsupportedOperationException();
    }

    public Path file() {
        throw new UnsupportedOperationException();
    }

    public Path directory() {
        throw new UnsupportedOperationException();
    }

    public String description() {
        throw new UnsupportedOperationException();
    }

    public List<String> levels() {
        throw new UnsupportedOperationException();
    }

    public TopologyNode root() {
        throw new UnsupportedOperationException();
    }

    public List<FileDescription> files() {
        throw new UnsupportedOperationException();
    }

    public List<Communicator> communicators() {
        throw new UnsupportedOperationException();
    }
    /** Types of one rank by id, in the order of the file; empty when it has none. */
    public Map<Long, Datatype> datatypes(int rank, int thread) {
        throw new UnsupportedOperationException();
    }
    /** Layout of a type; empty when it is unknown or can't be computed. */
    public Optional<DatatypeLayout> layout(int rank, int thread, long typeId) {
        throw new UnsupportedOperationException();
    }

    public List<TraceFile> traces() {
        throw new UnsupportedOperationException();
    }

    public List<StatisticsFile> statistics() {
        throw new UnsupportedOperationException();
    }

    public List<RelationFile> relations() {
        throw new UnsupportedOperationException();
    }

    public List<Finding> findings() {
        throw new UnsupportedOperationException();
    }
}

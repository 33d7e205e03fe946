// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.program;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.hdtrace.format.Finding;
import org.hdtrace.format.Severity;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.project.RankDatatypes;
import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.model.file.ApplicationFile;

/** A parallel program that can be simulated any number of times, also at the same time. */
public interface Application {
    /** Name of its project. */
    String name();

    /** Number of ranks in WORLD. */
    int rankCount();

    /** Number of threads of a rank that have commands of their own, at least 1. */
    int threadCount(int rank);

    /** Number by which a trace names a thread; it may differ from its position. */
    int threadNumber(int rank, int thread);

    /** All communicators; the first is WORLD, and the position is {@link Communicator#id()}. */
    List<Communicator> communicators();

    /** All files; the position is {@link ApplicationFile#id()}. */
    List<ApplicationFile> files();

    /** Where a project file lists a file; empty for files that aren't listed. */
    default Optional<FilePlace> placeOf(ApplicationFile file) {
        return Optional.empty();
    }

    /** The types of its commands, of what they start, too; empty where they aren't known before it runs. */
    default Set<CommandType> types() {
        return Set.of();
    }

    /** All windows; the position is {@link Window#id()}. */
    default List<Window> windows() {
        return List.of();
    }

    /** The datatypes by which its file views are told, by rank and thread. */
    default List<RankDatatypes> datatypes() {
        return List.of();
    }

    /** What was recorded but can't be simulated, by name; empty when everything can. */
    List<Unsupported> unsupported();

    /** What was noticed about its files; an error where something of them could not be used, as of a trace that was cut. */
    List<Finding> findings();

    /**
     * What can't be used, once for each file, in the order of the files: the last error, which tells where a trace was
     * cut and how many bytes are lost.
     */
    default List<Finding> damage() {
        Map<Path, Finding> byFile = new LinkedHashMap<>();
        for (Finding finding : findings()) {
            if (finding.severity() == Severity.ERROR) {
                byFile.put(finding.file(), finding);
            }
        }
        return List.copyOf(byFile.values());
    }

    /**
     * The commands of a thread from its beginning. Each call gives an independent stream.
     *
     * @param thread from 0 to {@code threadCount(rank) - 1}
     */
    CommandStream open(int rank, int thread) throws TraceFormatException;

    default Communicator world() {
        return communicators().get(0);
    }

    /**
     * A place in a project file.
     *
     * @param position "line 3"
     */
    record FilePlace(Path project, String position) {}

    /**
     * A function that a program calls and no model executes.
     *
     * @param name state name as recorded
     * @param count number of calls over all ranks
     */
    record Unsupported(String name, long count) {}
}

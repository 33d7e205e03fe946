// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.relation;

import java.nio.file.Path;
import java.util.List;
import org.hdtrace.format.Finding;
import org.hdtrace.format.TraceFormatException;

/** Streams the events of a relation file. */
@SuppressWarnings("DoNotCallSuggester")
public final class RelationReader implements AutoCloseable {
    private RelationReader() {}

    public static RelationReader open(Path file) throws TraceFormatException {
        throw new TraceFormatException(file, "byte 0", "not readable yet");
    }

    public RelationHeader header() {
        throw new UnsupportedOperationException();
    }
    /** The next event, or null at the end. */
    public RelationEvent next() throws TraceFormatException {
        throw new UnsupportedOperationException();
    }

    public boolean isComplete() {
        throw new UnsupportedOperationException();
    }

    public long unusableBytes() {
        throw new UnsupportedOperationException();
    }

    public List<Finding> findings() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void close() {
        throw new UnsupportedOperationException();
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.trace;

import java.nio.file.Path;
import java.util.List;
import org.hdtrace.format.Finding;
import org.hdtrace.format.TraceFormatException;

/** Reads a trace as a sequence of top-level trees. */
@SuppressWarnings("DoNotCallSuggester")
public final class TraceReader implements AutoCloseable {
    private TraceReader() {}

    public static TraceReader open(Path file) throws TraceFormatException {
        throw new TraceFormatException(file, "byte 0", "not readable yet");
    }

    public static TraceReader open(TraceSource source) throws TraceFormatException {
        return open(source.path());
    }

    public ProgramHeader program() {
        throw new UnsupportedOperationException();
    }
    /** The next top-level entry with its children, or null at the end. */
    public TraceEntry next() throws TraceFormatException {
        throw new UnsupportedOperationException();
    }
    /** Whether the entry returned last has lost its parent (the file was cut before it). */
    public boolean isOrphan() {
        throw new UnsupportedOperationException();
    }
    /** Nesting depth of the entry returned last: 0 unless it is an orphan. */
    public int depth() {
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

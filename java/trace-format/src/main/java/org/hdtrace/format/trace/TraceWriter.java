// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.trace;

import java.io.IOException;
import java.nio.file.Path;

/** Writes a trace, children first, while it is made. */
@SuppressWarnings("DoNotCallSuggester")
public final class TraceWriter implements AutoCloseable {
    private TraceWriter() {}

    /** Times are written relative to {@code timeAdjustment} of the attributes (0 when absent). */
    public static TraceWriter create(Path file, Attributes program) throws IOException {
        throw new UnsupportedOperationException();
    }

    public void beginState(String name, long startNanos) throws IOException {
        throw new UnsupportedOperationException();
    }
    /** Add an attribute to the innermost open state. */
    public void attribute(String name, String value) {
        throw new UnsupportedOperationException();
    }

    public void attribute(String name, long value) {
        throw new UnsupportedOperationException();
    }
    /** Add a data element to the innermost open state. */
    public void data(DataElement element) {
        throw new UnsupportedOperationException();
    }

    public void endState(long endNanos) throws IOException {
        throw new UnsupportedOperationException();
    }

    public void event(String name, long timeNanos, Attributes attributes) throws IOException {
        throw new UnsupportedOperationException();
    }
    /** Write an entry with its children below the innermost open state. */
    public void write(TraceEntry entry) throws IOException {
        throw new UnsupportedOperationException();
    }
    /** States that were deeper than the limit and are not in the file. */
    public long droppedStates() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void close() throws IOException {
        throw new UnsupportedOperationException();
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.trace;

import java.nio.file.Path;
import java.util.List;
import org.hdtrace.format.Finding;
import org.hdtrace.format.TraceFormatException;

/** Steps through a trace in file order. */
@SuppressWarnings("DoNotCallSuggester")
public final class TraceCursor implements AutoCloseable {
    private TraceCursor() {}

    public static TraceCursor open(Path file) throws TraceFormatException {
        throw new TraceFormatException(file, "byte 0", "not readable yet");
    }

    public static TraceCursor open(TraceSource source) throws TraceFormatException {
        return open(source.path());
    }

    public Path file() {
        throw new UnsupportedOperationException();
    }

    public ProgramHeader program() {
        throw new UnsupportedOperationException();
    }

    public boolean next() throws TraceFormatException {
        throw new UnsupportedOperationException();
    }

    public boolean isEvent() {
        throw new UnsupportedOperationException();
    }

    public boolean isOrphan() {
        throw new UnsupportedOperationException();
    }

    public int depth() {
        throw new UnsupportedOperationException();
    }

    public String name() {
        throw new UnsupportedOperationException();
    }

    public long startNanos() {
        throw new UnsupportedOperationException();
    }

    public long endNanos() {
        throw new UnsupportedOperationException();
    }

    public int attributeCount() {
        throw new UnsupportedOperationException();
    }

    public String attributeName(int index) {
        throw new UnsupportedOperationException();
    }

    public String attributeValue(int index) {
        throw new UnsupportedOperationException();
    }

    public String attribute(String name) {
        throw new UnsupportedOperationException();
    }

    public long attributeLong(String name, long otherwise) {
        throw new UnsupportedOperationException();
    }

    public Attributes attributes() {
        throw new UnsupportedOperationException();
    }

    public List<DataElement> data() {
        throw new UnsupportedOperationException();
    }

    public TraceEntry entry() {
        throw new UnsupportedOperationException();
    }
    /** Offset of the entry's tag in the uncompressed text. */
    public long byteOffset() {
        throw new UnsupportedOperationException();
    }
    /** After the last entry: whether the end tag of the program was there. */
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

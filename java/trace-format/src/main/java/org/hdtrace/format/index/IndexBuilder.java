// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.index;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.trace.TraceCursor;
import org.hdtrace.format.trace.TraceWatcher;

/**
 * Makes the index of a trace by stepping through it once. Memory: four bytes per 64 KiB of text, and sums per name.
 *
 * <p>Thread: one thread at a time.
 */
final class IndexBuilder implements TraceWatcher {
    private static final int ENTRIES_PER_ASKING = 1 << 16;

    private final Path trace;
    private final TextSums text = new TextSums();
    private final IndexWriter writer;

    private IndexBuilder(Path trace, OutputStream target) throws IOException {
        this.trace = trace;
        this.writer = new IndexWriter(target, text);
    }

    /**
     * Write the index of a trace, or of the whole blocks of one that is cut or still growing.
     *
     * @throws TraceFormatException when the trace can't be read to its end or has no index, see {@link IndexStore#build}
     * @throws IOException when the index can't be written
     * @throws CancellationException when it was cancelled
     */
    static void write(Path trace, OutputStream target, BooleanSupplier cancelled)
            throws TraceFormatException, IOException {
        IndexBuilder builder = new IndexBuilder(trace, target);
        try (TraceCursor cursor = TraceCursor.open(trace, builder)) {
            builder.add(cursor, cancelled);
        }
    }

    @Override
    public void text(byte[] bytes, int from, int count) {
        text.add(bytes, from, count);
    }

    @Override
    public void nesting(int depth, long endOffset) {
        writer.nesting(depth, endOffset);
    }

    private void add(TraceCursor cursor, BooleanSupplier cancelled) throws TraceFormatException, IOException {
        writer.endElement(0, cursor.endOffset());
        for (int entries = 0; cursor.next(); entries++) {
            if (entries % ENTRIES_PER_ASKING == 0 && cancelled.getAsBoolean()) {
                throw new CancellationException("the index of " + trace + " is no longer wanted");
            }
            addEntry(cursor);
        }
        long end = cursor.textEnd();
        writer.finish(end, cursor.isComplete() && end == text.length());
    }

    private void addEntry(TraceCursor cursor) throws TraceFormatException, IOException {
        if (cursor.isEvent()) {
            writer.endElement(cursor.depth(), cursor.endOffset());
            writer.event(cursor.ownStartNanos());
            return;
        }
        long bytes = cursor.movedBytes();
        long startNanos = cursor.ownStartNanos();
        long endNanos = cursor.ownEndNanos();
        if (endNanos < startNanos) {
            throw refusal(cursor, "a state ends before it begins");
        }
        writer.endElement(cursor.depth(), cursor.endOffset());
        if (!writer.state(cursor.depth(), cursor.name(), startNanos, endNanos, bytes)) {
            throw refusal(cursor, "more than " + IndexFormat.NAMES + " names of states");
        }
    }

    private TraceFormatException refusal(TraceCursor cursor, String reason) {
        return TraceFormatException.atByte(trace, cursor.byteOffset(), "no index can be made: " + reason);
    }
}

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
 * Makes the index of a trace from the steps of a cursor that it watches. Memory: four bytes per 64 KiB of text, and sums per
 * name.
 *
 * <p>Thread: one thread at a time.
 */
final class IndexBuilder implements TraceWatcher {
    private static final int ENTRIES_PER_ASKING = 1 << 16;

    private final TextSums text = new TextSums();
    private final IndexWriter writer;
    private long allNanos;
    private long allBytes;

    IndexBuilder(OutputStream target) throws IOException {
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
        IndexBuilder builder = new IndexBuilder(target);
        try (TraceCursor cursor = TraceCursor.open(trace, builder)) {
            builder.begin(cursor);
            for (int entries = 0; cursor.next(); entries++) {
                if (entries % ENTRIES_PER_ASKING == 0 && cancelled.getAsBoolean()) {
                    throw new CancellationException("the index of " + trace + " is no longer wanted");
                }
                builder.add(cursor);
            }
            builder.finish(cursor);
        }
    }

    @Override
    public void expect(long bytes) {
        text.expect(bytes);
    }

    @Override
    public void text(byte[] bytes, int from, int count) {
        text.add(bytes, from, count);
    }

    @Override
    public void nesting(int depth, long endOffset) {
        writer.nesting(depth, endOffset);
    }

    /** The cursor stands before its first entry. */
    void begin(TraceCursor cursor) throws TraceFormatException, IOException {
        writer.endElement(0, cursor.endOffset());
    }

    /**
     * Add the entry that the cursor stands at.
     *
     * @throws TraceFormatException when a trace with that entry has no index
     */
    void add(TraceCursor cursor) throws TraceFormatException, IOException {
        if (cursor.isEvent()) {
            end(cursor);
            writer.event(cursor.ownStartNanos());
            return;
        }
        long bytes = cursor.movedBytes();
        long startNanos = cursor.ownStartNanos();
        long endNanos = cursor.ownEndNanos();
        if (endNanos < startNanos) {
            throw refusal(cursor, "a state ends before it begins");
        }
        allNanos += endNanos - startNanos;
        allBytes += bytes;
        // None of them is negative unless it went round.
        if ((endNanos - startNanos | allNanos | allBytes) < 0) {
            throw refusal(cursor, "the sums are larger than " + Long.MAX_VALUE);
        }
        end(cursor);
        if (!writer.state(cursor.depth(), cursor.kindNumber(), cursor.name(), startNanos, endNanos, bytes)) {
            throw refusal(cursor, "more than " + IndexFormat.NAMES + " names of states");
        }
    }

    /** Seldom does it matter where an entry ends. */
    private void end(TraceCursor cursor) throws TraceFormatException, IOException {
        if (writer.minds(cursor.entryEnd())) {
            writer.endElement(cursor.depth(), cursor.endOffset());
        }
    }

    /** The cursor is at its end; whether the index covers the whole trace. */
    boolean finish(TraceCursor cursor) throws IOException {
        long end = cursor.textEnd();
        boolean whole = cursor.isComplete() && end == text.length() && text.hasEnd();
        writer.finish(end, whole);
        return whole;
    }

    private static TraceFormatException refusal(TraceCursor cursor, String reason) {
        return TraceFormatException.atByte(cursor.file(), cursor.byteOffset(), "no index can be made: " + reason);
    }
}

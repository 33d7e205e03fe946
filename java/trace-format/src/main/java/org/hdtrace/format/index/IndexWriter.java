// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.index;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Writes the records of an index. What is known of the open block is kept in sums per name; when an element ends beyond the block,
 * its record is written.
 *
 * <p>Thread: one thread at a time. Source: FORMATS A5. C twin: tracewriting-c/src/index.c, which makes the same blocks.
 */
final class IndexWriter {
    private final RecordOutput out;
    private final TextSums text;
    private final NameNumbers names = new NameNumbers();
    private final SumRows total = new SumRows();
    private final ChildTimes children = new ChildTimes();
    private final NestingSteps nesting = new NestingSteps();
    /** The names in the open block. */
    private NameSums[] touched = new NameSums[64];

    private int touchedCount;

    private long place = IndexFormat.HEADER_BYTES;
    private long lastSums = -1;
    private int writtenNames;
    private long blockCount;
    private long blockEnd;
    /** What ends before that changes neither the open block's end nor its boundary. */
    private long minded = Long.MIN_VALUE;

    private long boundary = -1;
    private long earliest;
    private long latest;
    private int firstDepth;
    private long lastEnd;
    private int lastDepth;

    IndexWriter(OutputStream target, TextSums text) throws IOException {
        this.out = new RecordOutput(target);
        this.text = text;
        out.putInt(IndexFormat.MAGIC);
        out.putInt(IndexFormat.VERSION);
        openBlock(0);
    }

    /** A {@code Nested} was opened or closed by a tag that ends there; {@code depth}: those that are open now. */
    void nesting(int depth, long endOffset) {
        nesting.add(depth, endOffset);
    }

    /**
     * The head or an entry ended, its line end included. To be told of entries that are {@link #minds minded}, ahead of
     * {@link #state} or {@link #event}.
     */
    void endElement(int depth, long endOffset) throws IOException {
        closeBlocksBefore(endOffset);
        lastEnd = endOffset;
        lastDepth = depth;
        if (boundary < 0 && depth == 0) {
            boundary = endOffset;
        }
        minded = boundary < 0 ? Long.MIN_VALUE : blockEnd - 1;
    }

    /** Whether {@link #endElement} is to be told of an entry that ends there, or one byte behind with its line end. */
    boolean minds(long entryEnd) {
        return entryEnd >= minded;
    }

    /** Whether there was room for its name. */
    boolean state(int depth, int kind, String name, long startNanos, long endNanos, long bytes) {
        NameSums sums = names.of(kind, name);
        if (sums == null) {
            return false;
        }
        if (sums.count() == 0) {
            touch(sums);
        }
        long inclusive = endNanos - startNanos;
        sums.add(inclusive, children.exclusive(depth, inclusive), bytes);
        see(startNanos, endNanos);
        return true;
    }

    void event(long timeNanos) {
        see(timeNanos, timeNanos);
    }

    /** The text ends there. A trace that is not whole, and may be growing, keeps its last block for itself. */
    void finish(long textEnd, boolean whole) throws IOException {
        closeBlocksBefore(textEnd);
        if (whole) {
            if (textEnd > blockEnd - IndexFormat.BLOCK_BYTES) {
                closeBlock();
            }
            writeEnd(textEnd);
        }
        out.flush();
    }

    private void see(long startNanos, long endNanos) {
        if (startNanos < earliest) {
            earliest = startNanos;
        }
        if (endNanos > latest) {
            latest = endNanos;
        }
    }

    private void touch(NameSums sums) {
        if (touchedCount == touched.length) {
            touched = java.util.Arrays.copyOf(touched, 2 * touchedCount);
        }
        touched[touchedCount++] = sums;
    }

    private void closeBlocksBefore(long endOffset) throws IOException {
        while (endOffset > blockEnd) {
            closeBlock();
            openBlock(blockEnd);
        }
    }

    private void openBlock(long from) {
        for (int i = 0; i < touchedCount; i++) {
            touched[i].clear();
        }
        touchedCount = 0;
        earliest = Long.MAX_VALUE;
        latest = Long.MIN_VALUE;
        if (boundary < from) {
            // The last element may end right where the block begins.
            boundary = from > 0 && lastEnd == from && lastDepth == 0 ? from : -1;
        }
        firstDepth = nesting.depthAt(from);
        blockEnd = from + IndexFormat.BLOCK_BYTES;
    }

    private void closeBlock() throws IOException {
        writeNames();
        writeBlock();
        if (++blockCount % IndexFormat.SUMS_EVERY == 0) {
            writeSums();
        }
    }

    private void writeHead(char type, int body) throws IOException {
        out.putByte(type);
        out.putInt(body);
        place += IndexFormat.HEAD_BYTES + body;
    }

    private void writeNames() throws IOException {
        for (; writtenNames < names.count(); writtenNames++) {
            byte[] name = names.name(writtenNames).getBytes(StandardCharsets.UTF_8);
            writeHead(IndexFormat.NAME, name.length);
            out.put(name);
        }
    }

    private void writeBlock() throws IOException {
        long states = 0;
        for (int i = 0; i < touchedCount; i++) {
            states += touched[i].count();
        }
        writeHead(IndexFormat.BLOCK, IndexFormat.BLOCK_BODY + touchedCount * IndexFormat.ROW_BYTES);
        out.putLong(boundary < blockEnd ? boundary : -1);
        out.putLong(earliest);
        out.putLong(latest);
        out.putInt(firstDepth);
        out.putInt((int) states);
        out.putInt(text.of(blockCount));
        out.putInt(touchedCount);
        for (int i = 0; i < touchedCount; i++) {
            writeRow(touched[i]);
        }
    }

    private void writeRow(NameSums sums) throws IOException {
        total.add(sums.number(), sums.count(), sums.inclusiveNanos(), sums.exclusiveNanos(), sums.bytes());
        out.putInt(sums.number());
        out.putInt((int) sums.count());
        out.putLong(sums.inclusiveNanos());
        out.putLong(sums.exclusiveNanos());
        out.putLong(sums.bytes());
    }

    private void writeSums() throws IOException {
        long begin = place;
        writeHead(IndexFormat.SUMS, IndexFormat.SUMS_BODY + names.count() * IndexFormat.ROW_BYTES);
        out.putLong(lastSums);
        out.putInt(names.count());
        for (int i = 0; i < names.count(); i++) {
            out.putLong(total.count(i));
            out.putLong(total.inclusiveNanos(i));
            out.putLong(total.exclusiveNanos(i));
            out.putLong(total.bytes(i));
        }
        lastSums = begin;
    }

    private void writeEnd(long textEnd) throws IOException {
        writeHead(IndexFormat.END, IndexFormat.END_BODY);
        out.putLong(textEnd);
        out.putInt(text.of(0));
        out.putInt(text.ofEnd());
        out.putLong(lastSums);
    }
}

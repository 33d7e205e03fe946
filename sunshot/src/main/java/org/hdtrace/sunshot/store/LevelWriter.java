// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.BitSet;

/**
 * Writes the states of one level, block by block; only the block that is being filled is held. States that don't come in
 * the order of their starts are put into order at the end. Not thread-safe.
 */
final class LevelWriter {
    private static final int BITS_PER_BYTE = 8;

    private final Space space;
    private final BlockList blocks = new BlockList();
    private long[] starts = new long[16];
    private long[] durations = new long[16];
    private long[] texts = new long[16];
    private int[] categories = new int[16];
    private int filled;
    private int size;
    private long lastStart = Long.MIN_VALUE;
    private long reach = Long.MIN_VALUE;
    private boolean ordered = true;
    /** Where the starts fall back: begins of the runs that are each in order. */
    private int[] runs = new int[1];

    private int runCount = 1;

    LevelWriter(Space space) {
        this.space = space;
    }

    void add(long start, long duration, int category, long textOffset) throws IOException {
        if (filled == LevelColumns.BLOCK) {
            flush();
        } else if (filled == starts.length) {
            grow();
        }
        if (start < lastStart) {
            if (runCount == runs.length) {
                runs = Arrays.copyOf(runs, 2 * runCount);
            }
            runs[runCount++] = size;
        }
        ordered &= start + duration >= reach;
        reach = Math.max(reach, start + duration);
        lastStart = start;
        starts[filled] = start;
        durations[filled] = duration;
        texts[filled] = textOffset;
        categories[filled++] = category;
        size = Math.addExact(size, 1);
    }

    private void grow() {
        int grown = 2 * filled;
        starts = Arrays.copyOf(starts, grown);
        durations = Arrays.copyOf(durations, grown);
        texts = Arrays.copyOf(texts, grown);
        categories = Arrays.copyOf(categories, grown);
    }

    /** Ends the level; nothing may be added afterwards. */
    LevelColumns finish() throws IOException {
        if (filled > 0) {
            flush();
        }
        LevelColumns columns = new LevelColumns(space, blocks, size, ordered && runCount == 1);
        return runCount == 1 ? columns : inOrder(columns);
    }

    private void flush() throws IOException {
        long baseStart = Long.MAX_VALUE;
        long baseText = Long.MAX_VALUE;
        for (int i = 0; i < filled; i++) {
            baseStart = Math.min(baseStart, starts[i]);
            baseText = Math.min(baseText, texts[i]);
        }
        long startBits = 0;
        long durationBits = 0;
        long textBits = 0;
        int categoryBits = 0;
        BitSet present = new BitSet();
        for (int i = 0; i < filled; i++) {
            startBits |= starts[i] - baseStart;
            durationBits |= durations[i];
            textBits |= texts[i] - baseText;
            categoryBits |= categories[i];
            present.set(categories[i]);
        }
        int startWidth = width(startBits);
        int durationWidth = width(durationBits);
        int textWidth = width(textBits);
        int categoryWidth = width(categoryBits);
        int bytes = filled * (startWidth + durationWidth + textWidth + categoryWidth);
        ByteBuffer encoded = ByteBuffer.allocate(bytes + Long.BYTES);
        int at = 0;
        for (int i = 0; i < filled; i++, at += startWidth) {
            put(encoded, at, startWidth, starts[i] - baseStart);
        }
        for (int i = 0; i < filled; i++, at += durationWidth) {
            put(encoded, at, durationWidth, durations[i]);
        }
        for (int i = 0; i < filled; i++, at += textWidth) {
            put(encoded, at, textWidth, texts[i] - baseText);
        }
        for (int i = 0; i < filled; i++, at += categoryWidth) {
            put(encoded, at, categoryWidth, categories[i]);
        }
        long place = space.allocate(bytes);
        space.write(place, encoded.limit(bytes));
        int widths = BlockList.pack(startWidth, durationWidth, textWidth, categoryWidth);
        blocks.add(place, baseStart, baseText, reach, widths, present);
        filled = 0;
    }

    private static int width(long bits) {
        return Math.max(1, (Long.SIZE - Long.numberOfLeadingZeros(bits) + BITS_PER_BYTE - 1) / BITS_PER_BYTE);
    }

    /** Writes the lowest bytes of a value; what it writes behind them is overwritten by the next one. */
    private static void put(ByteBuffer encoded, int at, int width, long value) {
        encoded.putLong(at, value << (Long.SIZE - BITS_PER_BYTE * width));
    }

    /** Merges the runs; of equal starts the one that came first stays first. */
    private LevelColumns inOrder(LevelColumns unsorted) throws IOException {
        int[] next = Arrays.copyOf(runs, runCount);
        int[] ends = new int[runCount];
        for (int run = 0; run < runCount; run++) {
            ends[run] = run + 1 < runCount ? runs[run + 1] : size;
        }
        RunHeap heap = new RunHeap(unsorted, next);
        LevelWriter sorted = new LevelWriter(space);
        for (int run = heap.first(); run >= 0; run = heap.first()) {
            int index = next[run]++;
            sorted.add(
                    unsorted.startNanos(index),
                    unsorted.durationNanos(index),
                    unsorted.category(index),
                    unsorted.textOffset(index));
            heap.update(next[run] < ends[run]);
        }
        return sorted.finish();
    }
}

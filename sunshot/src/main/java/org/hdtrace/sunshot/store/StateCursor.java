// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.store;

import java.nio.ByteBuffer;

/**
 * Reads states of a level that lie close together: it keeps where the columns of the last block are, so that a value of that
 * block costs one look into memory. Values are those of {@link LevelColumns}. Not thread-safe.
 */
public final class StateCursor {
    private static final int MASK = LevelColumns.BLOCK - 1;

    private final Space space;
    private final BlockList blocks;
    private final int size;
    private int block = -1;
    private ByteBuffer segment = ByteBuffer.allocate(0);
    private long baseStart;
    private int startsAt;
    private int startWidth;
    private int durationsAt;
    private int durationWidth;
    private int categoriesAt;
    private int categoryWidth;

    StateCursor(Space space, BlockList blocks, int size) {
        this.space = space;
        this.blocks = blocks;
        this.size = size;
    }

    public long startNanos(int index) {
        enter(index);
        return baseStart + value(startsAt, startWidth, index);
    }

    public long durationNanos(int index) {
        enter(index);
        return value(durationsAt, durationWidth, index);
    }

    public long endNanos(int index) {
        return startNanos(index) + durationNanos(index);
    }

    /** Number of the category among those of the row. */
    public int category(int index) {
        enter(index);
        return (int) value(categoriesAt, categoryWidth, index);
    }

    private long value(int columnAt, int width, int index) {
        return segment.getLong(columnAt + (index & MASK) * width) >>> (64 - 8 * width);
    }

    private void enter(int index) {
        if (index >>> LevelColumns.BLOCK_SHIFT != block) {
            open(index >>> LevelColumns.BLOCK_SHIFT);
        }
    }

    private void open(int number) {
        long place = blocks.places[number];
        int length = Math.min(LevelColumns.BLOCK, size - (number << LevelColumns.BLOCK_SHIFT));
        segment = space.segment(place, length * blocks.widthOfAll(number));
        baseStart = blocks.baseStarts[number];
        startWidth = blocks.startWidth(number);
        durationWidth = blocks.durationWidth(number);
        categoryWidth = blocks.categoryWidth(number);
        startsAt = Space.offset(place);
        durationsAt = startsAt + length * startWidth;
        categoriesAt = durationsAt + length * (durationWidth + blocks.textWidth(number));
        block = number;
    }
}

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
    private int askedBlock = -1;
    private WantedStates askedFor;
    private boolean holdsAny;

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

    /** The first state from one on, before another one, that is wanted; {@code behind} if there is none. */
    public int find(int from, int behind, WantedStates wanted) {
        int at = from;
        while (at < behind) {
            int number = at >>> LevelColumns.BLOCK_SHIFT;
            int end = (int) Math.min(behind, (number + 1L) << LevelColumns.BLOCK_SHIFT);
            if (holdsAny(number, wanted)) {
                enter(at);
                at = findInBlock(at, end, wanted);
            } else {
                at = end;
            }
            if (at < end) {
                return at;
            }
        }
        return behind;
    }

    /** Mostly asked again of the same block. */
    private boolean holdsAny(int number, WantedStates wanted) {
        if (number != askedBlock || wanted != askedFor) {
            askedBlock = number;
            askedFor = wanted;
            holdsAny = blocks.holdsAny(number, wanted.categories());
        }
        return holdsAny;
    }

    /** As {@link #value} within the block that is open; the columns are at hand, since most states are just looked at here. */
    private int findInBlock(int from, int end, WantedStates wanted) {
        ByteBuffer bytes = segment;
        int durations = durationsAt;
        int durationBytes = durationWidth;
        int categories = categoriesAt;
        int categoryBytes = categoryWidth;
        for (int i = from; i < end; i++) {
            int place = i & MASK;
            long number = bytes.getLong(categories + place * categoryBytes) >>> (64 - 8 * categoryBytes);
            long duration = bytes.getLong(durations + place * durationBytes) >>> (64 - 8 * durationBytes);
            if (wanted.takes(wanted.categoryOf((int) number), duration)) {
                return i;
            }
        }
        return end;
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

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.store;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * The states of a row at one nesting depth, sorted by start, in blocks of 1024. A block holds four columns (start,
 * duration, place in the text, category), each with as many bytes per state as its largest value needs; starts and places
 * count from the block's first. A table, held on the heap, says where the blocks are: some 40 bytes for each.
 *
 * <p>States of a well-formed trace do not overlap at one depth. Damaged traces may; then searches look at more states.
 * Times are ns since the epoch. Categories are those of the row, see {@link StoredRow}.
 */
public final class LevelColumns {
    static final int BLOCK_SHIFT = 10;
    static final int BLOCK = 1 << BLOCK_SHIFT;
    private static final int BLOCK_MASK = BLOCK - 1;

    private final Space space;
    private final BlockList blocks;
    private final int size;
    private final boolean ordered;

    LevelColumns(Space space, BlockList blocks, int size, boolean ordered) {
        this.space = space;
        this.blocks = blocks;
        this.size = size;
        this.ordered = ordered;
    }

    static LevelColumns read(Space space, long place, int categoryCount, long shiftNanos) throws IOException {
        ByteBuffer table = space.readTable(place);
        int size = table.getInt();
        boolean ordered = table.get() != 0;
        BlockList blocks = BlockList.read(table, (size + BLOCK_MASK) >>> BLOCK_SHIFT, categoryCount);
        blocks.shift(shiftNanos);
        return new LevelColumns(space, blocks, size, ordered);
    }

    long write(int categoryCount) throws IOException {
        ByteBuffer table = ByteBuffer.allocate(Integer.BYTES + 1 + blocks.tableBytes(categoryCount));
        table.putInt(size).put((byte) (ordered ? 1 : 0));
        blocks.write(table, categoryCount);
        return space.writeTable(table.flip());
    }

    /** Number of states. */
    public int size() {
        return size;
    }

    /** Whether the ends rise with the starts, as they do where no two states overlap. */
    public boolean isOrdered() {
        return ordered;
    }

    /** Reads states one after another; for one thread. */
    public StateCursor cursor() {
        return new StateCursor(space, blocks, size);
    }

    public long startNanos(int index) {
        int block = index >>> BLOCK_SHIFT;
        long place = blocks.places[block];
        int width = blocks.startWidth(block);
        int at = Space.offset(place) + (index & BLOCK_MASK) * width;
        return blocks.baseStarts[block] + (segment(block, place).getLong(at) >>> (64 - 8 * width));
    }

    public long durationNanos(int index) {
        int block = index >>> BLOCK_SHIFT;
        long place = blocks.places[block];
        int width = blocks.durationWidth(block);
        int at = Space.offset(place) + length(block) * blocks.startWidth(block) + (index & BLOCK_MASK) * width;
        return segment(block, place).getLong(at) >>> (64 - 8 * width);
    }

    public long endNanos(int index) {
        return startNanos(index) + durationNanos(index);
    }

    /** Where the state's tag begins in the uncompressed text of its trace. */
    public long textOffset(int index) {
        int block = index >>> BLOCK_SHIFT;
        long place = blocks.places[block];
        int width = blocks.textWidth(block);
        int before = blocks.startWidth(block) + blocks.durationWidth(block);
        int at = Space.offset(place) + length(block) * before + (index & BLOCK_MASK) * width;
        return blocks.baseTexts[block] + (segment(block, place).getLong(at) >>> (64 - 8 * width));
    }

    public int category(int index) {
        int block = index >>> BLOCK_SHIFT;
        long place = blocks.places[block];
        int width = blocks.categoryWidth(block);
        int before = blocks.startWidth(block) + blocks.durationWidth(block) + blocks.textWidth(block);
        int at = Space.offset(place) + length(block) * before + (index & BLOCK_MASK) * width;
        return (int) (segment(block, place).getLong(at) >>> (64 - 8 * width));
    }

    private ByteBuffer segment(int block, long place) {
        return space.segment(place, length(block) * blocks.widthOfAll(block));
    }

    private int length(int block) {
        return Math.min(BLOCK, size - (block << BLOCK_SHIFT));
    }

    /** Index of the first state that may still touch times at or after {@code nanos}; {@link #size()} if none. */
    public int firstReaching(long nanos) {
        int block = blocks.firstReaching(nanos);
        if (block == blocks.count) {
            return size;
        }
        int low = block << BLOCK_SHIFT;
        int high = low + length(block);
        if (!ordered) {
            long before = block == 0 ? Long.MIN_VALUE : blocks.reaches[block - 1];
            while (low < high && Math.max(before, endNanos(low)) < nanos) {
                low++;
            }
            return low;
        }
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (endNanos(middle) >= nanos) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    /** Index of the first state that starts at or after {@code nanos}; {@link #size()} if none. */
    public int firstStarting(long nanos) {
        int block = blocks.lastStartingBefore(nanos);
        if (block < 0) {
            return 0;
        }
        int low = block << BLOCK_SHIFT;
        int high = low + length(block);
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (startNanos(middle) >= nanos) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    /** Latest end of any state; {@link Long#MIN_VALUE} if there is none. */
    public long latestEndNanos() {
        return blocks.count == 0 ? Long.MIN_VALUE : blocks.reaches[blocks.count - 1];
    }

    /** Index of the first state of a category from an index on, or -1; blocks without the category are passed over. */
    public int next(int category, int from) {
        int first = Math.max(0, from);
        for (int i = first; i < size; i++) {
            if ((i & BLOCK_MASK) == 0 || i == first) {
                int block = blocks.nextWith(category, i >>> BLOCK_SHIFT);
                if (block < 0) {
                    return -1;
                }
                i = Math.max(i, block << BLOCK_SHIFT);
            }
            if (category(i) == category) {
                return i;
            }
        }
        return -1;
    }

    /** Index of the last state of a category up to an index, or -1; blocks without the category are passed over. */
    public int previous(int category, int from) {
        int last = Math.min(size - 1, from);
        for (int i = last; i >= 0; i--) {
            if ((i & BLOCK_MASK) == BLOCK_MASK || i == last) {
                int block = blocks.previousWith(category, i >>> BLOCK_SHIFT);
                if (block < 0) {
                    return -1;
                }
                i = Math.min(i, (block << BLOCK_SHIFT) + BLOCK_MASK);
            }
            if (category(i) == category) {
                return i;
            }
        }
        return -1;
    }
}

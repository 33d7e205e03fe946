// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.store;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Running sums per category at every so many states of a level: number, inclusive and exclusive time of all states before.
 * The sums of a stretch are a difference of two rows. At most 4096 rows.
 *
 * <p>Exclusive is the time of a state that is in none of the states one level deeper. Source: OTF's summary rule
 * S([a,b)) = S([0,b)) - S([0,a)).
 */
final class LevelSums {
    private static final int MOST_ROWS = 4096;
    private static final int MOST_CELLS = 1 << 17;
    /** Bytes of a row per state that it stands for stay below a quarter. */
    private static final int STATES_PER_CATEGORY = 96;

    private static final int CELL_BYTES = 3 * Long.BYTES;

    private final ByteBuffer table;
    private final int categoryCount;
    private final int stride;

    private LevelSums(ByteBuffer table, int categoryCount, int stride) {
        this.table = table;
        this.categoryCount = categoryCount;
        this.stride = stride;
    }

    /** The distance of rows for a level: a power of two. */
    static int strideFor(int states, int categoryCount) {
        long least = Math.max(LevelColumns.BLOCK, (long) STATES_PER_CATEGORY * categoryCount);
        long stride = Long.highestOneBit(2 * least - 1);
        while (states / stride > MOST_ROWS || states / stride * categoryCount > MOST_CELLS) {
            stride *= 2;
        }
        return (int) Math.min(stride, 1 << 30);
    }

    /**
     * Writes the sums of a level.
     *
     * @param inner the level one deeper, or null
     * @return its place, or -1 if the level is so short that it has none
     */
    static long write(Space space, LevelColumns level, LevelColumns inner, int categoryCount) throws IOException {
        int stride = strideFor(level.size(), categoryCount);
        int rows = level.size() / stride;
        if (rows == 0 || !level.isOrdered()) {
            return -1;
        }
        ByteBuffer table = ByteBuffer.allocate(Integer.BYTES + rows * categoryCount * CELL_BYTES);
        table.putInt(stride);
        IntervalSums sums = new IntervalSums(categoryCount);
        for (int row = 0; row < rows; row++) {
            sums.addStates(level, inner, row * stride, (row + 1) * stride);
            for (int category = 0; category < categoryCount; category++) {
                table.putLong(sums.count(category));
                table.putLong(sums.inclusiveNanos(category));
                table.putLong(sums.exclusiveNanos(category));
            }
        }
        return space.writeTable(table.flip());
    }

    static LevelSums read(Space space, long place, int categoryCount, int states) throws IOException {
        ByteBuffer table = space.readTable(place);
        int stride = strideFor(states, categoryCount);
        int rows = states / stride;
        if (table.remaining() != Integer.BYTES + rows * categoryCount * CELL_BYTES || table.getInt(0) != stride) {
            throw new IOException("a table of sums has a wrong length");
        }
        return new LevelSums(table.slice(Integer.BYTES, table.remaining() - Integer.BYTES), categoryCount, stride);
    }

    int stride() {
        return stride;
    }

    /** Adds or takes away the sums of the first {@code rows * stride} states. */
    void add(int rows, int sign, IntervalSums target) {
        if (rows > 0) {
            int at = (rows - 1) * categoryCount * CELL_BYTES;
            for (int category = 0; category < categoryCount; category++, at += CELL_BYTES) {
                target.add(
                        category,
                        sign * table.getLong(at),
                        sign * table.getLong(at + Long.BYTES),
                        sign * table.getLong(at + 2 * Long.BYTES));
            }
        }
    }

    /** Inclusive time of all categories in the first {@code rows * stride} states. */
    long nanos(int rows) {
        long sum = 0;
        for (int category = 0; rows > 0 && category < categoryCount; category++) {
            sum += table.getLong(((rows - 1) * categoryCount + category) * CELL_BYTES + Long.BYTES);
        }
        return sum;
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.index;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Sums by number of a name, in one array that grows; modulo 2^64, as the file holds them. */
final class SumRows {
    /** Numbers per name: count, inclusive and exclusive time, bytes. Side by side, because a state adds to all of them. */
    private static final int WIDTH = 4;

    private static final int INCLUSIVE = 1;
    private static final int EXCLUSIVE = 2;
    private static final int BYTES = 3;

    private long[] rows = new long[16 * WIDTH];

    void add(int name, long count, long inclusiveNanos, long exclusiveNanos, long movedBytes) {
        int row = WIDTH * name;
        if (row >= rows.length) {
            rows = Arrays.copyOf(rows, Math.max(row + WIDTH, 2 * rows.length));
        }
        rows[row] += count;
        rows[row + INCLUSIVE] += inclusiveNanos;
        rows[row + EXCLUSIVE] += exclusiveNanos;
        rows[row + BYTES] += movedBytes;
    }

    /** Add the row of a block's record at {@code place}. */
    void addBlockRow(ByteBuffer record, int place) {
        add(
                record.getInt(place),
                record.getInt(place + 4),
                record.getLong(place + 8),
                record.getLong(place + 16),
                record.getLong(place + 24));
    }

    /** Whether the other one has the same numbers for a name. */
    boolean isSame(int name, SumRows other) {
        return count(name) == other.count(name)
                && inclusiveNanos(name) == other.inclusiveNanos(name)
                && exclusiveNanos(name) == other.exclusiveNanos(name)
                && bytes(name) == other.bytes(name);
    }

    long count(int name) {
        return at(WIDTH * name);
    }

    long inclusiveNanos(int name) {
        return at(WIDTH * name + INCLUSIVE);
    }

    long exclusiveNanos(int name) {
        return at(WIDTH * name + EXCLUSIVE);
    }

    long bytes(int name) {
        return at(WIDTH * name + BYTES);
    }

    /** As rows, those that count nothing left out. */
    List<StateSums> of(List<String> names) {
        List<StateSums> sums = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            if (count(i) != 0) {
                sums.add(new StateSums(names.get(i), count(i), inclusiveNanos(i), exclusiveNanos(i), bytes(i)));
            }
        }
        return List.copyOf(sums);
    }

    private long at(int place) {
        return place < rows.length ? rows[place] : 0;
    }
}

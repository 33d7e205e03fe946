// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.arrow;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;

/** Numbers of 64 bits, big endian; many of them lie outside of the heap. Whoever changes one does so in one thread. */
record LongColumn(ByteBuffer bytes) {
    private static final int SHIFT = 3;

    static LongColumn zeros(int size) {
        return new LongColumn(ColumnBytes.zeros(size, SHIFT));
    }

    /**
     * Takes a column from bytes, which it keeps.
     *
     * @throws BufferUnderflowException if there are too few
     */
    static LongColumn decode(ByteBuffer source, int size) {
        return new LongColumn(ColumnBytes.taken(source, size, SHIFT));
    }

    int size() {
        return bytes.limit() >>> SHIFT;
    }

    long get(int index) {
        return bytes.getLong(index << SHIFT);
    }

    void set(int index, long value) {
        bytes.putLong(index << SHIFT, value);
    }

    LongColumn grown(int size) {
        return new LongColumn(ColumnBytes.grown(bytes, size, SHIFT));
    }

    /** Some of the numbers in an order. */
    LongColumn picked(int[] order) {
        LongColumn other = zeros(order.length);
        for (int i = 0; i < order.length; i++) {
            other.set(i, get(order[i]));
        }
        return other;
    }
}

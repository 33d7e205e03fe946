// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.arrow;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;

/** Numbers of 32 bits, big endian; many of them lie outside of the heap. Whoever changes one does so in one thread. */
record IntColumn(ByteBuffer bytes) {
    private static final int SHIFT = 2;

    static IntColumn zeros(int size) {
        return new IntColumn(ColumnBytes.zeros(size, SHIFT));
    }

    /**
     * Takes a column from bytes, which it keeps.
     *
     * @throws BufferUnderflowException if there are too few
     */
    static IntColumn decode(ByteBuffer source, int size) {
        return new IntColumn(ColumnBytes.taken(source, size, SHIFT));
    }

    int size() {
        return bytes.limit() >>> SHIFT;
    }

    int get(int index) {
        return bytes.getInt(index << SHIFT);
    }

    void set(int index, int value) {
        bytes.putInt(index << SHIFT, value);
    }

    IntColumn grown(int size) {
        return new IntColumn(ColumnBytes.grown(bytes, size, SHIFT));
    }

    /** Some of the numbers in an order. */
    IntColumn picked(int[] order) {
        IntColumn other = zeros(order.length);
        for (int i = 0; i < order.length; i++) {
            other.set(i, get(order[i]));
        }
        return other;
    }
}

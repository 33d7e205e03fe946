// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.arrow;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import org.hdtrace.sunshot.store.ScratchBytes;

/** Numbers of 32 bits, big endian; many of them lie outside of the heap. Whoever changes one does so in one thread. */
record IntColumn(ByteBuffer bytes) {
    private static final int SHIFT = 2;

    static IntColumn zeros(int size) {
        return new IntColumn(ScratchBytes.of((long) size << SHIFT));
    }

    /**
     * Takes a column from bytes, which it keeps.
     *
     * @throws BufferUnderflowException if there are too few
     */
    static IntColumn decode(ByteBuffer source, int size) {
        if (source.remaining() >>> SHIFT < size) {
            throw new BufferUnderflowException();
        }
        ByteBuffer own = source.slice(source.position(), size << SHIFT);
        source.position(source.position() + own.remaining());
        return new IntColumn(own);
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
        IntColumn other = zeros(size);
        other.bytes.put(0, bytes, 0, bytes.limit());
        return other;
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

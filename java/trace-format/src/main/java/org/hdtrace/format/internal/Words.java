// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.internal;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Looks at eight bytes at a time; the first byte of a word is its lowest. */
final class Words {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long EACH = 0x0101010101010101L;
    private static final long HIGH = 0x8080808080808080L;
    private static final long TAG_OPEN = EACH * '<';

    private Words() {}

    /** The eight bytes from a place on. */
    static long at(byte[] bytes, int place) {
        return (long) LONGS.get(bytes, place);
    }

    /**
     * Marks the bytes below a bound, at most 0x80. Only the lowest mark is sure: a borrow may set marks above it.
     */
    static long below(long word, int bound) {
        return (word - EACH * bound) & ~word & HIGH;
    }

    /**
     * Marks what a value between quotes may not simply go on over: quotes, '&', '<', NUL, and what is not ASCII. The lowest mark
     * is sure to be no plain byte.
     */
    static long valueStops(long word) {
        return ((word - EACH * 0x28) | ((word ^ TAG_OPEN) - EACH)) & HIGH;
    }

    /** All bits of so many bytes, at most eight. */
    static long firstBytes(int count) {
        return count < Long.BYTES ? (1L << (8 * count)) - 1 : -1;
    }

    /** Number of bytes before the lowest mark. */
    static int bytesBefore(long marks) {
        return Long.numberOfTrailingZeros(marks) >>> 3;
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Eight decimal digits at a time. */
public final class DecimalWords {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ZEROS = 0x3030303030303030L;
    private static final long HIGH = 0x8080808080808080L;
    /** What lacks from ten to the highest bit. */
    private static final long BEYOND_NINE = 0x7676767676767676L;

    private DecimalWords() {}

    /**
     * The number that the digits {@code text[place - count, place)} are, or -1 when one of them is no digit.
     *
     * @param place at least 8
     * @param count 1 to 8
     */
    public static long before(byte[] text, int place, int count) {
        long wanted = -1L << (64 - 8 * count);
        return parse((wordBefore(text, place) ^ ZEROS) & wanted);
    }

    /**
     * The number that the digits {@code text[place, place + count)} are, or -1 when one of them is no digit.
     *
     * @param place with eight bytes of the array behind it
     * @param count 1 to 8
     */
    public static long behind(byte[] text, int place, int count) {
        // Only the lowest six bits of the number of places count.
        return parse(((long) LONGS.get(text, place) ^ ZEROS) << (-8 * count));
    }

    /** The eight bytes ahead of a place; the first is the lowest. */
    static long wordBefore(byte[] text, int place) {
        return (long) LONGS.get(text, place - 8);
    }

    /** Of the values of eight digits. */
    private static long parse(long digits) {
        // A byte up to nine keeps its highest bit clear and carries nothing into the next one.
        if ((((digits + BEYOND_NINE) | digits) & HIGH) != 0) {
            return -1;
        }
        // Each step adds to ten, a hundred or ten thousand times a number the one behind it.
        long pairs = ((digits * (1 + (10 << 8))) >>> 8) & 0x00ff00ff00ff00ffL;
        long fours = ((pairs * (1 + (100 << 16))) >>> 16) & 0x0000ffff0000ffffL;
        return (fours * (1 + (10_000L << 32))) >>> 32;
    }
}

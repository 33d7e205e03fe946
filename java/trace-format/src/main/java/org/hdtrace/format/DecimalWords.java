// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Eight decimal digits at a time. */
public final class DecimalWords {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ZEROS = 0x3030303030303030L;
    private static final long TENS = 0xf0f0f0f0f0f0f0f0L;

    private DecimalWords() {}

    /**
     * The number that the digits {@code text[place - count, place)} are, or -1 when one of them is no digit.
     *
     * @param place at least 8
     * @param count 1 to 8
     */
    public static long before(byte[] text, int place, int count) {
        long wanted = -1L << (64 - 8 * count);
        return parse((wordBefore(text, place) & wanted) | (ZEROS & ~wanted));
    }

    /** The eight bytes ahead of a place; the first is the lowest. */
    static long wordBefore(byte[] text, int place) {
        return (long) LONGS.get(text, place - 8);
    }

    private static long parse(long word) {
        if ((((word & TENS) ^ ZEROS) | (((word + 0x0606060606060606L) & TENS) ^ ZEROS)) != 0) {
            return -1;
        }
        long digits = word ^ ZEROS;
        long pairs = (digits * 10 + (digits >>> 8)) & 0x00ff00ff00ff00ffL;
        long fours = (pairs * 100 + (pairs >>> 16)) & 0x0000ffff0000ffffL;
        return (fours * 10_000 + (fours >>> 32)) & 0xffffffffL;
    }
}

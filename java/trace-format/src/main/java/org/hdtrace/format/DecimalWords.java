// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Eight decimal digits at a time. */
final class DecimalWords {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ZEROS = 0x3030303030303030L;
    private static final long TENS = 0xf0f0f0f0f0f0f0f0L;

    private DecimalWords() {}

    /** The number that the last {@code count} of the eight bytes ahead of a place are, or -1. */
    static long before(byte[] text, int place, int count) {
        long word = (long) LONGS.get(text, place - 8);
        long unwanted = count == 8 ? 0 : -1L >>> (8 * count);
        return parse((word & ~unwanted) | (ZEROS & unwanted));
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

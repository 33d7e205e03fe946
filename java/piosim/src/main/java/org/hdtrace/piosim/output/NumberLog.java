// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.output;

import java.util.Arrays;

/** Numbers in order, small ones in few bytes: seven bits in each, the lowest first. Negative ones take ten. */
final class NumberLog {
    private static final int MOST_BYTES = 10;

    private byte[] bytes = new byte[64];
    private int length;

    void add(long value) {
        if (length + MOST_BYTES > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.multiplyExact(bytes.length, 2));
        }
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            bytes[length++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[length++] = (byte) rest;
    }

    /** A cursor at the beginning. */
    Cursor read() {
        return new Cursor();
    }

    /** Steps through a log. */
    final class Cursor {
        private int position;

        boolean hasNext() {
            return position < length;
        }

        long next() {
            long value = 0;
            int shift = 0;
            byte next;
            do {
                next = bytes[position++];
                value |= (long) (next & 0x7F) << shift;
                shift += 7;
            } while (next < 0);
            return value;
        }
    }
}

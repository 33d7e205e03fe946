// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.output;

import java.util.Arrays;

/** Start and end of every command of one program in order, as variable-length differences: a few bytes for each. */
final class TimeLog {
    private byte[] bytes = new byte[64];
    private int length;
    private long last;

    /** Append; times never run backwards. */
    void add(long start, long end) {
        put(start - last);
        put(end - start);
        last = end;
    }

    /** A cursor at the beginning. */
    Cursor read() {
        return new Cursor();
    }

    /** Steps through a log. */
    final class Cursor {
        private int position;
        private long start;
        private long end;

        boolean next() {
            if (position == length) {
                return false;
            }
            start = end + get();
            end = start + get();
            return true;
        }

        long start() {
            return start;
        }

        long end() {
            return end;
        }

        private long get() {
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

    private void put(long value) {
        if (length + 10 > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.multiplyExact(bytes.length, 2));
        }
        long rest = value;
        while (rest > 0x7F) {
            bytes[length++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[length++] = (byte) rest;
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.relations;

import java.util.Arrays;

/** Growing lists of numbers without objects. Not safe for use by several threads. */
final class Columns {
    private Columns() {}

    /** Numbers of 64 bits. */
    static final class Longs {
        private long[] values = new long[64];
        private int size;

        void add(long value) {
            if (size == values.length) {
                values = Arrays.copyOf(values, size + (size >> 1));
            }
            values[size++] = value;
        }

        void set(int index, long value) {
            values[index] = value;
        }

        long get(int index) {
            return values[index];
        }

        int size() {
            return size;
        }

        long[] toArray() {
            return Arrays.copyOf(values, size);
        }
    }

    /** Numbers of 32 bits. */
    static final class Ints {
        private int[] values = new int[64];
        private int size;

        void add(int value) {
            if (size == values.length) {
                values = Arrays.copyOf(values, size + (size >> 1));
            }
            values[size++] = value;
        }

        void set(int index, int value) {
            values[index] = value;
        }

        int get(int index) {
            return values[index];
        }

        int size() {
            return size;
        }

        int[] toArray() {
            return Arrays.copyOf(values, size);
        }
    }
}

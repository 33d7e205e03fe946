// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.compare;

import java.util.Arrays;

/** Numbers that are added one by one and never moved again, so that adding the last costs no more than the first. */
final class LongColumn {
    private static final int SHIFT = 12;
    private static final int MASK = (1 << SHIFT) - 1;

    private long[][] chunks = new long[4][];
    private int size;

    void add(long value) {
        if ((size & MASK) == 0) {
            int chunk = size >>> SHIFT;
            if (chunk == chunks.length) {
                chunks = Arrays.copyOf(chunks, 2 * chunk);
            }
            chunks[chunk] = new long[1 << SHIFT];
        }
        chunks[size >>> SHIFT][size++ & MASK] = value;
    }

    long get(int index) {
        return chunks[index >>> SHIFT][index & MASK];
    }

    int size() {
        return size;
    }

    /** Of all numbers; wraps around. */
    long sum() {
        long sum = 0;
        for (int i = 0; i < size; i++) {
            sum += get(i);
        }
        return sum;
    }
}

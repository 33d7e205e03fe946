// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.relations;

import java.util.Arrays;

/** Which numbers belong to each number, 4 bytes for each pair and each number. Immutable. */
final class Adjacency {
    /** Where the others of a number begin; one more than there are numbers. */
    private final int[] starts;

    private final int[] others;

    private Adjacency(int[] starts, int[] others) {
        this.starts = starts;
        this.others = others;
    }

    /** Of pairs: to {@code from[i]} belongs {@code to[i]}; those of one number keep their order. */
    static Adjacency of(int count, int[] from, int[] to) {
        int[] starts = new int[count + 1];
        for (int each : from) {
            starts[each + 1]++;
        }
        for (int i = 0; i < count; i++) {
            starts[i + 1] += starts[i];
        }
        int[] next = Arrays.copyOf(starts, count);
        int[] others = new int[to.length];
        for (int i = 0; i < from.length; i++) {
            others[next[from[i]]++] = to[i];
        }
        return new Adjacency(starts, others);
    }

    int[] of(int number) {
        return Arrays.copyOfRange(others, starts[number], starts[number + 1]);
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.network;

import java.util.Arrays;

/** By pair of interfaces, how many paths its packets take in turn, and whose turn is next; costs nothing where all have one. */
final class Turns {
    /** By pair: 0 for a single path. */
    private int[] turns = {};

    private int[] next = {};

    boolean isSingle(int pair) {
        return pair >= turns.length || turns[pair] == 0;
    }

    /** A pair has so many paths; the first one comes next. */
    void set(int pair, int count) {
        if (count > 1) {
            if (pair >= turns.length) {
                int length = Math.max(pair + 1, turns.length * 2);
                turns = Arrays.copyOf(turns, length);
                next = Arrays.copyOf(next, length);
            }
            turns[pair] = count;
            next[pair] = 0;
        } else if (!isSingle(pair)) {
            turns[pair] = 0;
        }
    }

    /** Whose turn it is, of a pair that has several paths; the one after it is next. */
    int take(int pair) {
        int turn = next[pair];
        next[pair] = turn + 1 == turns[pair] ? 0 : turn + 1;
        return turn;
    }
}

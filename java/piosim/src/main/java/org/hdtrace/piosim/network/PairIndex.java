// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.network;

import java.util.Arrays;

/**
 * Finds the number of a key by open addressing; removal shifts back, so it never degrades. The keys themselves are with
 * whoever numbers them, in an array that is given to every method and has the key of each number that is in here.
 */
final class PairIndex {
    private static final int MISSING = -1;

    private int[] numbers = new int[64];
    private int count;

    PairIndex() {
        Arrays.fill(numbers, MISSING);
    }

    int size() {
        return count;
    }

    /** The number of a key, or -1. */
    int get(long key, long[] keys) {
        for (int i = slot(key); numbers[i] != MISSING; i = i + 1 & numbers.length - 1) {
            if (keys[numbers[i]] == key) {
                return numbers[i];
            }
        }
        return MISSING;
    }

    /** Add a number, whose key isn't there. */
    void put(int number, long[] keys) {
        if (++count * 2 > numbers.length) {
            grow(keys);
        }
        insert(number, keys[number]);
    }

    /** Remove a number that is there. */
    void remove(int number, long[] keys) {
        int mask = numbers.length - 1;
        int hole = slot(keys[number]);
        while (numbers[hole] != number) {
            hole = hole + 1 & mask;
        }
        count--;
        for (int i = hole + 1 & mask; numbers[i] != MISSING; i = i + 1 & mask) {
            int home = slot(keys[numbers[i]]);
            if ((i - home & mask) >= (i - hole & mask)) {
                numbers[hole] = numbers[i];
                hole = i;
            }
        }
        numbers[hole] = MISSING;
    }

    private void insert(int number, long key) {
        int i = slot(key);
        while (numbers[i] != MISSING) {
            i = i + 1 & numbers.length - 1;
        }
        numbers[i] = number;
    }

    private void grow(long[] keys) {
        int[] before = numbers;
        numbers = new int[before.length * 2];
        Arrays.fill(numbers, MISSING);
        for (int number : before) {
            if (number != MISSING) {
                insert(number, keys[number]);
            }
        }
    }

    private int slot(long key) {
        long mixed = key * 0x9E3779B97F4A7C15L;
        return (int) (mixed >>> 32) & numbers.length - 1;
    }
}

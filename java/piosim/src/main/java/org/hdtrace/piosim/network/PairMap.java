// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.network;

import java.util.Arrays;

/** From a long to a non-negative int by open addressing; removal shifts back, so it never degrades. */
final class PairMap {
    private static final int MISSING = -1;

    private long[] keys = new long[64];
    private int[] values = new int[64];
    private int count;

    PairMap() {
        Arrays.fill(values, MISSING);
    }

    int size() {
        return count;
    }

    /** The value, or -1. */
    int get(long key) {
        for (int i = slot(key); values[i] != MISSING; i = i + 1 & values.length - 1) {
            if (keys[i] == key) {
                return values[i];
            }
        }
        return MISSING;
    }

    /** Add a key that isn't there. */
    void put(long key, int value) {
        if (++count * 2 > values.length) {
            grow();
        }
        insert(key, value);
    }

    /** Remove a key that is there. */
    void remove(long key) {
        int mask = values.length - 1;
        int hole = slot(key);
        while (keys[hole] != key || values[hole] == MISSING) {
            hole = hole + 1 & mask;
        }
        count--;
        for (int i = hole + 1 & mask; values[i] != MISSING; i = i + 1 & mask) {
            int home = slot(keys[i]);
            if ((i - home & mask) >= (i - hole & mask)) {
                keys[hole] = keys[i];
                values[hole] = values[i];
                hole = i;
            }
        }
        values[hole] = MISSING;
    }

    private void insert(long key, int value) {
        int i = slot(key);
        while (values[i] != MISSING) {
            i = i + 1 & values.length - 1;
        }
        keys[i] = key;
        values[i] = value;
    }

    private void grow() {
        long[] oldKeys = keys;
        int[] oldValues = values;
        keys = new long[oldKeys.length * 2];
        values = new int[oldKeys.length * 2];
        Arrays.fill(values, MISSING);
        for (int i = 0; i < oldValues.length; i++) {
            if (oldValues[i] != MISSING) {
                insert(oldKeys[i], oldValues[i]);
            }
        }
    }

    private int slot(long key) {
        long mixed = key * 0x9E3779B97F4A7C15L;
        return (int) (mixed >>> 32) & values.length - 1;
    }
}

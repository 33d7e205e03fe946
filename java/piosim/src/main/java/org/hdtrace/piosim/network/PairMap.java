// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.network;

import java.util.Arrays;

/** From a long to a non-negative int, by a {@link PairIndex} of the entries. */
final class PairMap {
    private static final int NONE = -1;

    private final PairIndex index = new PairIndex();
    private long[] keys = new long[32];
    /** By entry; of one that is free, the next one that is. */
    private int[] values = new int[32];

    private int entries;
    private int free = NONE;

    int size() {
        return index.size();
    }

    /** The value, or -1. */
    int get(long key) {
        int entry = index.get(key, keys);
        return entry == NONE ? NONE : values[entry];
    }

    /** Add a key that isn't there. */
    void put(long key, int value) {
        int entry = free;
        if (entry == NONE) {
            entry = entries++;
            if (entry == keys.length) {
                keys = Arrays.copyOf(keys, entry * 2);
                values = Arrays.copyOf(values, entry * 2);
            }
        } else {
            free = values[entry];
        }
        keys[entry] = key;
        values[entry] = value;
        index.put(entry, keys);
    }

    /** Remove a key that is there. */
    void remove(long key) {
        int entry = index.get(key, keys);
        index.remove(entry, keys);
        values[entry] = free;
        free = entry;
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.process;

/**
 * From the numbers that a program gives its requests and messages to what they stand for, by open addressing; removal
 * shifts back, so it never degrades. Has no memory of its own until something is put in.
 */
final class NumberedMap<T> {
    private static final int INITIAL = 8;

    private long[] keys = {};
    private Object[] values = {};
    private int count;

    /** The value, or null. */
    @SuppressWarnings("unchecked")
    T get(long key) {
        return count == 0 ? null : (T) values[find(key)];
    }

    /** Add a value; the result is the one that it replaces, or null. */
    @SuppressWarnings("unchecked")
    T put(long key, T value) {
        if ((count + 1) * 2 > values.length) {
            grow();
        }
        int slot = find(key);
        T before = (T) values[slot];
        if (before == null) {
            count++;
        }
        keys[slot] = key;
        values[slot] = value;
        return before;
    }

    /** Remove a value; the result is it, or null when there is none. */
    @SuppressWarnings("unchecked")
    T remove(long key) {
        int hole = count == 0 ? 0 : find(key);
        T removed = count == 0 ? null : (T) values[hole];
        if (removed == null) {
            return null;
        }
        count--;
        int mask = values.length - 1;
        for (int i = hole + 1 & mask; values[i] != null; i = i + 1 & mask) {
            int home = home(keys[i]);
            if ((i - home & mask) >= (i - hole & mask)) {
                keys[hole] = keys[i];
                values[hole] = values[i];
                hole = i;
            }
        }
        values[hole] = null;
        return removed;
    }

    /** Where the key is, or the free place where it belongs. */
    private int find(long key) {
        int slot = home(key);
        while (values[slot] != null && keys[slot] != key) {
            slot = slot + 1 & values.length - 1;
        }
        return slot;
    }

    private int home(long key) {
        long mixed = key * 0x9E3779B97F4A7C15L;
        return (int) (mixed >>> 32) & values.length - 1;
    }

    private void grow() {
        long[] oldKeys = keys;
        Object[] oldValues = values;
        int capacity = Math.max(INITIAL, oldValues.length * 2);
        keys = new long[capacity];
        values = new Object[capacity];
        for (int i = 0; i < oldValues.length; i++) {
            if (oldValues[i] != null) {
                int slot = find(oldKeys[i]);
                keys[slot] = oldKeys[i];
                values[slot] = oldValues[i];
            }
        }
    }
}

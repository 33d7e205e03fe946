// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.query;

import java.util.Arrays;

/**
 * Numbers ordered by a key, and by themselves where keys are equal: the smallest is on top. Made of two arrays; nothing is
 * allocated while it is used.
 */
final class MergeHeap {
    private final int[] heap;
    /** By number. */
    private final long[] keys;

    private int size;

    /** For numbers below the bound, each of which may be in the heap once. */
    MergeHeap(int bound) {
        heap = new int[bound];
        keys = new long[bound];
    }

    boolean isEmpty() {
        return size == 0;
    }

    int top() {
        return heap[0];
    }

    void add(int number, long key) {
        keys[number] = key;
        int at = size++;
        while (at > 0 && before(number, heap[(at - 1) / 2])) {
            heap[at] = heap[(at - 1) / 2];
            at = (at - 1) / 2;
        }
        heap[at] = number;
    }

    /** Give the number on top a key that is not smaller than before. */
    void raiseTop(long key) {
        int number = heap[0];
        if (key != keys[number]) {
            keys[number] = key;
            sink(number);
        }
    }

    void removeTop() {
        size--;
        if (size > 0) {
            sink(heap[size]);
        }
    }

    /** Put a number where it belongs, beginning at the top. */
    private void sink(int number) {
        int at = 0;
        for (int child = 1; child < size; child = 2 * at + 1) {
            if (child + 1 < size && before(heap[child + 1], heap[child])) {
                child++;
            }
            if (before(number, heap[child])) {
                break;
            }
            heap[at] = heap[child];
            at = child;
        }
        heap[at] = number;
    }

    private boolean before(int a, int b) {
        return keys[a] < keys[b] || (keys[a] == keys[b] && a < b);
    }

    @Override
    public String toString() {
        return Arrays.toString(Arrays.copyOf(heap, size));
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.arrow;

/** Sorts columns by one of them without objects for their elements. */
final class ArrowOrder {
    private ArrowOrder() {}

    /** The order of the first elements by their value; equal ones keep theirs. Arrows come nearly sorted, which costs little. */
    static int[] byStart(long[] keys, int size) {
        int[] order = new int[size];
        boolean sorted = true;
        for (int i = 0; i < size; i++) {
            order[i] = i;
            sorted &= i == 0 || keys[i - 1] <= keys[i];
        }
        int[] other = sorted ? order : new int[size];
        for (int width = 1; width < size && !sorted; width *= 2) {
            for (int low = 0; low < size; low += 2 * width) {
                merge(keys, order, other, low, Math.min(size, low + width), Math.min(size, low + 2 * width));
            }
            int[] swap = order;
            order = other;
            other = swap;
            // Doubling past the largest number would be negative.
            if (width > size / 2) {
                break;
            }
        }
        return order;
    }

    private static void merge(long[] keys, int[] from, int[] to, int low, int middle, int high) {
        int left = low;
        int right = middle;
        for (int i = low; i < high; i++) {
            boolean takeLeft = right >= high || (left < middle && keys[from[left]] <= keys[from[right]]);
            to[i] = takeLeft ? from[left++] : from[right++];
        }
    }

    static long[] pick(long[] values, int[] order) {
        long[] picked = new long[order.length];
        for (int i = 0; i < order.length; i++) {
            picked[i] = values[order[i]];
        }
        return picked;
    }

    static int[] pick(int[] values, int[] order) {
        int[] picked = new int[order.length];
        for (int i = 0; i < order.length; i++) {
            picked[i] = values[order[i]];
        }
        return picked;
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.arrow;

/** The order of a column, without objects for its elements. */
final class ArrowOrder {
    private ArrowOrder() {}

    /** The order of the first elements by their value; equal ones keep theirs. Arrows come nearly sorted, which costs little. */
    static int[] byStart(LongColumn keys, int size) {
        int[] order = new int[size];
        boolean sorted = true;
        for (int i = 0; i < size; i++) {
            order[i] = i;
            sorted &= i == 0 || keys.get(i - 1) <= keys.get(i);
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

    private static void merge(LongColumn keys, int[] from, int[] to, int low, int middle, int high) {
        int left = low;
        int right = middle;
        for (int i = low; i < high; i++) {
            boolean takeLeft = right >= high || (left < middle && keys.get(from[left]) <= keys.get(from[right]));
            to[i] = takeLeft ? from[left++] : from[right++];
        }
    }
}

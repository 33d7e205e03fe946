// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.engine;

import java.util.Arrays;

/**
 * Sorts events of one moment by their ranks; those of equal rank keep their order. Mostly they are few or in order
 * already, which costs one look at each. Not safe for use by several threads; allocates only for more events than ever
 * before.
 */
final class RankOrder {
    /** So many are compared; {@link Arrays#sort(long[], int, int)} may take memory of its own for more. */
    private static final int COMPARED = 40;

    private static final int RANK_BITS = 24;
    private static final int DIGIT_BITS = 8;
    private static final int DIGITS = 1 << DIGIT_BITS;

    private final long mask;
    private final long[] places = new long[COMPARED];
    private long[] sorted = new long[COMPARED];
    /** By digit: where the next event with it belongs. */
    private final int[] next = new int[DIGITS];

    /** @param mask the lower bits of an event that are its rank, at most 24 */
    RankOrder(long mask) {
        this.mask = mask;
    }

    /**
     * Sort a part of a ring.
     *
     * @param ring events; its length is a power of two
     * @param begin of the part; taken modulo the length as the end is, which may have passed the largest integer since
     */
    void sort(long[] ring, int begin, int end) {
        if (isSorted(ring, begin, end)) {
            return;
        }
        int count = end - begin;
        if (count > sorted.length) {
            sorted = new long[ring.length];
        }
        if (count <= COMPARED) {
            compare(ring, begin, count);
        } else {
            for (int shift = 0; shift < RANK_BITS; shift += DIGIT_BITS) {
                distribute(ring, begin, count, shift);
            }
        }
    }

    /** Put the last one of a part of a ring before those of higher rank right in front of it. */
    void sink(long[] ring, int begin, int end) {
        int at = end - 1 & ring.length - 1;
        long event = ring[at];
        for (int left = end - begin - 1; left > 0; left--) {
            int inFront = at - 1 & ring.length - 1;
            if ((ring[inFront] & mask) <= (event & mask)) {
                break;
            }
            ring[at] = ring[inFront];
            at = inFront;
        }
        ring[at] = event;
    }

    private void compare(long[] ring, int begin, int count) {
        for (int i = 0; i < count; i++) {
            long event = ring[begin + i & ring.length - 1];
            places[i] = (event & mask) << 31 | i;
            sorted[i] = event;
        }
        Arrays.sort(places, 0, count);
        for (int i = 0; i < count; i++) {
            ring[begin + i & ring.length - 1] = sorted[(int) places[i] & Integer.MAX_VALUE];
        }
    }

    /** Sort by one digit of the ranks. */
    private void distribute(long[] ring, int begin, int count, int shift) {
        Arrays.fill(next, 0);
        for (int i = 0; i < count; i++) {
            next[digit(ring[begin + i & ring.length - 1], shift)]++;
        }
        if (next[digit(ring[begin & ring.length - 1], shift)] == count) {
            return;
        }
        int place = 0;
        for (int digit = 0; digit < DIGITS; digit++) {
            int events = next[digit];
            next[digit] = place;
            place += events;
        }
        for (int i = 0; i < count; i++) {
            long event = ring[begin + i & ring.length - 1];
            sorted[next[digit(event, shift)]++] = event;
        }
        for (int i = 0; i < count; i++) {
            ring[begin + i & ring.length - 1] = sorted[i];
        }
    }

    private int digit(long event, int shift) {
        return (int) ((event & mask) >>> shift) & DIGITS - 1;
    }

    private boolean isSorted(long[] ring, int begin, int end) {
        long before = -1;
        for (int i = begin; i != end; i++) {
            long rank = ring[i & ring.length - 1] & mask;
            if (rank < before) {
                return false;
            }
            before = rank;
        }
        return true;
    }
}

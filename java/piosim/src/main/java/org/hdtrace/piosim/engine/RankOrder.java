// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.engine;

import java.util.Arrays;

/**
 * Sorts events of one moment by their ranks; those of equal rank keep their order. Mostly they are few or in order
 * already, which costs one look at each. Not safe for use by several threads; allocates only for more events than ever
 * before.
 */
final class RankOrder {
    private final long mask;
    private long[] places = new long[64];
    private long[] sorted = new long[64];

    /** @param mask the lower bits of an event that are its rank, at most 32 */
    RankOrder(long mask) {
        this.mask = mask;
    }

    /**
     * Sort a part of a ring.
     *
     * @param ring events; its length is a power of two
     * @param begin of the part; taken modulo the length as the end is
     */
    void sort(long[] ring, int begin, int end) {
        if (isSorted(ring, begin, end)) {
            return;
        }
        int count = end - begin;
        if (count > places.length) {
            places = new long[ring.length];
            sorted = new long[ring.length];
        }
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

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.sweep;

/**
 * Which points one of several processes simulates.
 *
 * @param rank of the process, from 0
 * @param size number of processes
 */
public record Share(int rank, int size) {
    /** Everything. */
    public static final Share ALL = new Share(0, 1);

    public Share {
        if (rank < 0 || rank >= size) {
            throw new IllegalArgumentException("rank=" + rank + " size=" + size + ": rank must be from 0 to size - 1");
        }
    }

    /** Neighbours in the grid take about the same time, so they go to different processes. */
    public boolean contains(int point) {
        return point % size == rank;
    }
}

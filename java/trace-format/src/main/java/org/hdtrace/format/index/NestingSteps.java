// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.index;

import java.util.Arrays;

/** How many {@code Nested} are open at a place that the text has gone beyond already. */
final class NestingSteps {
    private long[] ends = new long[64];
    private int[] depths = new int[64];
    private int from;
    private int to;
    private int depth;

    void add(int newDepth, long endOffset) {
        if (to == ends.length) {
            makeRoom();
        }
        ends[to] = endOffset;
        depths[to++] = newDepth;
    }

    /** At a place not before the one asked for last: tags that end there count. */
    int depthAt(long offset) {
        while (from < to && ends[from] <= offset) {
            depth = depths[from++];
        }
        return depth;
    }

    private void makeRoom() {
        if (from < to / 2) {
            ends = Arrays.copyOf(ends, 2 * to);
            depths = Arrays.copyOf(depths, 2 * to);
            return;
        }
        System.arraycopy(ends, from, ends, 0, to - from);
        System.arraycopy(depths, from, depths, 0, to - from);
        to -= from;
        from = 0;
    }
}

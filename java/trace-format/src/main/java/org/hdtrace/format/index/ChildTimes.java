// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.index;

import org.hdtrace.format.Limits;

/** Exclusive times of states that come children first: what their direct children leave over. */
final class ChildTimes {
    /** By depth: time of the states whose parent is still to come. */
    private final long[] waiting = new long[Limits.DEPTH + 2];

    /** A state of that depth ended; its exclusive time, never negative. */
    long exclusive(int depth, long inclusiveNanos) {
        long inside = waiting[depth + 1];
        waiting[depth + 1] = 0;
        waiting[depth] += inclusiveNanos;
        return Math.max(0, inclusiveNanos - inside);
    }
}

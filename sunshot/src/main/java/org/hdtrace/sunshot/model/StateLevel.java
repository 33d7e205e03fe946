// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.model;

/**
 * All states of one row at one nesting depth, in flat columns sorted by start.
 *
 * <p>States of a well-formed trace do not overlap at one depth. Damaged traces may; then the largest end so far is kept
 * as a further column, so that a search stays a binary search.
 */
public final class StateLevel {
    private final long[] starts;
    private final long[] durations;
    private final int[] categories;
    /** Largest end among the states 0..i; null when the ends are sorted as well. */
    private final long[] reachedEnds;

    /** Takes ownership of the columns, which must have one length and ascending starts. */
    StateLevel(long[] starts, long[] durations, int[] categories) {
        this.starts = starts;
        this.durations = durations;
        this.categories = categories;
        this.reachedEnds = reachedEnds(starts, durations);
    }

    private static long[] reachedEnds(long[] starts, long[] durations) {
        boolean sorted = true;
        for (int i = 1; i < starts.length && sorted; i++) {
            sorted = starts[i] + durations[i] >= starts[i - 1] + durations[i - 1];
        }
        if (sorted) {
            return null;
        }
        long[] reached = new long[starts.length];
        long max = Long.MIN_VALUE;
        for (int i = 0; i < reached.length; i++) {
            max = Math.max(max, starts[i] + durations[i]);
            reached[i] = max;
        }
        return reached;
    }

    public int size() {
        return starts.length;
    }

    /** Nanoseconds since the epoch. */
    public long startNanos(int index) {
        return starts[index];
    }

    /** Nanoseconds since the epoch, never before the start. */
    public long endNanos(int index) {
        return starts[index] + durations[index];
    }

    public long durationNanos(int index) {
        return durations[index];
    }

    public int category(int index) {
        return categories[index];
    }

    /** Index of the first state that may still touch times at or after {@code nanos}; {@link #size()} if none. */
    public int firstReaching(long nanos) {
        int low = 0;
        int high = starts.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (reach(middle) >= nanos) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    /** Index of the state that covers {@code nanos} (the last one to start, should several), or -1. */
    public int at(long nanos) {
        int found = -1;
        for (int i = firstReaching(nanos); i < starts.length && starts[i] <= nanos; i++) {
            if (endNanos(i) > nanos || (durations[i] == 0 && starts[i] == nanos)) {
                found = i;
            }
        }
        return found;
    }

    private long reach(int index) {
        return reachedEnds == null ? starts[index] + durations[index] : reachedEnds[index];
    }
}

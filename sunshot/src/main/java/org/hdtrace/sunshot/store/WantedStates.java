// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.store;

import java.util.BitSet;

/**
 * Which states of a level are wanted: of each category those of some durations. That is worked out once for each category, so that a
 * state costs two comparisons. Immutable.
 */
public final class WantedStates {
    /** By category of the row. */
    private final long[] least;

    private final long[] most;
    /** Of a category with several ranges all of them; null where least and most say it all. */
    private final long[][] ranges;

    private final BitSet categories = new BitSet();

    /** What is wanted of states of one name. */
    @FunctionalInterface
    public interface Selection {
        /** Ranges of durations in rising order, nanoseconds: least and most of each, both included. */
        long[] durations(String name);
    }

    /**
     * What is wanted of a level.
     *
     * @param names of the categories of its row; none of a level without states
     */
    public WantedStates(String[] names, Selection wanted) {
        least = new long[names.length];
        most = new long[names.length];
        ranges = new long[names.length][];
        for (int i = 0; i < names.length; i++) {
            long[] own = wanted.durations(names[i]);
            boolean any = own.length > 0;
            least[i] = any ? own[0] : Long.MAX_VALUE;
            most[i] = any ? own[own.length - 1] : Long.MIN_VALUE;
            ranges[i] = own.length > 2 ? own.clone() : null;
            categories.set(i, any);
        }
    }

    /** Categories of the row of which some states are wanted. */
    BitSet categories() {
        return categories;
    }

    /** The category that a number stands for: a damaged store may hold any. */
    int categoryOf(int number) {
        return number < 0 ? least.length - 1 : Math.min(number, least.length - 1);
    }

    /** Whether a state is wanted; {@code category} as {@link #categoryOf} tells. */
    boolean takes(int category, long durationNanos) {
        return durationNanos >= least[category]
                && durationNanos <= most[category]
                && (ranges[category] == null || isIn(ranges[category], durationNanos));
    }

    private static boolean isIn(long[] ranges, long nanos) {
        for (int i = 0; i < ranges.length; i += 2) {
            if (nanos >= ranges[i] && nanos <= ranges[i + 1]) {
                return true;
            }
        }
        return false;
    }
}

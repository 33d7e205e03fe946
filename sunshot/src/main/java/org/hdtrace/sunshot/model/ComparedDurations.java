// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.model;

import java.util.Arrays;
import java.util.List;
import java.util.function.DoublePredicate;
import java.util.function.LongPredicate;
import java.util.stream.LongStream;

/**
 * The durations that a filter compares with. Between two of them all durations are alike to it, so that what it says of one name is
 * known of all durations when it was asked of a few. Immutable.
 */
final class ComparedDurations {
    /** From each of them to before the next one no comparison changes its answer; rising, nanoseconds. */
    private final long[] edges;

    ComparedDurations(List<Double> seconds) {
        LongStream.Builder all = LongStream.builder().add(0);
        for (double each : seconds) {
            all.add(first(found -> found >= each)).add(first(found -> found > each));
        }
        edges = all.build().sorted().distinct().toArray();
    }

    static double secondsOf(long nanos) {
        return nanos / 1e9;
    }

    /** The first duration of which something holds that then holds of all longer ones; the longest one if it holds of none. */
    private static long first(DoublePredicate seconds) {
        long low = 0;
        long high = Long.MAX_VALUE;
        while (low < high) {
            long middle = low + (high - low) / 2;
            if (seconds.test(secondsOf(middle))) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    /**
     * Where something holds that depends on comparisons with these durations alone.
     *
     * @return ranges in rising order, nanoseconds: least and most of each, both included
     */
    long[] where(LongPredicate holds) {
        long[] ranges = new long[2 * edges.length];
        int used = 0;
        for (int i = 0; i < edges.length; i++) {
            if (holds.test(edges[i])) {
                if (used > 0 && ranges[used - 1] == edges[i] - 1) {
                    used--;
                } else {
                    ranges[used++] = edges[i];
                }
                ranges[used++] = i + 1 < edges.length ? edges[i + 1] - 1 : Long.MAX_VALUE;
            }
        }
        return Arrays.copyOf(ranges, used);
    }
}

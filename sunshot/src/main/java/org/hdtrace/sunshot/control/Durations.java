// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.control;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import org.hdtrace.sunshot.model.Interval;
import org.hdtrace.sunshot.model.Row;
import org.hdtrace.sunshot.model.StateLevel;

/**
 * How long the states of each category last in an interval: shortest, longest and the 95th percentile, and shortest and longest without
 * the states inside of them; states at the edges count with the part inside. Percentiles come from a histogram whose bins are 1/64 as wide as their value, so they may be too large by at most
 * that. Takes as long as there are states in the interval. Immutable after {@link #of}. Source: SUNSHOT V-10.
 */
public final class Durations {
    private static final int SUB_BITS = 6;
    private static final int SUB = 1 << SUB_BITS;
    private static final int ASK_EVERY = 1 << 16;
    private static final Durations NONE = new Durations(0);

    private final int[][] bins;
    private final long[] counts;
    private final long[] least;
    private final long[] most;
    private final long[] leastAlone;
    private final long[] mostAlone;

    private Durations(int categories) {
        bins = new int[categories][];
        counts = new long[categories];
        least = new long[categories];
        most = new long[categories];
        leastAlone = new long[categories];
        mostAlone = new long[categories];
        Arrays.fill(least, Long.MAX_VALUE);
        Arrays.fill(leastAlone, Long.MAX_VALUE);
    }

    /** Of nothing. */
    public static Durations none() {
        return NONE;
    }

    /**
     * Looks at all states below a row.
     *
     * @param own interval in the run's own time
     * @param categories how many there are
     * @param nested whether nested states count, or only those at the top
     * @param cancelled asked often; the work ends with a {@link CancellationException}
     */
    public static Durations of(Row row, Interval own, int categories, boolean nested, BooleanSupplier cancelled) {
        Durations durations = new Durations(categories);
        row.walk(each -> {
            if (each instanceof Row.Trace trace) {
                List<StateLevel> levels = trace.track().levels();
                int depths = Math.min(nested ? levels.size() : 1, levels.size());
                for (int depth = 0; depth < depths; depth++) {
                    StateLevel inner = depth + 1 < depths ? levels.get(depth + 1) : null;
                    durations.add(levels.get(depth), inner, own, cancelled);
                }
            }
        });
        return durations;
    }

    /** @param inner states inside of those of the level, null for none */
    private void add(StateLevel level, StateLevel inner, Interval own, BooleanSupplier cancelled) {
        int next = inner == null ? 0 : inner.firstReaching(own.startNanos());
        for (int i = level.firstReaching(own.startNanos());
                i < level.size() && level.startNanos(i) < own.endNanos();
                i++) {
            if (i % ASK_EVERY == 0 && cancelled.getAsBoolean()) {
                throw new CancellationException("counting of durations was cancelled");
            }
            long start = Math.max(level.startNanos(i), own.startNanos());
            long end = Math.min(level.endNanos(i), own.endNanos());
            int category = level.category(i);
            if (end >= start && level.endNanos(i) > own.startNanos() && category < counts.length) {
                long inside = 0;
                while (inner != null && next < inner.size() && inner.startNanos(next) < end) {
                    inside +=
                            Math.max(0, Math.min(inner.endNanos(next), end) - Math.max(inner.startNanos(next), start));
                    next++;
                }
                add(category, end - start);
                leastAlone[category] = Math.min(leastAlone[category], end - start - inside);
                mostAlone[category] = Math.max(mostAlone[category], end - start - inside);
            }
        }
    }

    private void add(int category, long nanos) {
        counts[category]++;
        least[category] = Math.min(least[category], nanos);
        most[category] = Math.max(most[category], nanos);
        int bin = binOf(nanos);
        int[] own = bins[category];
        if (own == null || own.length <= bin) {
            own = own == null ? new int[bin + SUB] : Arrays.copyOf(own, bin + SUB);
            bins[category] = own;
        }
        own[bin]++;
    }

    /** The first 64 values have a bin each; from there on each doubling has 64. */
    private static int binOf(long nanos) {
        int magnitude = Math.max(0, 63 - Long.numberOfLeadingZeros(Math.max(1, nanos)) - SUB_BITS);
        return magnitude == 0 ? (int) Math.min(nanos, 2 * SUB - 1) : magnitude * SUB + (int) (nanos >> magnitude);
    }

    /** The largest value of a bin. */
    private static long lastOf(int bin) {
        int magnitude = Math.max(0, bin / SUB - 1);
        return magnitude == 0 ? bin : (((long) (bin - magnitude * SUB) + 1) << magnitude) - 1;
    }

    /** Whether states were looked at. */
    public boolean isCounted() {
        return counts.length > 0;
    }

    /** Whether there is a state of a category. */
    public boolean has(int category) {
        return category < counts.length && counts[category] > 0;
    }

    /** ns; only where {@link #has}. */
    public long shortest(int category) {
        return least[category];
    }

    /** ns; only where {@link #has}. */
    public long longest(int category) {
        return most[category];
    }

    /** Without the states inside of it, ns; only where {@link #has}. */
    public long shortestAlone(int category) {
        return leastAlone[category];
    }

    /** Without the states inside of it, ns; only where {@link #has}. */
    public long longestAlone(int category) {
        return mostAlone[category];
    }

    /** The least time, ns, that a share of the states of a category do not exceed; only where {@link #has}. */
    public long percentile(int category, double share) {
        long wanted = (long) Math.ceil(share * counts[category]);
        long seen = 0;
        for (int bin = 0; bin < bins[category].length; bin++) {
            seen += bins[category][bin];
            if (seen >= wanted && bins[category][bin] > 0) {
                return Math.min(most[category], lastOf(bin));
            }
        }
        return most[category];
    }
}

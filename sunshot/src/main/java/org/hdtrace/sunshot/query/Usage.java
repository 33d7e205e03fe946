// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.query;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.hdtrace.sunshot.model.Interval;
import org.hdtrace.sunshot.model.Row;
import org.hdtrace.sunshot.model.Run;

/**
 * How often each category occurs and how much time it takes in an interval: the figures of the legend. States at the
 * edges count with the part inside. Exact, and no slower for a longer run: what lies inside comes from running sums.
 */
public final class Usage {
    private final long[] counts;
    private final long[] inclusive;
    private final long[] exclusive;
    private long rowNanos;

    private Usage(int categoryCount) {
        counts = new long[categoryCount];
        inclusive = new long[categoryCount];
        exclusive = new long[categoryCount];
    }

    /**
     * Sums all traces of the runs that the query wants.
     *
     * @param interval on the common scale
     * @param query gives each run its zero, and says which rows are wanted
     * @param nested whether nested states count, or only those at the top
     */
    public static Usage of(List<Run> runs, RowQuery query, Interval interval, int categoryCount, boolean nested) {
        Usage usage = new Usage(categoryCount);
        for (int i = 0; i < runs.size(); i++) {
            Interval own =
                    inside(interval.shift(query.originOf(runs, i)), runs.get(i).interval());
            for (Row row : runs.get(i).rows()) {
                row.walk(each -> {
                    if (each instanceof Row.Trace trace && query.wants(each)) {
                        usage.addTrace(trace, own, nested);
                    }
                });
            }
        }
        return usage;
    }

    /** Shares of a short run beside a long one are shares of its own time. */
    private static Interval inside(Interval wanted, Interval run) {
        long start = Math.max(wanted.startNanos(), run.startNanos());
        return new Interval(start, Math.max(start, Math.min(wanted.endNanos(), run.endNanos())));
    }

    private void addTrace(Row.Trace trace, Interval interval, boolean nested) {
        rowNanos += interval.durationNanos();
        trace.track().addSums(interval, nested, (category, count, inclusiveNanos, exclusiveNanos) -> {
            if (category < counts.length) {
                counts[category] += count;
                inclusive[category] += inclusiveNanos;
                exclusive[category] += exclusiveNanos;
            }
        });
    }

    public long count(int category) {
        return category < counts.length ? counts[category] : 0;
    }

    /** Time inside states of the category, nested states included, nanoseconds. */
    public long inclusiveNanos(int category) {
        return category < inclusive.length ? inclusive[category] : 0;
    }

    /** Time inside states of the category but outside of states nested in them, nanoseconds. */
    public long exclusiveNanos(int category) {
        return category < exclusive.length ? exclusive[category] : 0;
    }

    /** Inclusive time as a share of the time of all rows, 0 to 1. */
    public double inclusiveShare(int category) {
        return rowNanos == 0 ? 0 : (double) inclusiveNanos(category) / rowNanos;
    }

    /** Categories that occur, the one with the most inclusive time first. */
    public int[] ranking() {
        return IntStream.range(0, counts.length)
                .filter(id -> counts[id] > 0)
                .boxed()
                .sorted((a, b) ->
                        inclusive[a] != inclusive[b] ? Long.compare(inclusive[b], inclusive[a]) : Integer.compare(a, b))
                .mapToInt(Integer::intValue)
                .toArray();
    }

    @Override
    public String toString() {
        return "counts=" + Arrays.toString(counts) + " inclusive=" + Arrays.toString(inclusive);
    }
}

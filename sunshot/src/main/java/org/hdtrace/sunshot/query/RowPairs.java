// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.query;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.hdtrace.analysis.messages.PairSums;
import org.hdtrace.analysis.messages.PairValues.Metric;
import org.hdtrace.format.select.Interval;
import org.hdtrace.sunshot.arrow.ArrowTable;
import org.hdtrace.sunshot.arrow.MessagePairs;

/**
 * Which rows send messages to which in an interval, with the figures of the matrix (SUNSHOT 1.5, V-11). An end whose row is not visible
 * lies at the nearest visible row above it, as those of arrows do. Immutable; any thread.
 *
 * @param pairs those with the most bytes first
 * @param leftOut how many more of the drawn rows there are
 * @param undrawn how many have a row that is not drawn
 */
public record RowPairs(List<Pair> pairs, int leftOut, int undrawn) {
    /** More than so many in one strip nobody can tell apart. */
    public static final int MOST = 200;

    private static final Comparator<Pair> MOST_FIRST = Comparator.comparingLong(Pair::bytes)
            .thenComparingLong(Pair::count)
            .reversed()
            .thenComparing(Pair::from)
            .thenComparing(Pair::to);

    /**
     * Two rows, in the order of the messages between them; one row for what stays within it.
     *
     * @param run number of their run
     * @param from key of the row that sends
     * @param to key of the row that receives
     * @param bandwidth bytes by the time that messages took, B/s; NaN if they took none
     * @param latencyNanos mean time of a message
     * @param firstNanos earliest begin, in the time of the run
     * @param lastNanos latest end, in the time of the run
     */
    public record Pair(
            int run,
            String from,
            String to,
            long count,
            long bytes,
            double bandwidth,
            double latencyNanos,
            long firstNanos,
            long lastNanos) {}

    public RowPairs {
        pairs = List.copyOf(pairs);
    }

    /** Nobody sends anything. */
    public static RowPairs none() {
        return new RowPairs(List.of(), 0, 0);
    }

    /**
     * The pairs. One step for each message that touches the interval, and one for each row.
     *
     * @param tables messages by number of the run
     * @param rows all visible rows of the runs
     * @param drawn keys of some of them; pairs with others are only counted
     * @param visible on the common scale
     * @param most pairs
     */
    public static RowPairs of(
            Map<Integer, ArrowTable> tables,
            List<VisibleRow> rows,
            Set<String> drawn,
            org.hdtrace.sunshot.model.Interval visible,
            int most) {
        List<Pair> found = new ArrayList<>();
        int[] undrawn = {0};
        tables.forEach((run, table) -> {
            Interval own = ownTime(run, rows, visible);
            int[] places = ArrowQuery.rowOfEnds(table.ends(), run, rows);
            List<String> keys = renumber(places, rows);
            PairSums sums = MessagePairs.of(keys, places, table, own);
            for (PairSums.Pair pair : sums.pairs()) {
                Pair made = pair(run, sums, pair.from(), pair.to());
                if (drawn.contains(made.from()) && drawn.contains(made.to())) {
                    found.add(made);
                } else {
                    undrawn[0]++;
                }
            }
        });
        found.sort(MOST_FIRST);
        List<Pair> kept = found.subList(0, Math.min(most, found.size()));
        return new RowPairs(kept, found.size() - kept.size(), undrawn[0]);
    }

    private static Interval ownTime(int run, List<VisibleRow> rows, org.hdtrace.sunshot.model.Interval visible) {
        long origin = rows.stream()
                .filter(row -> row.run() == run)
                .mapToLong(VisibleRow::originNanos)
                .findFirst()
                .orElse(0);
        return new Interval(visible.startNanos() + origin, visible.endNanos() + origin);
    }

    /** Numbers the rows anew, since most of a large tree have no arrows, and tells their keys. */
    private static List<String> renumber(int[] rowOfEnd, List<VisibleRow> rows) {
        Map<Integer, Integer> numbers = new HashMap<>();
        List<String> keys = new ArrayList<>();
        for (int end = 0; end < rowOfEnd.length; end++) {
            int row = rowOfEnd[end];
            if (row >= 0) {
                rowOfEnd[end] = numbers.computeIfAbsent(row, unused -> {
                    keys.add(rows.get(row).key());
                    return keys.size() - 1;
                });
            }
        }
        return keys;
    }

    private static Pair pair(int run, PairSums sums, int from, int to) {
        long[] span = sums.span(from, to).orElseThrow();
        return new Pair(
                run,
                sums.labels().get(from),
                sums.labels().get(to),
                (long) sums.value(from, to, Metric.COUNT),
                (long) sums.value(from, to, Metric.BYTES),
                sums.value(from, to, Metric.BANDWIDTH),
                sums.value(from, to, Metric.LATENCY) * 1e9,
                span[0],
                span[1]);
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.waits;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.function.ToLongFunction;
import org.hdtrace.analysis.waits.WaitKind;
import org.hdtrace.sunshot.model.Interval;
import org.hdtrace.sunshot.model.OperationTracks;

/** All waits of a run, by the path of the row that waits. Immutable; any thread. Source: SUNSHOT V-18. */
public final class WaitTable {
    private final Map<String, RowWaits> rows;
    private final List<String> causes;

    /**
     * How long a row waits for one reason within an interval.
     *
     * @param row its path
     * @param nanos within the interval
     */
    public record Sum(String row, WaitKind kind, long count, long nanos) {}

    /**
     * One wait.
     *
     * @param row path of the row that waits
     * @param cause path of the row it waits for, "" if unknown
     */
    public record One(String row, WaitKind kind, Interval time, String cause) {}

    WaitTable(Map<String, RowWaits> rows, List<String> causes) {
        this.rows = Map.copyOf(rows);
        this.causes = List.copyOf(causes);
    }

    /** Of a run where nobody waits. */
    public static WaitTable none() {
        return new WaitTable(Map.of(), List.of());
    }

    /** The same waits with their rows moved in time, by their path. */
    public WaitTable shifted(ToLongFunction<String> byPath) {
        Map<String, RowWaits> moved = new HashMap<>();
        rows.forEach((path, waits) -> moved.put(path, waits.shifted(byPath.applyAsLong(path))));
        return new WaitTable(moved, causes);
    }

    /** The waits of a row, or null if it never waits. A single lane of operations is a row without lanes below. */
    public RowWaits of(String path) {
        RowWaits own = rows.get(path);
        return own == null && OperationTracks.isOperations(path) ? rows.get(path + "/0") : own;
    }

    /** Sums by row and reason within an interval, the longest first. */
    public List<Sum> sums(Interval time) {
        List<Sum> sums = new ArrayList<>();
        rows.forEach((path, waits) -> {
            Map<WaitKind, Sum> own = new EnumMap<>(WaitKind.class);
            for (int i = waits.firstReaching(time.startNanos());
                    i < waits.size() && waits.startNanos(i) < time.endNanos();
                    i++) {
                long inside =
                        Math.min(waits.endNanos(i), time.endNanos()) - Math.max(waits.startNanos(i), time.startNanos());
                if (inside > 0) {
                    own.merge(waits.kind(i), new Sum(path, waits.kind(i), 1, inside), WaitTable::add);
                }
            }
            sums.addAll(own.values());
        });
        sums.sort(Comparator.comparingLong(Sum::nanos).reversed().thenComparing(Sum::row));
        return sums;
    }

    private static Sum add(Sum first, Sum second) {
        return new Sum(first.row(), first.kind(), first.count() + second.count(), first.nanos() + second.nanos());
    }

    /** Sums over all rows, the longest first. */
    public static List<Sum> totals(List<Sum> sums) {
        Map<WaitKind, Sum> totals = new EnumMap<>(WaitKind.class);
        sums.forEach(
                sum -> totals.merge(sum.kind(), new Sum("", sum.kind(), sum.count(), sum.nanos()), WaitTable::add));
        return totals.values().stream()
                .sorted(Comparator.comparingLong(Sum::nanos).reversed())
                .toList();
    }

    /** The longest waits that touch an interval, the longest first. */
    public List<One> longest(Interval time, int most) {
        PriorityQueue<One> kept =
                new PriorityQueue<>(Comparator.comparingLong(one -> one.time().durationNanos()));
        rows.forEach((path, waits) -> {
            for (int i = waits.firstReaching(time.startNanos());
                    i < waits.size() && waits.startNanos(i) < time.endNanos();
                    i++) {
                if (waits.endNanos(i) > time.startNanos()) {
                    String cause = waits.cause(i) < 0 ? "" : causes.get(waits.cause(i));
                    Interval own = new Interval(waits.startNanos(i), waits.endNanos(i));
                    kept.add(new One(path, waits.kind(i), own, cause));
                    if (kept.size() > most) {
                        kept.remove();
                    }
                }
            }
        });
        return kept.stream()
                .sorted(Comparator.<One>comparingLong(one -> one.time().durationNanos())
                        .reversed()
                        .thenComparing(One::row)
                        .thenComparing(one -> one.time().startNanos()))
                .toList();
    }
}

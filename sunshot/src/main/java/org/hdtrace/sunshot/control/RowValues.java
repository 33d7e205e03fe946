// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.control;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.hdtrace.sunshot.model.Interval;
import org.hdtrace.sunshot.model.Row;
import org.hdtrace.sunshot.model.Run;
import org.hdtrace.sunshot.model.StateLevel;
import org.hdtrace.sunshot.model.StatisticSeries;
import org.hdtrace.sunshot.query.RowQuery;
import org.hdtrace.sunshot.query.SeriesQuery;

/** What rows are sorted by, by key. Pure functions that take as long as there are states; safe on any thread. */
public final class RowValues {
    private RowValues() {}

    /** Seconds inside of outermost states in an interval of the common scale; of groups the sum of what is below. */
    public static Map<String, Double> busy(List<Run> runs, RowQuery query, Interval visible) {
        Map<String, Double> values = new HashMap<>();
        for (int run = 0; run < runs.size(); run++) {
            Interval own = visible.shift(query.originOf(runs, run));
            for (Row row : query.shown(runs, run)) {
                addBusy(run + ":", row, own, values);
            }
        }
        return values;
    }

    private static double addBusy(String prefix, Row row, Interval time, Map<String, Double> values) {
        double sum = 0;
        if (row instanceof Row.Trace trace && !trace.track().levels().isEmpty()) {
            sum = busySeconds(trace.track().levels().get(0), time);
        }
        for (Row child : row.children()) {
            sum += addBusy(prefix, child, time, values);
        }
        values.put(prefix + row.path(), sum);
        return sum;
    }

    private static double busySeconds(StateLevel level, Interval time) {
        long nanos = 0;
        for (int i = level.firstReaching(time.startNanos());
                i < level.size() && level.startNanos(i) < time.endNanos();
                i++) {
            nanos += Math.max(
                    0, Math.min(level.endNanos(i), time.endNanos()) - Math.max(level.startNanos(i), time.startNanos()));
        }
        return nanos / 1e9;
    }

    /** Mean over an interval of a statistic, of each row that has it below. Rows without it have no value. */
    public static Map<String, Double> statistic(List<Run> runs, RowQuery query, Interval visible, String name) {
        Map<String, Double> values = new HashMap<>();
        for (int i = 0; i < runs.size(); i++) {
            String prefix = i + ":";
            Interval own = visible.shift(query.originOf(runs, i));
            for (Row top : query.shown(runs, i)) {
                top.walk(row ->
                        below(row, name).ifPresent(series -> values.put(prefix + row.path(), mean(series, own))));
            }
        }
        return values;
    }

    /** Names of all statistics, sorted. */
    public static List<String> statisticNames(List<Run> runs) {
        TreeSet<String> names = new TreeSet<>();
        for (Run run : runs) {
            run.rows()
                    .forEach(top -> top.walk(row -> {
                        if (row instanceof Row.Statistic statistic) {
                            names.add(statistic.series().name());
                        }
                    }));
        }
        return List.copyOf(names);
    }

    private static Optional<StatisticSeries> below(Row row, String name) {
        List<StatisticSeries> found = new ArrayList<>();
        row.walk(each -> {
            if (each instanceof Row.Statistic statistic
                    && statistic.series().name().equals(name)) {
                found.add(statistic.series());
            }
        });
        return found.stream().findFirst();
    }

    /** 0 where there is no record. */
    static double mean(StatisticSeries series, Interval time) {
        double mean = SeriesQuery.mean(series, time);
        return Double.isNaN(mean) ? 0 : mean;
    }
}

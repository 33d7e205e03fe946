// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.query;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.hdtrace.sunshot.model.Row;
import org.hdtrace.sunshot.model.Run;
import org.hdtrace.sunshot.model.StatisticSeries;

/**
 * How each counter is drawn: those that the user changed, all others as usual. What is finer than a counter (CPU_TOTAL_0 than
 * CPU_TOTAL, READS:sda than READS) is drawn as it is. Immutable.
 *
 * @param changed by name of the counter
 */
public record CounterLooks(Map<String, CounterLook> changed) {
    private static final CounterLooks USUAL = new CounterLooks(Map.of());

    public CounterLooks {
        changed = Map.copyOf(changed);
    }

    /** Everything as usual. */
    public static CounterLooks usual() {
        return USUAL;
    }

    /** Counters of runs, without those that are finer than another one, in the order of the rows. */
    public static List<StatisticSeries> counters(List<Run> runs) {
        Map<String, StatisticSeries> found = new LinkedHashMap<>();
        runs.forEach(run -> run.rows().forEach(row -> addCounters(row, found)));
        return new ArrayList<>(found.values());
    }

    private static void addCounters(Row row, Map<String, StatisticSeries> found) {
        if (row instanceof Row.Statistic statistic) {
            found.putIfAbsent(nameOf(statistic.series()), statistic.series());
        } else {
            row.children().forEach(child -> addCounters(child, found));
        }
    }

    /** The name that a counter is told from others by: that of the series without a device. */
    public static String nameOf(StatisticSeries series) {
        int colon = series.name().indexOf(':');
        return colon < 0 ? series.name() : series.name().substring(0, colon);
    }

    /** How a series is drawn. */
    public CounterLook of(StatisticSeries series) {
        return changed.isEmpty() ? CounterLook.USUAL : of(series.name());
    }

    private CounterLook of(String name) {
        CounterLook own = changed.get(name);
        if (own != null) {
            return own;
        }
        int end = Math.max(name.lastIndexOf('_'), name.lastIndexOf(':'));
        return end <= 0 ? CounterLook.USUAL : of(name.substring(0, end));
    }

    /** Whether a row is one of a counter that is not shown. */
    public boolean hides(Row row) {
        return row instanceof Row.Statistic statistic && !of(statistic.series()).shown();
    }

    /** The same, but the counter that a series belongs to is shown. */
    public CounterLooks shown(StatisticSeries series) {
        CounterLooks result = this;
        for (String name : changed.keySet()) {
            if (series.name().equals(name)
                    || series.name().startsWith(name + "_")
                    || series.name().startsWith(name + ":")) {
                result = result.with(name, of(name).withShown(true));
            }
        }
        return result;
    }

    /** The same with another look of one counter. */
    public CounterLooks with(String name, CounterLook look) {
        Map<String, CounterLook> all = new TreeMap<>(changed);
        if (look.equals(of(name))) {
            return this;
        }
        all.put(name, look);
        return new CounterLooks(all);
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.model;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A row for each group of statistics with one for each value below it; finer values of one kind are below that of their sum. */
public final class StatisticRows implements RowSource {
    @Override
    public int order() {
        return 200;
    }

    @Override
    public List<Row> rows(NodeContents node) {
        return node.statistics().stream()
                .map(table -> group(node.path(), table))
                .toList();
    }

    private static Row group(String path, StatisticsTable table) {
        String prefix = path.isEmpty() ? table.name() : path + "/" + table.name();
        List<Row> roots = new ArrayList<>();
        Map<String, List<Row>> devices = new LinkedHashMap<>();
        for (StatisticSeries series : table.series()) {
            if (parentOf(series, table.series()) == null) {
                Row row = statistic(prefix, series, table.series());
                int colon = series.name().indexOf(':');
                if (colon < 0) {
                    roots.add(row);
                } else {
                    devices.computeIfAbsent(series.name().substring(colon + 1), key -> new ArrayList<>())
                            .add(row);
                }
            }
        }
        // A dozen counters for each disk would hide the rest, so each device is one closed row.
        devices.forEach((device, rows) -> roots.add(new Row.Group(prefix + "/" + device, device, rows, false)));
        return new Row.Group(prefix, table.name(), roots, true);
    }

    private static Row statistic(String prefix, StatisticSeries series, List<StatisticSeries> all) {
        List<Row> children = new ArrayList<>();
        for (StatisticSeries other : all) {
            if (other != series && parentOf(other, all) == series) {
                children.add(statistic(prefix, other, all));
            }
        }
        return new Row.Statistic(prefix + "/" + series.name(), series.name(), series, children);
    }

    /** CPU_TOTAL_0 belongs to CPU_TOTAL, READS:sda to READS: the longest name that continues after _ or a colon. */
    private static StatisticSeries parentOf(StatisticSeries series, List<StatisticSeries> all) {
        StatisticSeries best = null;
        for (StatisticSeries other : all) {
            if (continues(series.name(), other.name())
                    && (best == null || other.name().length() > best.name().length())) {
                best = other;
            }
        }
        return best;
    }

    private static boolean continues(String name, String start) {
        return name.length() > start.length()
                && name.startsWith(start)
                && (name.charAt(start.length()) == '_' || name.charAt(start.length()) == ':');
    }
}

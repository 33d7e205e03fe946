// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.hdtrace.format.Finding;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.project.StatisticsFile;
import org.hdtrace.format.statistics.StatisticsReader;
import org.hdtrace.format.statistics.ValueDescription;
import org.hdtrace.format.statistics.ValueType;

/**
 * All series of one statistics file; they share one column of boundaries.
 *
 * @param name of the group
 * @param series in the order of the file; texts are left out
 * @param findings of the reader
 */
public record StatisticsTable(String name, List<StatisticSeries> series, List<Finding> findings) {
    public StatisticsTable {
        series = List.copyOf(series);
        findings = List.copyOf(findings);
    }

    static StatisticsTable read(StatisticsFile file) throws TraceFormatException {
        try (StatisticsReader reader = StatisticsReader.open(file.path())) {
            List<ValueDescription> values = reader.group().values();
            long[] boundaries = new long[256];
            double[][] columns = new double[values.size()][255];
            int size = 0;
            while (reader.next()) {
                if (size == 0) {
                    boundaries[0] = reader.intervalStartNanos();
                }
                if (size + 1 == boundaries.length) {
                    boundaries = Arrays.copyOf(boundaries, boundaries.length * 2);
                    for (int i = 0; i < columns.length; i++) {
                        columns[i] = Arrays.copyOf(columns[i], boundaries.length - 1);
                    }
                }
                for (int i = 0; i < columns.length; i++) {
                    columns[i][size] = values.get(i).type() == ValueType.STRING ? 0 : reader.doubleValue(i);
                }
                boundaries[++size] = reader.timeNanos();
            }
            long[] times = size == 0 ? new long[1] : Arrays.copyOf(boundaries, size + 1);
            return new StatisticsTable(file.group(), series(values, times, columns, size), reader.findings());
        }
    }

    private static List<StatisticSeries> series(
            List<ValueDescription> values, long[] times, double[][] columns, int size) {
        List<StatisticSeries> series = new ArrayList<>();
        for (int i = 0; i < columns.length; i++) {
            ValueDescription value = values.get(i);
            if (value.type() != ValueType.STRING) {
                series.add(new StatisticSeries(
                        value.name(), value.unit(), value.grouping(), times, Arrays.copyOf(columns[i], size)));
            }
        }
        return series;
    }

    /** What a filter leaves of it. */
    StatisticsTable sift(StateFilter filter) {
        return new StatisticsTable(
                name,
                series.stream().flatMap(each -> filter.sift(each).stream()).toList(),
                findings);
    }

    boolean isEmpty() {
        return series.isEmpty() || series.get(0).size() == 0;
    }

    long startNanos() {
        return series.get(0).boundaryNanos(0);
    }

    long endNanos() {
        return series.get(0).boundaryNanos(series.get(0).size());
    }
}

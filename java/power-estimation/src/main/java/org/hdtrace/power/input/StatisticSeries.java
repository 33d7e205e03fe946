// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.power.input;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.project.StatisticsFile;
import org.hdtrace.format.statistics.StatisticsReader;
import org.hdtrace.power.series.Series;
import org.hdtrace.power.series.SeriesBuilder;

/** The values of one statistics file over time. */
final class StatisticSeries {
    private StatisticSeries() {}

    /** A value's series and its unit in the file. */
    record Column(String unit, Series series) {}

    /** Read the wanted values that the file has, as they stand there; each record holds over its interval. */
    static Map<String, Column> read(StatisticsFile file, Collection<String> wanted) throws TraceFormatException {
        try (StatisticsReader reader = StatisticsReader.open(file.path())) {
            List<Integer> columns = new ArrayList<>();
            List<SeriesBuilder> builders = new ArrayList<>();
            for (int i = 0; i < reader.group().values().size(); i++) {
                if (wanted.contains(reader.group().values().get(i).name())) {
                    columns.add(i);
                    builders.add(new SeriesBuilder());
                }
            }
            while (!columns.isEmpty() && reader.next()) {
                for (int i = 0; i < columns.size(); i++) {
                    builders.get(i)
                            .add(reader.intervalStartNanos(), reader.timeNanos(), reader.doubleValue(columns.get(i)));
                }
            }
            Map<String, Column> series = new LinkedHashMap<>();
            for (int i = 0; i < columns.size(); i++) {
                var value = reader.group().values().get(columns.get(i));
                series.put(
                        value.name(), new Column(value.unit(), builders.get(i).build()));
            }
            return series;
        }
    }
}

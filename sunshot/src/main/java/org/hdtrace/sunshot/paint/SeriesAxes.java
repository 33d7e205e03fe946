// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.paint;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.hdtrace.sunshot.model.Row;
import org.hdtrace.sunshot.model.StatisticSeries;
import org.hdtrace.sunshot.query.CounterLook;
import org.hdtrace.sunshot.query.CounterLooks;
import org.hdtrace.sunshot.query.VisibleRow;

/**
 * The value axes of statistics rows. Rows of one name and unit share one, so that nodes and runs can be compared; it begins at 0
 * unless values are negative, and both ends can be chosen (SUNSHOT S-41).
 */
public final class SeriesAxes {
    /** Decades of a logarithmic axis whose values reach down to 0. */
    private static final double MOST_DECADES = 1e6;

    private final CounterLooks looks;
    private final Map<List<String>, Range> ofNames = new HashMap<>();
    private final Map<List<String>, Range> ofGroups = new HashMap<>();

    /** Least and largest value of several series. */
    private record Range(double low, double leastPositive, double high) {
        static Range of(StatisticSeries series) {
            return new Range(series.min(), series.leastPositive(), series.max());
        }

        Range with(Range other) {
            return new Range(
                    Math.min(low, other.low), Math.min(leastPositive, other.leastPositive), Math.max(high, other.high));
        }
    }

    /** The axes of rows that are to be compared with each other. */
    public SeriesAxes(List<VisibleRow> rows, CounterLooks looks) {
        this.looks = looks;
        for (VisibleRow row : rows) {
            if (row.row() instanceof Row.Statistic statistic) {
                Range range = Range.of(statistic.series());
                ofNames.merge(nameOf(statistic.series()), range, Range::with);
                ofGroups.merge(groupOf(statistic.series()), range, Range::with);
            }
        }
    }

    private static List<String> nameOf(StatisticSeries series) {
        return List.of(series.name(), series.unit());
    }

    private static List<String> groupOf(StatisticSeries series) {
        return List.of(series.group(), series.unit());
    }

    CounterLook look(StatisticSeries series) {
        return looks.of(series);
    }

    SeriesAxis of(StatisticSeries series) {
        CounterLook look = looks.of(series);
        Range own = Range.of(series);
        Range same = ofNames.getOrDefault(nameOf(series), own);
        Range group = ofGroups.getOrDefault(groupOf(series), own);
        Range below =
                switch (look.low()) {
                    case ZERO, COUNTER -> same;
                    case GROUP -> group;
                    case ROW -> own;
                };
        double high =
                switch (look.high()) {
                    case COUNTER -> percent(series, same.high());
                    case GROUP -> percent(series, group.high());
                    case ROW -> own.high();
                    case ONE -> 1;
                    case HUNDRED -> 100;
                };
        if (look.logarithmic() && high > 0) {
            boolean chosen = look.low() != CounterLook.Low.ZERO && below.low() > 0;
            double low = chosen ? below.low() : Math.max(high / MOST_DECADES, below.leastPositive());
            return new SeriesAxis(low < high ? low : high / 10, high, true);
        }
        double low = look.low() == CounterLook.Low.ZERO ? Math.min(0, same.low()) : below.low();
        return new SeriesAxis(low, high > low ? high : low + 1, false);
    }

    /** Shares of a whole end at the whole, unless they are so small that nothing would be seen. */
    private static double percent(StatisticSeries series, double high) {
        return series.unit().equals("%") && high <= 100 && high > 20 ? 100 : high;
    }
}

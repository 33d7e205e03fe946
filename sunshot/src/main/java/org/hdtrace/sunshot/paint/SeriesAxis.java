// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.paint;

import java.util.List;
import org.hdtrace.sunshot.model.Row;
import org.hdtrace.sunshot.model.StatisticSeries;
import org.hdtrace.sunshot.query.VisibleRow;

/**
 * The value axis of a statistics row. Rows of one name and unit share it, so that nodes and runs can be compared; it
 * begins at 0 unless values are negative.
 *
 * @param low value at the bottom
 * @param high value at the top, above low
 */
record SeriesAxis(double low, double high) {
    static SeriesAxis of(List<VisibleRow> rows, StatisticSeries series) {
        double low = Math.min(0, series.min());
        double high = series.max();
        for (VisibleRow row : rows) {
            if (row.row() instanceof Row.Statistic other
                    && other.series().name().equals(series.name())
                    && other.series().unit().equals(series.unit())) {
                low = Math.min(low, other.series().min());
                high = Math.max(high, other.series().max());
            }
        }
        if (series.unit().equals("%") && high <= 100 && high > 20) {
            high = 100;
        }
        return new SeriesAxis(low, high > low ? high : low + 1);
    }

    /** 0 at the bottom, 1 at the top. */
    double share(double value) {
        return (value - low) / (high - low);
    }
}

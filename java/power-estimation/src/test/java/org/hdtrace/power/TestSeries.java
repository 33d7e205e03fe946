// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.power;

import org.hdtrace.power.series.Series;
import org.hdtrace.power.series.SeriesBuilder;

/** Series of tests. */
public final class TestSeries {
    private TestSeries() {}

    /** Values of pieces of one second each, from {@link RunFiles#START} on. */
    public static Series seconds(double... values) {
        SeriesBuilder series = new SeriesBuilder();
        for (int i = 0; i < values.length; i++) {
            series.add(RunFiles.START + i * RunFiles.SECOND, RunFiles.START + (i + 1) * RunFiles.SECOND, values[i]);
        }
        return series.build();
    }

    public static double integral(Series series) {
        return series.isEmpty() ? 0 : series.integral(series.start(), series.end());
    }
}

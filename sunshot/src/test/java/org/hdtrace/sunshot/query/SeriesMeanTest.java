// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.hdtrace.sunshot.model.Interval;
import org.hdtrace.sunshot.model.StatisticSeries;
import org.junit.jupiter.api.Test;

class SeriesMeanTest {
    private final StatisticSeries series =
            new StatisticSeries("X", "", "G", new long[] {0, 10, 30, 40}, new double[] {1, 4, 100});

    @Test
    void recordsCountWithTheirPartInside() {
        assertEquals((5 * 1 + 20 * 4 + 5 * 100) / 30.0, SeriesQuery.mean(series, new Interval(5, 35)), 1e-12);
        assertEquals(4, SeriesQuery.mean(series, new Interval(12, 13)), 1e-12);
        assertTrue(Double.isNaN(SeriesQuery.mean(series, new Interval(40, 50))));
    }

    @Test
    void sumsAreOfRecordsAndOverTime() {
        SeriesQuery.Sums sums = SeriesQuery.sums(series, new Interval(5, 35));
        assertEquals(3, sums.records());
        assertEquals(105, sums.sum(), 1e-12);
        assertEquals(35, sums.average(), 1e-12);
        assertEquals(585e-9, sums.integral(), 1e-18);
        assertEquals(585 / 30.0, sums.mean(), 1e-12);
        assertTrue(Double.isNaN(SeriesQuery.sums(series, new Interval(40, 50)).average()));
    }
}

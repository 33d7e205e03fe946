// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import org.hdtrace.sunshot.model.Interval;
import org.hdtrace.sunshot.model.StatisticSeries;
import org.junit.jupiter.api.Test;

/** Histograms of a statistic (SUNSHOT S-58). */
class ValueBinsTest {
    private static StatisticSeries series(long[] boundaries, double... values) {
        return new StatisticSeries("V", "", "g", boundaries, values);
    }

    @Test
    void recordsAndTimeLieInTheirBins() {
        ValueBins bins = ValueBins.of(series(new long[] {0, 10, 30, 40}, 0, 10, 5), new Interval(5, 35), 10);
        assertEquals(1, bins.count(0));
        assertEquals(5, bins.nanos(0));
        assertEquals(20, bins.nanos(9), "the largest value belongs to the last bin");
        assertEquals(5, bins.nanos(5));
        assertEquals(3, bins.records());
        assertEquals(30, bins.allNanos());
        assertEquals(5, bins.mean());
        assertEquals(Math.sqrt(50.0 / 3), bins.sigma(), 1e-12);
        assertEquals(10, bins.edge(10));
    }

    @Test
    void equalValuesAndNoneAreNoFault() {
        StatisticSeries same = series(new long[] {0, 10, 20}, 7, 7);
        assertEquals(2, ValueBins.of(same, new Interval(0, 20), 10).count(5));
        assertEquals(0, ValueBins.of(same, new Interval(50, 60), 10).records());
        assertThrows(IllegalArgumentException.class, () -> ValueBins.of(same, new Interval(0, 20), 9));
    }

    @Test
    void nothingIsLost() {
        Random random = new Random(42);
        long[] boundaries = new long[501];
        double[] values = new double[500];
        for (int i = 0; i < values.length; i++) {
            boundaries[i + 1] = boundaries[i] + 1 + random.nextInt(100);
            values[i] = random.nextGaussian();
        }
        long from = 1000;
        long to = 20_000;
        ValueBins bins = ValueBins.of(series(boundaries, values), new Interval(from, to), 37);
        long records = 0;
        for (int i = 0; i < bins.bins(); i++) {
            records += bins.count(i);
        }
        int inside = 0;
        for (int i = 0; i < values.length; i++) {
            inside += boundaries[i + 1] > from && boundaries[i] < to ? 1 : 0;
        }
        assertEquals(inside, records);
        assertEquals(to - from, bins.allNanos());
        double[] seen = Arrays.stream(values).sorted().toArray();
        assertTrue(bins.edge(0) >= seen[0] && bins.edge(37) <= seen[seen.length - 1]);
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.hdtrace.sunshot.model.Interval;
import org.hdtrace.sunshot.model.StatisticSeries;
import org.junit.jupiter.api.Test;

class SeriesQueryTest {

    private static StatisticSeries series(long[] boundaries, double... values) {
        return new StatisticSeries("V", "", "", boundaries, values);
    }

    @Test
    void theAverageIsWeightedByTime() {
        SeriesColumns columns =
                SeriesQuery.columns(series(new long[] {0, 10, 40}, 4, 8), new TimeScale(new Interval(0, 40), 1));
        assertEquals(7, columns.average()[0], 1e-12, "(10 x 4 + 30 x 8) / 40");
        assertEquals(4, columns.min()[0]);
        assertEquals(8, columns.max()[0]);
    }

    @Test
    void columnsOutsideTheRecordsAreEmpty() {
        SeriesColumns columns =
                SeriesQuery.columns(series(new long[] {10, 20}, 1), new TimeScale(new Interval(0, 40), 4));
        assertTrue(columns.isEmpty(0));
        assertEquals(1, columns.average()[1]);
        assertTrue(columns.isEmpty(2));
        assertTrue(columns.isEmpty(3));
    }

    @Test
    void aRecordWithoutValueLeavesAGap() {
        StatisticSeries gap = series(new long[] {0, 10, 20, 30, 40}, 4, Double.NaN, 8, Double.NaN);
        SeriesColumns columns = SeriesQuery.columns(gap, new TimeScale(new Interval(0, 40), 4));
        assertEquals(4, columns.average()[0]);
        assertTrue(columns.isEmpty(1));
        assertEquals(8, columns.average()[2]);
        assertTrue(columns.isEmpty(3));
        SeriesColumns one = SeriesQuery.columns(gap, new TimeScale(new Interval(0, 40), 1));
        assertEquals(6, one.average()[0]);
        assertEquals(6, SeriesQuery.mean(gap, new Interval(0, 40)));
        assertEquals(4, gap.min());
        assertEquals(8, gap.max());
        ValueBins bins = ValueBins.of(gap, new Interval(0, 40), 10);
        assertEquals(2, bins.records());
        assertEquals(20, bins.allNanos());
        assertEquals(6, bins.mean());
    }

    @Property(tries = 400)
    void columnsEqualBruteForce(@ForAll long seed, @ForAll @IntRange(max = 50) int records) {
        Random random = new Random(seed);
        long[] boundaries = new long[records + 1];
        double[] values = new double[records];
        boundaries[0] = random.nextInt(20);
        for (int i = 0; i < records; i++) {
            boundaries[i + 1] = boundaries[i] + random.nextInt(12);
            values[i] = random.nextInt(100) - 20;
        }
        StatisticSeries series = series(boundaries, values);
        long from = random.nextInt((int) boundaries[records] + 10) - 5L;
        TimeScale scale = new TimeScale(
                new Interval(from, from + 1 + random.nextInt((int) boundaries[records] + 10)), 1 + random.nextInt(50));
        SeriesColumns columns = SeriesQuery.columns(series, scale);
        for (int column = 0; column < scale.width(); column++) {
            assertColumn(series, scale, columns, column);
        }
    }

    private static void assertColumn(StatisticSeries series, TimeScale scale, SeriesColumns columns, int column) {
        long start = scale.startOf(column);
        long end = Math.max(start + 1, scale.startOf(column + 1));
        double sum = 0;
        long covered = 0;
        double low = Double.POSITIVE_INFINITY;
        double high = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < series.size(); i++) {
            long overlap = Math.min(end, series.boundaryNanos(i + 1)) - Math.max(start, series.boundaryNanos(i));
            if (overlap > 0) {
                sum += overlap * series.value(i);
                covered += overlap;
                low = Math.min(low, series.value(i));
                high = Math.max(high, series.value(i));
            }
        }
        assertEquals(covered == 0, columns.isEmpty(column), "column " + column);
        if (covered > 0) {
            assertEquals(sum / covered, columns.average()[column], 1e-9, "column " + column);
            assertEquals(low, columns.min()[column], "column " + column);
            assertEquals(high, columns.max()[column], "column " + column);
        }
    }
}

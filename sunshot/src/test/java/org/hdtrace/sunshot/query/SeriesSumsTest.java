// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import java.util.Random;
import org.hdtrace.sunshot.model.Interval;
import org.hdtrace.sunshot.model.SeriesBlocks;
import org.hdtrace.sunshot.model.StatisticSeries;
import org.junit.jupiter.api.Test;

/** Sums of a long time, which the pointer asks for on the event thread. */
class SeriesSumsTest {
    /** Values are whole numbers, so that their sums are exact in any order; some are missing, some last no time. */
    private static StatisticSeries series(int size) {
        Random random = new Random(size);
        long[] boundaries = new long[size + 1];
        double[] values = new double[size];
        for (int i = 0; i < size; i++) {
            boundaries[i + 1] = boundaries[i] + random.nextInt(4);
            values[i] = random.nextInt(10) == 0 ? Double.NaN : random.nextInt(100);
        }
        return new StatisticSeries("CPU", "%", "Utilization", boundaries, values);
    }

    private static SeriesQuery.Sums oneByOne(StatisticSeries series, Interval time) {
        long records = 0;
        double sum = 0;
        double overTime = 0;
        long nanos = 0;
        for (int i = 0; i < series.size(); i++) {
            long inside = Math.min(series.boundaryNanos(i + 1), time.endNanos())
                    - Math.max(series.boundaryNanos(i), time.startNanos());
            if (inside > 0 && series.has(i)) {
                records++;
                sum += series.value(i);
                overTime += series.value(i) * inside;
                nanos += inside;
            }
        }
        return new SeriesQuery.Sums(records, sum, overTime, nanos);
    }

    @Test
    void theyAreThoseOfAllRecordsOneByOne() {
        Random random = new Random(3);
        for (int size : new int[] {0, 1, SeriesBlocks.RECORDS, 2 * SeriesBlocks.RECORDS, 9_999}) {
            StatisticSeries series = series(size);
            long end = series.boundaryNanos(size);
            assertEquals(oneByOne(series, new Interval(0, end)), SeriesQuery.sums(series, new Interval(0, end)));
            for (int i = 0; i < 300; i++) {
                long from = random.nextLong(-5, end + 5);
                Interval time = new Interval(from, random.nextLong(from, end + 6));
                assertEquals(oneByOne(series, time), SeriesQuery.sums(series, time), size + " records, " + time);
            }
        }
    }

    @Test
    void thoseOfALongTimeTakeFarLessThanALookAtAllRecords() {
        StatisticSeries series = series(2_000_000);
        Interval time = new Interval(1, series.boundaryNanos(series.size()) - 1);
        assertEquals(oneByOne(series, time), SeriesQuery.sums(series, time));
        long all = fastest(() -> oneByOne(series, time));
        long sums = fastest(() -> SeriesQuery.sums(series, time));
        assertTrue(sums < all / 10, sums + " ns instead of " + all);
    }

    /** The least time of the processor of some passes. */
    private static long fastest(Runnable work) {
        var threads = ManagementFactory.getThreadMXBean();
        long best = Long.MAX_VALUE;
        for (int i = 0; i < 20; i++) {
            long begin = threads.getCurrentThreadCpuTime();
            work.run();
            best = Math.min(best, threads.getCurrentThreadCpuTime() - begin);
        }
        return best;
    }
}

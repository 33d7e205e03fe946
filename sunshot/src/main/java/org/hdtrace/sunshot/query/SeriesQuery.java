// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.query;

import java.util.Arrays;
import org.hdtrace.sunshot.model.Interval;
import org.hdtrace.sunshot.model.SeriesBlocks;
import org.hdtrace.sunshot.model.StatisticSeries;

/** Statistics × time × pixels → smallest, average and largest value per column (SUNSHOT S-41). */
public final class SeriesQuery {
    private SeriesQuery() {}

    /** The columns of a series; the scale is in the series' own time. */
    public static SeriesColumns columns(StatisticSeries series, TimeScale scale) {
        int width = scale.width();
        SeriesColumns result = new SeriesColumns(nans(width), nans(width), nans(width));
        int record = series.firstEndingAfter(scale.interval().startNanos());
        for (int column = 0; column < width && record < series.size(); column++) {
            long start = scale.startOf(column);
            record = fill(series, record, result, column, start, scale.startOf(column + 1));
        }
        return result;
    }

    private static int fill(
            StatisticSeries series, int from, SeriesColumns result, int column, long start, long nextStart) {
        long end = Math.max(start + 1, nextStart);
        double weighted = 0;
        long covered = 0;
        double low = Double.POSITIVE_INFINITY;
        double high = Double.NEGATIVE_INFINITY;
        int record = from;
        while (record < series.size() && series.boundaryNanos(record) < end) {
            long overlap =
                    Math.min(series.boundaryNanos(record + 1), end) - Math.max(series.boundaryNanos(record), start);
            if (overlap > 0 && series.has(record)) {
                double value = series.value(record);
                weighted += value * overlap;
                covered += overlap;
                low = Math.min(low, value);
                high = Math.max(high, value);
            }
            if (series.boundaryNanos(record + 1) > nextStart) {
                break;
            }
            record++;
        }
        if (covered > 0) {
            result.min()[column] = low;
            result.average()[column] = weighted / covered;
            result.max()[column] = high;
        }
        return record;
    }

    /**
     * What the records of an interval sum up to.
     *
     * @param records that reach into it and have a value
     * @param sum of their values
     * @param overTime of the value over time, its unit times ns; records at the edges count with their part inside
     * @param nanos that have a value
     */
    public record Sums(long records, double sum, double overTime, long nanos) {
        /** Of the value over time, its unit times seconds. */
        public double integral() {
            return overTime / 1e9;
        }

        /** Of the values; NaN where there is none. */
        public double average() {
            return records == 0 ? Double.NaN : sum / records;
        }

        /** Weighted by time; NaN where there is no record. */
        public double mean() {
            return nanos == 0 ? Double.NaN : overTime / nanos;
        }
    }

    /** The sums of an interval in the series' own time; of a long one from sums of many records each. */
    public static Sums sums(StatisticSeries series, Interval time) {
        SeriesBlocks blocks = series.blocks();
        long records = 0;
        double sum = 0;
        double overTime = 0;
        long nanos = 0;
        int i = series.firstEndingAfter(time.startNanos());
        while (i < series.size() && series.boundaryNanos(i) < time.endNanos()) {
            if (isWholeBlock(series, i, time)) {
                int block = i / SeriesBlocks.RECORDS;
                records += blocks.count(block);
                sum += blocks.sum(block);
                overTime += blocks.overTime(block);
                nanos += blocks.nanos(block);
                i += SeriesBlocks.RECORDS;
                continue;
            }
            long start = Math.max(series.boundaryNanos(i), time.startNanos());
            long end = Math.min(series.boundaryNanos(i + 1), time.endNanos());
            if (end > start && series.has(i)) {
                records++;
                sum += series.value(i);
                overTime += series.value(i) * (end - start);
                nanos += end - start;
            }
            i++;
        }
        return new Sums(records, sum, overTime, nanos);
    }

    /** Whether a block of records begins here and lies in a time as a whole. */
    private static boolean isWholeBlock(StatisticSeries series, int first, Interval time) {
        long next = (long) first + SeriesBlocks.RECORDS;
        return first % SeriesBlocks.RECORDS == 0
                && next <= series.size()
                && series.boundaryNanos(first) >= time.startNanos()
                && series.boundaryNanos((int) next) <= time.endNanos();
    }

    /** Weighted by time; records at the edges count with their part inside. NaN where there is no record. */
    public static double mean(StatisticSeries series, Interval time) {
        return sums(series, time).mean();
    }

    private static double[] nans(int width) {
        double[] values = new double[width];
        Arrays.fill(values, Double.NaN);
        return values;
    }
}

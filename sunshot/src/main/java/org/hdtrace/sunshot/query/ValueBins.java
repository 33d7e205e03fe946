// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.query;

import org.hdtrace.sunshot.model.Interval;
import org.hdtrace.sunshot.model.StatisticSeries;

/**
 * The values of a statistic within an interval, in bins of equal width: how many records and how much time lie in each. A record at
 * the edge of the interval counts as one, with its time inside. Mean and deviation are those of the records. Not changed after it was
 * made; any thread. Source: SUNSHOT S-58.
 */
public final class ValueBins {
    /** Least and largest number of bins. */
    public static final int FEWEST = 10;

    public static final int MOST = 1000;

    private final double low;
    private final double high;
    private final long[] counts;
    private final long[] nanos;
    private long records;
    private double mean;
    private double squares;

    private ValueBins(double low, double high, int bins) {
        this.low = low;
        this.high = high;
        this.counts = new long[bins];
        this.nanos = new long[bins];
    }

    /**
     * Sorts values into bins.
     *
     * @param time in the series' own time
     * @param bins from {@link #FEWEST} to {@link #MOST}
     */
    public static ValueBins of(StatisticSeries series, Interval time, int bins) {
        if (bins < FEWEST || bins > MOST) {
            throw new IllegalArgumentException("bins=" + bins);
        }
        double low = Double.POSITIVE_INFINITY;
        double high = Double.NEGATIVE_INFINITY;
        int first = series.firstEndingAfter(time.startNanos());
        int behind = first;
        while (behind < series.size() && series.boundaryNanos(behind) < time.endNanos()) {
            if (series.has(behind)) {
                low = Math.min(low, series.value(behind));
                high = Math.max(high, series.value(behind));
            }
            behind++;
        }
        if (low >= high) {
            // All values are the same, or there is none.
            double middle = low > high ? 0 : low;
            low = middle - 0.5;
            high = middle + 0.5;
        }
        ValueBins made = new ValueBins(low, high, bins);
        for (int i = first; i < behind; i++) {
            long inside = Math.min(series.boundaryNanos(i + 1), time.endNanos())
                    - Math.max(series.boundaryNanos(i), time.startNanos());
            if (series.has(i)) {
                made.add(series.value(i), inside);
            }
        }
        return made;
    }

    private void add(double value, long inside) {
        int bin = (int) Math.min(counts.length - 1, (value - low) / (high - low) * counts.length);
        counts[bin]++;
        nanos[bin] += inside;
        records++;
        double away = value - mean;
        mean += away / records;
        squares += away * (value - mean);
    }

    public int bins() {
        return counts.length;
    }

    /** Lower end of a bin; that of {@link #bins} is the largest value. */
    public double edge(int bin) {
        return low + (high - low) * bin / counts.length;
    }

    public long count(int bin) {
        return counts[bin];
    }

    /** Time with values of the bin, nanoseconds. */
    public long nanos(int bin) {
        return nanos[bin];
    }

    /** All records in the interval. */
    public long records() {
        return records;
    }

    /** Time with any value, nanoseconds. */
    public long allNanos() {
        long all = 0;
        for (long each : nanos) {
            all += each;
        }
        return all;
    }

    public double mean() {
        return mean;
    }

    /** Standard deviation. */
    public double sigma() {
        return records == 0 ? 0 : Math.sqrt(squares / records);
    }
}

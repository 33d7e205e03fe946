// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.model;

import java.util.BitSet;

/**
 * One value of a statistics group over time: a step function.
 *
 * <p>Record {@code i} holds from {@link #boundaryNanos boundary i} to boundary {@code i + 1}; a time stamp in the file
 * is the end of its interval (FORMATS B 1.4). A record without a value, as one that a filter leaves out, has NaN.
 */
public final class StatisticSeries {
    private final String name;
    private final String unit;
    private final String group;
    private final long[] boundaries;
    private final double[] values;
    private final double min;
    private final double max;
    private final double leastPositive;
    private final long shiftNanos;
    private final SeriesBlocks blocks;

    /**
     * Takes ownership of the arrays; the series of a group may share one array of boundaries.
     *
     * @param unit empty when unknown
     * @param boundaries ascending, nanoseconds since the epoch, one more than values
     * @throws IllegalArgumentException if the lengths don't fit
     */
    public StatisticSeries(String name, String unit, String group, long[] boundaries, double[] values) {
        this(name, unit, group, boundaries, values, 0);
    }

    private StatisticSeries(
            String name, String unit, String group, long[] boundaries, double[] values, long shiftNanos) {
        this.shiftNanos = shiftNanos;
        if (boundaries.length != values.length + 1) {
            throw new IllegalArgumentException("boundaries=" + boundaries.length + " values=" + values.length);
        }
        this.name = name;
        this.unit = unit;
        this.group = group;
        this.boundaries = boundaries;
        this.values = values;
        double low = Double.POSITIVE_INFINITY;
        double high = Double.NEGATIVE_INFINITY;
        double positive = Double.POSITIVE_INFINITY;
        for (double value : values) {
            low = value < low ? value : low;
            high = value > high ? value : high;
            positive = value > 0 ? Math.min(positive, value) : positive;
        }
        this.min = low > high ? 0 : low;
        this.max = low > high ? 0 : high;
        this.leastPositive = positive;
        this.blocks = new SeriesBlocks(boundaries, values);
    }

    /** How far it was moved in time against its file, nanoseconds. */
    public long shiftNanos() {
        return shiftNanos;
    }

    /** The same series moved in time. */
    StatisticSeries shifted(long byNanos) {
        long[] moved = boundaries.clone();
        for (int i = 0; i < moved.length; i++) {
            moved[i] += byNanos;
        }
        return new StatisticSeries(name, unit, group, moved, values, shiftNanos + byNanos);
    }

    /** The same series with these records only; the others have no value. */
    StatisticSeries only(BitSet records) {
        if (records.cardinality() == values.length) {
            return this;
        }
        double[] kept = new double[values.length];
        for (int i = 0; i < kept.length; i++) {
            kept[i] = records.get(i) ? values[i] : Double.NaN;
        }
        return new StatisticSeries(name, unit, group, boundaries, kept, shiftNanos);
    }

    public String name() {
        return name;
    }

    public String unit() {
        return unit;
    }

    public String group() {
        return group;
    }

    /** Sums of many records each. */
    public SeriesBlocks blocks() {
        return blocks;
    }

    /** Number of records. */
    public int size() {
        return values.length;
    }

    public long boundaryNanos(int index) {
        return boundaries[index];
    }

    /** Whether a record has a value. */
    public boolean has(int index) {
        return !Double.isNaN(values[index]);
    }

    /** NaN where there is none. */
    public double value(int index) {
        return values[index];
    }

    /** Smallest value of the whole series, 0 if it is empty. */
    public double min() {
        return min;
    }

    /** Largest value of the whole series, 0 if it is empty. */
    public double max() {
        return max;
    }

    /** Smallest value above 0, infinity if there is none. */
    public double leastPositive() {
        return leastPositive;
    }

    /** Index of the first record that ends after {@code nanos}; {@link #size()} if none. */
    public int firstEndingAfter(long nanos) {
        int low = 0;
        int high = values.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (boundaries[middle + 1] > nanos) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    /** Index of the record that covers {@code nanos}, or -1. */
    public int at(long nanos) {
        int index = firstEndingAfter(nanos);
        return index < values.length && boundaries[index] <= nanos ? index : -1;
    }
}

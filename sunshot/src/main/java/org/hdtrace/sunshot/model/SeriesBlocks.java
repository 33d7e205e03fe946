// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.model;

/**
 * What each {@link #RECORDS} records of a series sum up to, so that the sums of a long time are found without looking at all of its
 * records. Immutable, any thread.
 */
public final class SeriesBlocks {
    /** Of one block; the last one may have fewer. */
    public static final int RECORDS = 1024;

    private final int[] counts;
    private final double[] sums;
    private final double[] overTime;
    private final long[] nanos;

    SeriesBlocks(long[] boundaries, double[] values) {
        int blocks = (values.length + RECORDS - 1) / RECORDS;
        counts = new int[blocks];
        sums = new double[blocks];
        overTime = new double[blocks];
        nanos = new long[blocks];
        for (int i = 0; i < values.length; i++) {
            long duration = boundaries[i + 1] - boundaries[i];
            if (duration > 0 && !Double.isNaN(values[i])) {
                int block = i / RECORDS;
                counts[block]++;
                sums[block] += values[i];
                overTime[block] += values[i] * duration;
                nanos[block] += duration;
            }
        }
    }

    /** Records that have a value and last some time; the others are part of no sum. */
    public int count(int block) {
        return counts[block];
    }

    /** Of their values. */
    public double sum(int block) {
        return sums[block];
    }

    /** Of the value over time, its unit times ns. */
    public double overTime(int block) {
        return overTime[block];
    }

    /** How long they last together. */
    public long nanos(int block) {
        return nanos[block];
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.formula;

import java.util.Arrays;

/**
 * A value that is constant between some instants, as a statistic is: value i holds from instant i up to, not including, instant i +
 * 1. Immutable; any thread.
 */
public final class Steps {
    private final long[] times;
    private final double[] values;

    /**
     * Steps.
     *
     * @param times ns since the epoch, not falling; one more than values
     */
    public Steps(long[] times, double[] values) {
        if (times.length != values.length + 1) {
            throw new IllegalArgumentException("times=" + times.length + " values=" + values.length);
        }
        this.times = times.clone();
        this.values = values.clone();
        for (int i = 0; i < values.length; i++) {
            if (times[i] > times[i + 1]) {
                throw new IllegalArgumentException("times fall at " + i);
            }
        }
    }

    public int size() {
        return values.length;
    }

    /** Begin of a value, ns since the epoch; that of {@link #size} is the end of the last one. */
    public long timeNanos(int index) {
        return times[index];
    }

    public double value(int index) {
        return values[index];
    }

    /** The value at an instant; 0 before the first and behind the last. */
    public double at(long nanos) {
        int found = Arrays.binarySearch(times, nanos);
        int index = found < 0 ? -found - 2 : found;
        while (index + 1 < times.length && times[index + 1] == nanos) {
            index++;
        }
        return index < 0 || index >= values.length ? 0 : values[index];
    }
}

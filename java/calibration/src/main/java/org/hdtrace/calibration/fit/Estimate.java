// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.calibration.fit;

import java.util.Arrays;

/**
 * A fitted figure with the interval that holds it in 95 of 100 repetitions of the measurement.
 *
 * @param low of the interval
 * @param high of the interval
 */
public record Estimate(double value, double low, double high) {
    private static final double TAIL = 0.025;

    /** A figure and the same figure of resampled measurements. */
    public static Estimate of(double value, double... resampled) {
        if (resampled.length == 0) {
            return new Estimate(value, value, value);
        }
        double[] sorted = resampled.clone();
        Arrays.sort(sorted);
        int tail = (int) (TAIL * sorted.length);
        return new Estimate(value, Math.min(value, sorted[tail]), Math.max(value, sorted[sorted.length - 1 - tail]));
    }

    /** Width of the interval over the value. */
    public double spread() {
        return value == 0 ? 0 : (high - low) / value;
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.calibration.table;

import java.util.Arrays;

/** The repetitions of one case, in nanoseconds of one operation. Immutable. */
public final class Sample {
    private final double[] sorted;

    /**
     * Repetitions in any order.
     *
     * @throws IllegalArgumentException when there are none
     */
    public Sample(double... nanos) {
        if (nanos.length == 0) {
            throw new IllegalArgumentException("nanos=[]: must have a value");
        }
        sorted = nanos.clone();
        Arrays.sort(sorted);
    }

    public int count() {
        return sorted.length;
    }

    /** The value below which this share of the repetitions is, interpolated; 0 gives the least, 1 the most. */
    public double quantile(double share) {
        double position = share * (sorted.length - 1);
        int below = (int) position;
        double above = sorted[Math.min(below + 1, sorted.length - 1)];
        return sorted[below] + (position - below) * (above - sorted[below]);
    }

    public double least() {
        return sorted[0];
    }

    public double median() {
        return quantile(0.5);
    }

    /**
     * What the case takes when nothing disturbs it: the first quartile. Disturbances only add, so that a median is too long; the
     * least may be due to a repetition that began early.
     */
    public double typical() {
        return quantile(0.25);
    }

    /** How far repetitions scatter: the distance of the quartiles over the median. */
    public double scatter() {
        return median() > 0 ? (quantile(0.75) - quantile(0.25)) / median() : 0;
    }

    /** As many repetitions drawn from these with replacement; {@code draw} gives a number below its argument. */
    public Sample resampled(java.util.function.IntUnaryOperator draw) {
        double[] drawn = new double[sorted.length];
        Arrays.setAll(drawn, unused -> sorted[draw.applyAsInt(sorted.length)]);
        return new Sample(drawn);
    }
}

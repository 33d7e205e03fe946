// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.calibration.validate;

import org.hdtrace.calibration.table.Sample;

/**
 * Tells faults from disturbances. Disturbances only add and differ from repetition to repetition, a fault is in all of them: an operation is
 * slower when even its least time, less what its lower repetitions scatter by, is beyond the tolerance. It is faster when a quarter of the
 * repetitions is below, since a single one may have begun early.
 *
 * @param tolerance part of the expected time: 0.3 is 30 %
 * @param ignoredNanos differences up to this are nothing, whatever the time
 * @param noiseNanos what noise adds to that
 */
public record Judge(double tolerance, double ignoredNanos, double noiseNanos) {
    private static final int FEWEST = 3;

    public Judge {
        if (!(tolerance > 0) || !(ignoredNanos >= 0) || !(noiseNanos >= 0)) {
            throw new IllegalArgumentException("tolerance=" + tolerance + " ignoredNanos=" + ignoredNanos
                    + " noiseNanos=" + noiseNanos + ": must be above 0, and 0 or more");
        }
    }

    /** Without noise. */
    public Judge(double tolerance, double ignoredNanos) {
        this(tolerance, ignoredNanos, 0);
    }

    /** Observed repetitions against those that were simulated, which differ when ranks wait for each other's computation. */
    public Verdict verdict(Sample observed, Sample expected) {
        if (!enough(observed)) {
            return Verdict.UNJUDGED;
        }
        if (exceeds(surely(observed), expected.least())) {
            return Verdict.SLOWER;
        }
        double quartile = observed.quantile(0.25);
        boolean below = quartile < expected.quantile(0.25) / (1 + tolerance);
        return below && expected.quantile(0.25) - quartile > ignoredNanos ? Verdict.FASTER : Verdict.EXPECTED;
    }

    /** Whether there are repetitions enough to tell a fault from a disturbance. */
    static boolean enough(Sample observed) {
        return observed.count() >= FEWEST;
    }

    /** What an operation takes whatever disturbs it: its least time less what its lower repetitions scatter by. */
    static double surely(Sample observed) {
        return 2 * observed.least() - observed.quantile(0.25);
    }

    /** The same with this noise. */
    Judge withNoise(double nanos) {
        return new Judge(tolerance, ignoredNanos, nanos);
    }

    /** Whether a time is beyond an expected one by more than the tolerance, noise or not. */
    boolean exceedsByItself(double nanos, double expected) {
        return nanos > expected * (1 + tolerance) + ignoredNanos;
    }

    /** Whether a time is beyond an expected one by more than tolerance and noise together. */
    boolean exceeds(double nanos, double expected) {
        return nanos > expected * (1 + tolerance) + ignoredNanos + noiseNanos;
    }
}

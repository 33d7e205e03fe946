// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.process;

import org.hdtrace.piosim.model.program.Compute;

/** How many instructions a computation of a program is. */
final class ComputeCost {
    private static final double NANOS = 1e9;
    private static final double SHORTENING_NANOS = 1.0 / 64;

    private ComputeCost() {}

    /**
     * Instructions on a processor of a speed in instructions per second. A job ends in the first ns after its instructions. A
     * computation given in ns is to take just those, so it gets a little less: little enough for any usual number of jobs that
     * share a processor, and more than rounding adds.
     */
    static double instructions(Compute compute, double speed) {
        if (compute.unit() == Compute.Unit.CYCLES) {
            return compute.amount();
        }
        double nanos = Math.rint(compute.nanos(speed)) - SHORTENING_NANOS;
        return nanos <= 0 ? 0 : nanos * (speed / NANOS);
    }

    /** Nanoseconds until it ends when nothing else needs the processor; 0 at infinite speed. */
    static long nanosAlone(Compute compute, double speed) {
        return Double.isInfinite(speed) ? 0 : (long) (instructions(compute, speed) * NANOS / speed) + 1;
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.program;

import org.hdtrace.format.trace.Attributes;
import org.hdtrace.format.trace.TraceEntry;

/**
 * Computation that a gap between two calls can't hold: a state {@value #STATE} with its amount, in instructions or in
 * nanoseconds at the speed that the head of the trace tells. A simulated run writes no state for it, as for a gap.
 */
final class ToldComputation {
    private static final String STATE = "Compute";
    private static final String CYCLES = "cycles";
    private static final String NANOS = "nanos";

    private ToldComputation() {}

    /** The state of a computation. */
    static Origin state(Compute compute) {
        String unit = compute.unit() == Compute.Unit.CYCLES ? CYCLES : NANOS;
        return new Origin(STATE, Attributes.of(unit, Long.toString(compute.amount())));
    }

    /**
     * The computation of a state, or null for a state that tells none.
     *
     * @param scale factor for the amount
     * @param recordedSpeed what the head of the trace tells
     */
    static Compute read(TraceEntry state, double scale, double recordedSpeed) {
        if (!state.name().equals(STATE)) {
            return null;
        }
        long cycles = state.attributes().getLong(CYCLES, -1);
        if (cycles >= 0) {
            return new Compute(scaled(cycles, scale), Compute.Unit.CYCLES, Origin.NONE);
        }
        long nanos = state.attributes().getLong(NANOS, -1);
        return nanos < 0
                ? null
                : new Compute(scaled(nanos, scale), Compute.Unit.NANOSECONDS, recordedSpeed, Origin.NONE);
    }

    /** An amount times a factor, and just the amount when that is 1. */
    static long scaled(long amount, double scale) {
        return scale == 1 ? amount : (long) (amount * scale);
    }
}

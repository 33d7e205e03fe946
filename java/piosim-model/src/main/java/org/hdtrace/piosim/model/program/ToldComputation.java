// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.program;

import org.hdtrace.format.trace.Attributes;
import org.hdtrace.format.trace.TraceEntry;

/**
 * Computation that a gap between two calls can't hold: a state {@value #STATE} with its amount, in instructions or in
 * nanoseconds at the speed that the head of the trace tells. A simulated run writes a state for what the time of a gap doesn't
 * tell: computation that shared its processor or waited for it, before the first state, and behind the last one. A local call
 * that shared its processor tells its amount as {@value #CALL_NANOS} or {@value #CALL_CYCLES}.
 */
public final class ToldComputation {
    private static final String STATE = "Compute";
    private static final String CYCLES = "cycles";
    private static final String NANOS = "nanos";
    private static final String CALL_CYCLES = "computeCycles";
    private static final String CALL_NANOS = "computeNanos";

    private ToldComputation() {}

    /** The state of a computation. */
    static Origin state(Compute compute) {
        String unit = compute.unit() == Compute.Unit.CYCLES ? CYCLES : NANOS;
        return new Origin(STATE, Attributes.of(unit, Long.toString(compute.amount())));
    }

    /** The state of a computation in a trace whose head tells another speed, in instructions per second. */
    public static Origin state(Compute compute, double speed) {
        return compute.unit() == Compute.Unit.CYCLES ? state(compute) : state(nanos(compute, speed));
    }

    /** The state of a computation of so many nanoseconds at the speed that the head of the trace tells. */
    public static Origin state(long nanos) {
        return new Origin(STATE, Attributes.of(NANOS, Long.toString(nanos)));
    }

    /** The state of a local call that tells its amount, which its time isn't, in a trace whose head tells that speed. */
    public static Origin call(Compute call, double speed) {
        boolean cycles = call.unit() == Compute.Unit.CYCLES;
        Origin state = untold(call.origin());
        Attributes told = cycles
                ? state.attributes().with(CALL_CYCLES, Long.toString(call.amount()))
                : state.attributes().with(CALL_NANOS, Long.toString(nanos(call, speed)));
        return new Origin(state.name(), told, state.data());
    }

    /** The state of a local call whose time is its amount. */
    public static Origin untold(Origin state) {
        Attributes attributes = state.attributes();
        return attributes.contains(CALL_CYCLES) || attributes.contains(CALL_NANOS)
                ? new Origin(state.name(), attributes.without(CALL_CYCLES, CALL_NANOS), state.data())
                : state;
    }

    private static long nanos(Compute compute, double speed) {
        return (long) Math.rint(compute.nanos(speed));
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

    /** The computation that a local call is: what it tells, else its time. Parameters as in {@link #read}. */
    static Compute readCall(TraceEntry state, double scale, double recordedSpeed) {
        Origin origin = RecordedCall.origin(state);
        long cycles = state.attributes().getLong(CALL_CYCLES, -1);
        if (cycles >= 0) {
            return new Compute(scaled(cycles, scale), Compute.Unit.CYCLES, origin);
        }
        long told = state.attributes().getLong(CALL_NANOS, -1);
        long nanos = told >= 0 ? told : Math.max(0, state.endNanos() - state.startNanos());
        return new Compute(scaled(nanos, scale), Compute.Unit.NANOSECONDS, recordedSpeed, origin);
    }

    /** An amount times a factor, and just the amount when that is 1. */
    static long scaled(long amount, double scale) {
        return scale == 1 ? amount : (long) (amount * scale);
    }
}

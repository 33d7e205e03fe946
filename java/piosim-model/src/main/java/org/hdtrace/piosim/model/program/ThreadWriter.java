// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.program;

import java.io.IOException;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.trace.DataElement;
import org.hdtrace.format.trace.TraceWriter;

/**
 * Writes the commands of one thread as states from time 0 on.
 *
 * <p>Computation is the gap between two calls. What a gap can't hold is {@link ToldComputation}: instructions, and
 * computation before the first call, after the last one, of 0 ns, and next to other computation.
 */
final class ThreadWriter {
    private static final long CALL_NANOS = 1;

    private final TraceWriter writer;
    private final CallStates states;
    private boolean begun;
    private long now;
    /** Computation that has not been written yet, or null. */
    private Compute gap;

    ThreadWriter(TraceWriter writer, CallStates states) {
        this.writer = writer;
        this.states = states;
    }

    void write(CommandStream commands) throws IOException, TraceFormatException {
        for (Command command = commands.next(); command != null; command = commands.next()) {
            if (command instanceof Compute compute) {
                compute(compute);
            } else {
                state(states.of(command), CALL_NANOS);
            }
        }
        if (gap != null) {
            Compute last = gap;
            gap = null;
            state(ToldComputation.state(last), last.amount());
        }
    }

    private void compute(Compute compute) throws IOException {
        boolean cycles = compute.unit() == Compute.Unit.CYCLES;
        if (compute.origin().isWritten() && !cycles) {
            state(compute.origin(), compute.amount());
        } else if (begun && gap == null && compute.amount() > 0 && !cycles) {
            gap = compute;
        } else {
            state(ToldComputation.state(compute), compute.amount());
        }
    }

    private void state(Origin state, long nanos) throws IOException {
        long start = gap == null ? now : Math.addExact(now, gap.amount());
        now = Math.addExact(start, nanos);
        gap = null;
        begun = true;
        writer.beginState(state.name(), start);
        for (int i = 0; i < state.attributes().size(); i++) {
            writer.attribute(state.attributes().name(i), state.attributes().value(i));
        }
        for (DataElement element : state.data()) {
            writer.data(element);
        }
        writer.endState(now);
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.output;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.hdtrace.format.output.WriterPool;
import org.hdtrace.format.trace.Attributes;
import org.hdtrace.format.trace.DataElement;
import org.hdtrace.format.trace.TraceWriter;
import org.hdtrace.piosim.model.cluster.Node;
import org.hdtrace.piosim.model.program.Command;
import org.hdtrace.piosim.model.program.Compute;
import org.hdtrace.piosim.model.program.Origin;
import org.hdtrace.piosim.model.program.ToldComputation;
import org.hdtrace.piosim.process.Client;

/**
 * The trace of one thread, written while it is simulated: each state when its command ends, by the thread that writes. Until then
 * it keeps the steps of the command and the messages that it has got. Times in ns of virtual time, whose 0 is the epoch.
 */
final class ClientTrace {
    private static final double MEGA = 1e6;
    private static final double LARGEST_WHOLE = 1e15;
    private static final int FIRST_STEPS = 4;
    private static final long[] NO_STEPS = {};
    /** What a state that is still to be written takes about, by its attributes, elements and messages. */
    private static final long STATE_BYTES = 256;

    private static final long PART_BYTES = 128;
    private static final long NO_GAP = -1;

    private final WriterPool pool;
    /** For the thread that writes. */
    private TraceWriter writer;

    /** Of the command that is under way; empty lists and arrays are shared. */
    private List<ReceivedMessage> messages = List.of();

    /** Start and end of each step of it. */
    private long[] steps = NO_STEPS;

    private int stepCount;

    private final double speed;
    private boolean begun;
    /** Computation behind the last state, which the next one makes a gap of; {@link #NO_GAP} when there is none. */
    private long gapStart = NO_GAP;

    private long gapEnd;

    ClientTrace(WriterPool pool, Path file, Client client, Node node) throws IOException {
        this.pool = pool;
        this.speed = node.instructionsPerSecond();
        pool.later(
                STATE_BYTES, ofThread -> writer = TraceWriter.create(ofThread, file, programAttributes(client, node)));
    }

    void completed(ReceivedMessage message) {
        if (messages.isEmpty()) {
            messages = new ArrayList<>(1);
        }
        messages.add(message);
    }

    void stepEnded(long start, long end) {
        if (2 * stepCount == steps.length) {
            steps = Arrays.copyOf(steps, Math.max(FIRST_STEPS, 2 * steps.length));
        }
        steps[2 * stepCount] = start;
        steps[2 * stepCount + 1] = end;
        stepCount++;
    }

    void commandEnded(Command command, long start, long end, long bytes) throws IOException {
        if (command.origin().isWritten()) {
            beginState();
            List<ReceivedMessage> got = messages;
            // A single step is the command itself and isn't written.
            long[] taken = stepCount > 1 ? Arrays.copyOf(steps, 2 * stepCount) : NO_STEPS;
            int parts = command.origin().attributes().size()
                    + command.origin().data().size()
                    + got.size();
            pool.later(
                    STATE_BYTES + PART_BYTES * parts + (long) Long.BYTES * taken.length,
                    ofThread -> write(SimulatedState.of(command, got, bytes), start, taken, end));
        }
        messages = List.of();
        stepCount = 0;
    }

    /**
     * A computation has ended. One that a reader would take for another from the time of its gap or call alone tells its own time: one
     * that wasn't alone on its processor, and one that is before the first state or behind the last one.
     */
    void computed(Compute compute, long start, long end, boolean delayed) throws IOException {
        if (compute.origin().isWritten()) {
            told(delayed ? ToldComputation.call(compute, speed) : ToldComputation.untold(compute.origin()), start, end);
        } else if (delayed || (!begun && end > start)) {
            told(ToldComputation.state(compute, speed), start, end);
        } else {
            gapStart = gapStart == NO_GAP ? start : gapStart;
            gapEnd = end;
        }
        messages = List.of();
        stepCount = 0;
    }

    private void told(Origin state, long start, long end) throws IOException {
        beginState();
        int parts = state.attributes().size() + state.data().size();
        pool.later(STATE_BYTES + PART_BYTES * parts, ofThread -> write(state, start, NO_STEPS, end));
    }

    private void beginState() {
        begun = true;
        gapStart = NO_GAP;
    }

    private void write(Origin state, long start, long[] ofSteps, long end) throws IOException {
        writer.beginState(state.name(), start);
        state.attributes().forEach(writer::attribute);
        for (DataElement element : state.data()) {
            writer.data(element);
        }
        for (int i = 0; i < ofSteps.length; i += 2) {
            writer.beginState("Step", ofSteps[i]);
            writer.attribute("number", i / 2);
            writer.endState(ofSteps[i + 1]);
        }
        writer.endState(end);
    }

    void close() throws IOException {
        if (gapEnd > gapStart && gapStart != NO_GAP) {
            told(ToldComputation.state(gapEnd - gapStart), gapStart, gapEnd);
        }
        pool.later(0, ofThread -> writer.close());
    }

    private static Attributes programAttributes(Client client, Node node) {
        List<String> fields = new ArrayList<>(
                List.of("timeAdjustment", "0", "version", "3", "host", node.name(), "rank", "" + client.worldRank()));
        fields.addAll(List.of("thread", "" + client.thread(), "library", ProjectOutput.SIMULATOR));
        if (!Double.isInfinite(node.instructionsPerSecond())) {
            // Computation in this trace took place at this speed, which is what the factor of a replay starts from.
            double megahertz = node.instructionsPerSecond() / MEGA;
            boolean whole = megahertz == Math.rint(megahertz) && megahertz < LARGEST_WHOLE;
            fields.addAll(List.of("processorSpeedinMHZ", whole ? "" + (long) megahertz : "" + megahertz));
        }
        return Attributes.of(fields.toArray(new String[0]));
    }
}

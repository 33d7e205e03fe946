// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.program;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.hdtrace.format.Finding;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.project.TraceFile;
import org.hdtrace.format.trace.TraceEntry;

/** The commands of one trace, made while it is read. */
final class TraceStream implements CommandStream {
    private final EntrySource states;
    private final CommandMapper mapper;
    private final double scale;
    private final double recordedSpeed;
    private final Map<String, Long> unsupported = new TreeMap<>();
    private boolean started;
    private long lastEndNanos;
    private Command pending;

    TraceStream(TraceContext context, TraceFile trace, TraceHead head, EntrySource states) {
        this.states = states;
        this.mapper = new CommandMapper(new RecordedThread(context, trace, head));
        this.scale = context.options().computeScale();
        this.recordedSpeed = head.speed();
    }

    @Override
    public Command next() throws TraceFormatException {
        if (pending != null) {
            Command command = pending;
            pending = null;
            return command;
        }
        TraceEntry state = states.next();
        return state == null ? null : step(state);
    }

    /** What couldn't be mapped so far, by name. */
    Map<String, Long> unsupported() {
        return unsupported;
    }

    /** How many messages took the place of collective calls so far. */
    long messagesInside() {
        return states.messagesInside();
    }

    List<Finding> findings() {
        return states.findings();
    }

    @Override
    public void close() {
        states.close();
    }

    /** The computation before the state, if there is any, then the state's command. */
    private Command step(TraceEntry state) {
        long gap = started ? state.startNanos() - lastEndNanos : 0;
        lastEndNanos = started ? Math.max(lastEndNanos, state.endNanos()) : state.endNanos();
        started = true;
        Command command = command(state);
        Compute before = new Compute(
                ToldComputation.scaled(Math.max(0, gap), scale), Compute.Unit.NANOSECONDS, recordedSpeed, Origin.NONE);
        if (before.amount() == 0) {
            return command;
        }
        pending = command;
        return before;
    }

    private Command command(TraceEntry state) {
        Compute told = ToldComputation.read(state, scale, recordedSpeed);
        if (told != null) {
            return told;
        }
        Command command = null;
        try {
            command = mapper.map(state);
        } catch (NotExecutable e) {
            unsupported.merge(e.getMessage(), 1L, Long::sum);
        }
        return command != null ? command : ToldComputation.readCall(state, scale, recordedSpeed);
    }
}

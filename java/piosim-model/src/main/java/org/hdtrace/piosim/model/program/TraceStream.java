// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.program;

import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.hdtrace.format.Finding;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.project.TraceFile;
import org.hdtrace.format.trace.TraceCursor;

/** The commands of one trace, made while it is read. */
final class TraceStream implements CommandStream {
    private final TraceCursor cursor;
    private final CommandMapper mapper;
    private final double scale;
    private final double recordedSpeed;
    private final Map<String, Long> unsupported = new TreeMap<>();
    private boolean started;
    private long lastEndNanos;
    private Command pending;

    private TraceStream(TraceContext context, TraceFile trace, TraceCursor cursor) {
        this.cursor = cursor;
        this.mapper = new CommandMapper(context, trace, cursor);
        this.scale = context.options().computeScale();
        OptionalDouble megahertz = cursor.program().processorMHz();
        this.recordedSpeed = megahertz.isPresent() ? megahertz.getAsDouble() * 1e6 : Command.Compute.UNKNOWN_SPEED;
    }

    static TraceStream open(TraceContext context, TraceFile trace) throws TraceFormatException {
        return new TraceStream(context, trace, TraceCursor.open(trace));
    }

    @Override
    public Command next() throws TraceFormatException {
        if (pending != null) {
            Command command = pending;
            pending = null;
            return command;
        }
        while (cursor.next()) {
            if (!cursor.isEvent() && cursor.depth() == 0) {
                return step();
            }
        }
        return null;
    }

    /** What couldn't be mapped so far, by name. */
    Map<String, Long> unsupported() {
        return unsupported;
    }

    List<Finding> findings() {
        return cursor.findings();
    }

    @Override
    public void close() {
        cursor.close();
    }

    /** The computation before the state, if there is any, then the state's command. */
    private Command step() {
        long gap = started ? cursor.startNanos() - lastEndNanos : 0;
        lastEndNanos = started ? Math.max(lastEndNanos, cursor.endNanos()) : cursor.endNanos();
        started = true;
        Command command = command();
        Command.Compute before = compute(Math.max(0, gap), Origin.NONE);
        if (before.amount() == 0) {
            return command;
        }
        pending = command;
        return before;
    }

    private Command command() {
        long duration = Math.max(0, cursor.endNanos() - cursor.startNanos());
        // A call that failed did nothing that a model could repeat.
        if (LocalCalls.contains(cursor.name()) || cursor.attribute("err") != null) {
            return compute(duration, mapper.origin());
        }
        try {
            return mapper.map();
        } catch (NotExecutable e) {
            unsupported.merge(e.getMessage(), 1L, Long::sum);
            return compute(duration, mapper.origin());
        }
    }

    private Command.Compute compute(long nanos, Origin origin) {
        return new Command.Compute((long) (nanos * scale), Command.ComputeUnit.NANOSECONDS, recordedSpeed, origin);
    }
}

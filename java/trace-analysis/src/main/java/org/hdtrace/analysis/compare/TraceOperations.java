// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.compare;

import java.util.ArrayDeque;
import java.util.Deque;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.trace.Concept;
import org.hdtrace.format.trace.EntryFilter;
import org.hdtrace.format.trace.TraceCursor;
import org.hdtrace.format.trace.TraceSource;

/**
 * The top-level calls of a trace. States named Compute, which simulated runs may have, are no calls: they belong to the
 * gap between two calls, as computation does in an observed run. A state named Replay, as hdreplay has around the calls
 * that it makes again, is none either: what is right inside of it are calls.
 */
public final class TraceOperations implements OperationSource, AutoCloseable {
    private static final String COMPUTE = "Compute";
    private static final String REPLAY = "Replay";
    private static final EntryFilter CALLS =
            EntryFilter.all().depth(0, 1).events(false).withoutData().names(name -> !name.equals(COMPUTE));

    private final TraceCursor cursor;
    private final Deque<Operation> inner = new ArrayDeque<>(); // in the state that comes behind them
    private boolean begun; // that state has come, and what is left in it are calls
    private boolean started;
    private long previousEnd;

    private TraceOperations(TraceCursor cursor) {
        this.cursor = cursor;
    }

    /**
     * Open a trace.
     *
     * @throws TraceFormatException when the file is no trace
     */
    public static TraceOperations open(TraceSource trace) throws TraceFormatException {
        return new TraceOperations(TraceCursor.open(trace.path(), CALLS));
    }

    @Override
    public Operation next() throws TraceFormatException {
        while (inner.isEmpty() || !begun) {
            if (!cursor.next()) {
                return null;
            }
            if (cursor.depth() > 0) {
                inner.add(operation());
            } else if (cursor.name().equals(REPLAY)) {
                begun = !inner.isEmpty();
            } else {
                inner.clear();
                return behind(operation());
            }
        }
        Operation call = inner.remove();
        begun = !inner.isEmpty();
        return behind(call);
    }

    /** The call with the gap to the one before it. */
    private Operation behind(Operation call) {
        long gap = started ? call.startNanos() - previousEnd : 0;
        started = true;
        previousEnd = call.endNanos();
        return call.behind(gap);
    }

    private Operation operation() {
        return new Operation(
                cursor.name(),
                cursor.startNanos(),
                cursor.endNanos(),
                0,
                Concept.SIZE.of(cursor, Operation.ABSENT),
                cursor.attributeLong("count", Operation.ABSENT),
                Concept.ROOT.of(cursor, Operation.ABSENT),
                Concept.COMMUNICATOR.of(cursor, Operation.ABSENT));
    }

    @Override
    public void close() {
        cursor.close();
    }
}

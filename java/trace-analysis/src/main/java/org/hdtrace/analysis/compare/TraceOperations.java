// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.compare;

import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.trace.Concept;
import org.hdtrace.format.trace.EntryFilter;
import org.hdtrace.format.trace.TraceCursor;
import org.hdtrace.format.trace.TraceSource;

/**
 * The top-level calls of a trace. States named Compute, which simulated runs may have, are no calls: they belong to the
 * gap between two calls, as computation does in an observed run.
 */
public final class TraceOperations implements OperationSource, AutoCloseable {
    private static final String COMPUTE = "Compute";
    private static final EntryFilter CALLS =
            EntryFilter.all().depth(0, 0).events(false).withoutData().names(name -> !name.equals(COMPUTE));

    private final TraceCursor cursor;
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
        return cursor.next() ? operation() : null;
    }

    private Operation operation() {
        long gap = started ? cursor.startNanos() - previousEnd : 0;
        started = true;
        previousEnd = cursor.endNanos();
        return new Operation(
                cursor.name(),
                cursor.startNanos(),
                cursor.endNanos(),
                gap,
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

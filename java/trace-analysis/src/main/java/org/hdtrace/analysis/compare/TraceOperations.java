// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.compare;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.query.Damage;
import org.hdtrace.format.trace.Concept;
import org.hdtrace.format.trace.EntryFilter;
import org.hdtrace.format.trace.TraceCursor;
import org.hdtrace.format.trace.TraceSource;

/**
 * The top-level calls of a trace. States named Compute, which simulated runs may have, are no calls: they belong to the
 * gap between two calls, as computation does in an observed run. A state named Replay, as hdreplay has around the calls
 * that it makes again, is none either: what is right inside of it are calls. A trace tells the name of a state behind
 * what is inside of it, so that is kept until then; where it is much, the name is looked up ahead instead.
 */
public final class TraceOperations implements OperationSource, AutoCloseable {
    private static final String COMPUTE = "Compute";
    private static final String REPLAY = "Replay";
    /** Most calls that are kept until the state around them comes. */
    private static final int MOST_KEPT = 4096;

    private final Path path;
    private final int mostKept;
    private final TraceCursor cursor;
    private TraceCursor ahead; // at states of depth 0, once one has been looked up
    private int aheadCount; // states it has come to
    private int outerCount; // states of depth 0 that the cursor has come to
    private Inside inside = Inside.UNKNOWN;
    private final Deque<Operation> inner = new ArrayDeque<>(); // in the state that comes behind them
    private boolean begun; // that state has come, and what is left in it are calls
    private boolean started;
    private long previousEnd;

    /** What is known of the state around the calls that come now. */
    private enum Inside {
        UNKNOWN,
        REPLAYED,
        NO_CALLS
    }

    private TraceOperations(Path path, int mostKept) throws TraceFormatException {
        this.path = path;
        this.mostKept = mostKept;
        this.cursor = TraceCursor.open(path, states(1));
    }

    private static EntryFilter states(int depth) {
        return EntryFilter.all().depth(0, depth).events(false).withoutData().names(name -> !name.equals(COMPUTE));
    }

    /**
     * Open a trace.
     *
     * @throws TraceFormatException when the file is no trace
     */
    public static TraceOperations open(TraceSource trace) throws TraceFormatException {
        return open(trace.path(), MOST_KEPT);
    }

    /** The same with another limit of what is kept. */
    static TraceOperations open(Path path, int mostKept) throws TraceFormatException {
        return new TraceOperations(path, mostKept);
    }

    @Override
    public Operation next() throws TraceFormatException {
        while (inner.isEmpty() || !begun) {
            if (!cursor.next()) {
                return null;
            }
            if (cursor.depth() > 0) {
                keep();
                continue;
            }
            outerCount++;
            inside = Inside.UNKNOWN;
            if (cursor.name().equals(REPLAY)) {
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

    /** Keeps the call at the cursor as long as it may be one. */
    private void keep() throws TraceFormatException {
        if (inside == Inside.UNKNOWN && inner.size() >= mostKept) {
            inside = nameAhead().equals(REPLAY) ? Inside.REPLAYED : Inside.NO_CALLS;
            if (inside == Inside.NO_CALLS) {
                inner.clear();
            }
        }
        if (inside != Inside.NO_CALLS) {
            inner.add(operation());
            begun = inside == Inside.REPLAYED;
        }
    }

    /** Name of the state around the cursor, empty if the trace ends before it. */
    private String nameAhead() throws TraceFormatException {
        if (ahead == null) {
            ahead = TraceCursor.open(path, states(0));
        }
        while (aheadCount <= outerCount) {
            if (!ahead.next()) {
                return "";
            }
            aheadCount++;
        }
        return ahead.name();
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

    /** Why not all of the trace was used, though it was read to its end; to be asked there. */
    Optional<Damage> damage() {
        return Damage.of(cursor);
    }

    @Override
    public void close() {
        cursor.close();
        if (ahead != null) {
            ahead.close();
        }
    }
}

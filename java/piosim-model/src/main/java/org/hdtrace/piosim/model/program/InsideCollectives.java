// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.program;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import org.hdtrace.format.Finding;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.trace.Attributes;
import org.hdtrace.format.trace.State;
import org.hdtrace.format.trace.TraceCursor;
import org.hdtrace.format.trace.TraceEntry;

/**
 * Puts in the place of each blocking collective call the messages that were recorded inside it (HDTrace paper, figure 4), so that
 * the algorithm that ran is simulated, not the simulator's own. The time between them becomes computation, as between calls.
 * Nonblocking collectives stay what they are: their messages go on in other calls. For one thread at a time.
 */
final class InsideCollectives implements EntrySource {
    /** Tags of collectives are no tags of the program: what both use must not meet. */
    static final long TAG = 1L << 30;

    private static final Set<String> COLLECTIVES = Set.of(
            "Allgather",
            "Allgatherv",
            "Allreduce",
            "Alltoall",
            "Alltoallv",
            "Alltoallw",
            "Barrier",
            "Bcast",
            "Exscan",
            "Gather",
            "Gatherv",
            "Neighbor_allgather",
            "Neighbor_allgatherv",
            "Neighbor_alltoall",
            "Neighbor_alltoallv",
            "Neighbor_alltoallw",
            "Reduce",
            "Reduce_scatter",
            "Reduce_scatter_block",
            "Scan",
            "Scatter",
            "Scatterv");

    private final TraceCursor cursor;
    private final EntrySource rest;
    private final Deque<TraceEntry> ready = new ArrayDeque<>();
    private final List<TraceEntry> nested = new ArrayList<>();
    private long messages;

    InsideCollectives(TraceCursor cursor) {
        this.cursor = cursor;
        this.rest = EntrySource.thorough(cursor);
    }

    @Override
    public long messagesInside() {
        return messages;
    }

    /** Nested states come before the one that they are inside of. */
    @Override
    public TraceEntry next() throws TraceFormatException {
        while (ready.isEmpty() && cursor.next()) {
            if (cursor.isEvent() || cursor.depth() > 1) {
                continue;
            }
            if (cursor.depth() == 1) {
                nested.add(cursor.entry());
                continue;
            }
            take(cursor.entry());
            nested.clear();
        }
        return ready.poll();
    }

    private void take(TraceEntry call) {
        boolean isReplaced =
                COLLECTIVES.contains(call.name()) && call.attributes().get("err") == null && !nested.isEmpty();
        if (!isReplaced) {
            ready.add(call);
            return;
        }
        nested.forEach(state -> ready.add(message(state)));
        messages += nested.size();
    }

    /** The original's name for what the library posts has a capital letter more than the function. */
    private static State message(TraceEntry state) {
        Attributes own = state.attributes();
        for (String tag : List.of("toTag", "fromTag")) {
            long number = own.getLong(tag, -1);
            own = number < 0 ? own : own.with(tag, Long.toString(number + TAG));
        }
        String name = state.name().equals("ISend") ? "Isend" : state.name();
        return new State(name, state.startNanos(), state.endNanos(), own, state.data(), List.of());
    }

    @Override
    public List<Finding> findings() {
        return rest.findings();
    }

    @Override
    public void close() {
        rest.close();
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.program;

import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.project.TraceFile;
import org.hdtrace.format.trace.TraceCursor;
import org.hdtrace.format.trace.TraceEntry;

/**
 * The collective calls of which messages were recorded: if any member of the communicator has some, the call is replaced at all of
 * them, also at those that have nothing to send or receive. All members call its collective functions in one order. Doesn't change
 * once it is made; any thread then.
 */
final class ReplacedCalls {
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

    private final CommunicatorTable communicators;
    private final Map<CommunicatorNumber, long[]> starts = new HashMap<>();
    private final Map<Communicator, BitSet> withMessages = new HashMap<>();

    private ReplacedCalls(CommunicatorTable communicators) {
        this.communicators = communicators;
    }

    /**
     * Read all traces for them.
     *
     * @throws TraceFormatException when one can't be read
     */
    static ReplacedCalls of(List<List<TraceFile>> traces, CommunicatorTable communicators) throws TraceFormatException {
        ReplacedCalls calls = new ReplacedCalls(communicators);
        for (List<TraceFile> threads : traces) {
            Map<CommunicatorNumber, NavigableMap<Long, Boolean>> ofRank = new HashMap<>();
            for (TraceFile trace : threads) {
                calls.read(trace, ofRank);
            }
            ofRank.forEach(calls::join);
        }
        return calls;
    }

    /** Whether a function with messages of all members, blocking or not, is called. */
    static boolean isCollective(String name) {
        return isBlocking(name)
                || (name.length() > 1
                        && name.startsWith("I")
                        && COLLECTIVES.contains(name.substring(1, 2).toUpperCase(Locale.ROOT) + name.substring(2)));
    }

    static boolean isBlocking(String name) {
        return COLLECTIVES.contains(name);
    }

    /** Whether a collective call of a rank is replaced. */
    boolean contains(int rank, TraceEntry call) {
        CommunicatorNumber number = number(rank, call);
        long[] ofRank = starts.getOrDefault(number, new long[0]);
        int index = Arrays.binarySearch(ofRank, call.startNanos());
        Communicator communicator = communicators.find(rank, number.cid());
        return index >= 0
                && communicator != null
                && withMessages.getOrDefault(communicator, new BitSet()).get(index);
    }

    private void read(TraceFile trace, Map<CommunicatorNumber, NavigableMap<Long, Boolean>> ofRank)
            throws TraceFormatException {
        try (TraceCursor cursor = TraceCursor.open(trace.path())) {
            boolean inside = false;
            while (cursor.next()) {
                if (cursor.isEvent()) {
                    continue;
                }
                if (cursor.depth() > 0) {
                    inside = true;
                    continue;
                }
                if (isCollective(cursor.name()) && cursor.attribute("err") == null) {
                    ofRank.computeIfAbsent(number(trace.rank(), cursor.entry()), key -> new TreeMap<>())
                            .put(cursor.startNanos(), inside);
                }
                inside = false;
            }
        }
    }

    private void join(CommunicatorNumber number, NavigableMap<Long, Boolean> calls) {
        Communicator communicator = communicators.find(number.rank(), number.cid());
        if (communicator == null) {
            return;
        }
        starts.put(number, calls.keySet().stream().mapToLong(Long::longValue).toArray());
        BitSet found = withMessages.computeIfAbsent(communicator, key -> new BitSet());
        int index = 0;
        for (boolean inside : calls.values()) {
            if (inside) {
                found.set(index);
            }
            index++;
        }
    }

    private CommunicatorNumber number(int rank, TraceEntry call) {
        long cid = call.attributes().getLong("cid", -1);
        return cid < 0 ? communicators.number(communicators.world(), rank) : new CommunicatorNumber(rank, cid);
    }
}

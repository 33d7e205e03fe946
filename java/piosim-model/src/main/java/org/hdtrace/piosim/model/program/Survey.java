// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.program;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.project.TraceFile;
import org.hdtrace.format.query.FileEntries;
import org.hdtrace.format.query.Query;
import org.hdtrace.format.query.SideBySide;
import org.hdtrace.format.trace.Attributes;
import org.hdtrace.format.trace.Concept;
import org.hdtrace.format.trace.DataElement;
import org.hdtrace.format.trace.TraceEntry;

/**
 * What must be known before the first call can become a command: calls whose meaning other ranks or later calls tell. Found by
 * reading the few kinds of states that matter, and of those that complete requests only where a request is in question.
 *
 * @param neighbors who is next to whom in the communicators with a topology
 * @param ownBlocks blocks of functions of which each rank states its own only
 * @param windows which numbers of different ranks mean the same window
 * @param completions how requests ended of which that matters
 */
record Survey(RecordedNeighbors neighbors, OwnBlocks ownBlocks, RecordedWindows windows, Completions completions) {
    private static final String[] COMPLETING = {"Wait*", "Test*"};
    private static final Set<String> POSTED =
            Set.of("Irecv", "Recv_init", "Isendrecv", "Isendrecv_replace", "Imrecv", "Cancel");
    private static final Set<String> INHERITING =
            Set.of("Comm_dup", "Comm_dup_with_info", "Comm_idup", "Comm_idup_with_info");
    private static final Set<String> WITH_TOPOLOGY =
            Set.of("Cart_create", "Cart_sub", "Graph_create", "Dist_graph_create", "Dist_graph_create_adjacent");

    /** Read what matters of the traces of ranks. */
    static Survey of(Project project, List<TraceFile> traces) throws TraceFormatException {
        Survey survey = new Survey(new RecordedNeighbors(), new OwnBlocks(), new RecordedWindows(), new Completions());
        Map<Integer, Set<Long>> questions = new HashMap<>();
        Query all =
                Query.of(project).where(trace -> trace.rank() >= 0).topLevel().statesOnly();
        SideBySide files = all.names(
                        "*atherv*",
                        "*catterv*",
                        "Cart_*",
                        "Graph_create",
                        "Dist_graph_create*",
                        "Comm_*dup*",
                        "Irecv",
                        "Recv_init",
                        "Isendrecv*",
                        "Imrecv",
                        "Start*",
                        "Cancel",
                        "Win_create*",
                        "Win_allocate*")
                .sideBySide();
        for (TraceFile trace : traces) {
            try (FileEntries states = files.open(trace)) {
                for (TraceEntry state = states.next(); state != null; state = states.next()) {
                    survey.note(trace, state, questions);
                }
            }
        }
        survey.answer(all, traces, questions);
        return survey;
    }

    private void note(TraceFile trace, TraceEntry state, Map<Integer, Set<Long>> questions) {
        if (state.attributes().get("err") != null) {
            return;
        }
        int rank = trace.rank();
        String name = state.name();
        long cid = state.attributes().getLong("cid", -1);
        CommunicatorNumber made =
                new CommunicatorNumber(rank, state.attributes().getLong("newcid", -1));
        CollectiveMapping.ownBlock(name)
                .ifPresent(attribute -> ownBlocks.add(
                        new CommunicatorNumber(rank, cid),
                        trace.thread(),
                        state.startNanos(),
                        state.attributes().getLong(attribute, -1)));
        if (RecordedWindows.making().contains(name)) {
            windows.add(
                    new CommunicatorNumber(rank, cid),
                    state.startNanos(),
                    state.attributes().getLong("win", -1));
        } else if (WITH_TOPOLOGY.contains(name)) {
            neighbors.add(made, state.data());
        } else if (INHERITING.contains(name)) {
            neighbors.inherit(new CommunicatorNumber(rank, cid), made);
        } else if (POSTED.contains(name)) {
            question(rank, state, questions);
        } else {
            state.data().forEach(element -> questionsOfStarted(rank, element, questions));
        }
    }

    /** Programs that never ran tell where a receive is started what it is. */
    private static void questionsOfStarted(int rank, DataElement element, Map<Integer, Set<Long>> questions) {
        for (DataElement made : element.children()) {
            if (made.name().equals("Recv_init")) {
                question(rank, element.attributes(), made.attributes(), questions);
            }
        }
    }

    private void question(int rank, TraceEntry state, Map<Integer, Set<Long>> questions) {
        if (state.name().equals("Cancel")) {
            for (DataElement element : state.data()) {
                long request = Concept.REQUEST.of(element.attributes(), -1);
                completions.cancelled(rank, request);
                questions.computeIfAbsent(rank, key -> new HashSet<>()).add(request);
            }
        } else {
            question(rank, state.attributes(), state.attributes(), questions);
        }
    }

    /** Ask for the message of a receive that takes it from anybody or with any tag. */
    private static void question(int rank, Attributes request, Attributes posted, Map<Integer, Set<Long>> questions) {
        if (posted.getLong("fromRank", -1) < 0 || posted.getLong("fromTag", -1) < 0) {
            questions.computeIfAbsent(rank, key -> new HashSet<>()).add(Concept.REQUEST.of(request, -1));
        }
    }

    private void answer(Query all, List<TraceFile> traces, Map<Integer, Set<Long>> questions)
            throws TraceFormatException {
        SideBySide files = all.names(COMPLETING).sideBySide();
        for (TraceFile trace : traces) {
            Set<Long> open = questions.getOrDefault(trace.rank(), Set.of());
            if (!open.isEmpty()) {
                try (FileEntries states = files.open(trace)) {
                    for (TraceEntry state = states.next(); state != null; state = states.next()) {
                        completions.add(trace.rank(), state, open);
                    }
                }
            }
        }
    }
}

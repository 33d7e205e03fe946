// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.program;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.hdtrace.format.Finding;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.trace.Attributes;
import org.hdtrace.format.trace.DataElement;
import org.hdtrace.format.trace.State;
import org.hdtrace.format.trace.TraceCursor;
import org.hdtrace.format.trace.TraceEntry;

/**
 * Puts in the place of each collective call what was recorded inside it (HDTrace paper, figure 4), so that the algorithm that ran is
 * simulated, not the simulator's own. For one thread at a time.
 *
 * <ul>
 *   <li>Blocking ones, those of neighbourhoods too: their messages, and the time between them as computation.
 *   <li>Nonblocking ones: what they posted, and in whatever call went on with it the rest, told by its tag. Such a call may wait for
 *       something else meanwhile, so time in it isn't computation.
 *   <li>Collective accesses of files: ROMIO's exchange, with its own collectives taken apart, and the accesses of those ranks that
 *       gather the data. Those of other MPI libraries, nonblocking and shared ones stay as they are.
 * </ul>
 */
final class InsideCollectives implements EntrySource {
    /** Tags of collectives are no tags of the program: what both use must not meet. */
    static final long TAG = 1L << 30;

    /** Numbers of requests that no trace has. */
    private static final long REQUEST = 1L << 40;

    private static final Set<String> ACCESSES =
            Set.of("File_read_all", "File_read_at_all", "File_write_all", "File_write_at_all");
    private static final Set<String> POSTS = Set.of("Isend", "Issend", "Irecv");
    private static final Set<String> MESSAGES = Set.of(
            "Send", "Ssend", "Recv", "Sendrecv", "Sendrecv_replace", "Isend", "Issend", "Irecv", "Wait", "Waitall");
    private static final Set<String> BLOCKING =
            Set.of("Send", "Bsend", "Ssend", "Rsend", "Recv", "Sendrecv", "Sendrecv_replace");

    private final TraceCursor cursor;
    private final EntrySource rest;
    private final ReplacedCalls replaced;
    private final Path file;
    private final int rank;
    private final InsideTree tree = new InsideTree();
    private final Deque<TraceEntry> ready = new ArrayDeque<>();
    /** Tags of nonblocking collectives that were taken apart. */
    private final Set<Long> tags = new HashSet<>();
    /** Requests of theirs that were posted. */
    private final Set<Long> posted = new HashSet<>();

    private long made;
    private long messages;

    InsideCollectives(TraceCursor cursor, int rank, ReplacedCalls replaced) {
        this.cursor = cursor;
        this.rest = EntrySource.thorough(cursor);
        this.replaced = replaced;
        this.file = cursor.file();
        this.rank = rank;
    }

    @Override
    public long messagesInside() {
        return messages;
    }

    @Override
    public TraceEntry next() throws TraceFormatException {
        while (ready.isEmpty() && cursor.next()) {
            InsideTree.Node call = cursor.isEvent() ? null : tree.add(cursor.depth(), cursor.entry());
            if (call != null) {
                take(call);
            }
        }
        return ready.poll();
    }

    private void take(InsideTree.Node call) throws TraceFormatException {
        TraceEntry state = call.state();
        if (state.attributes().get("err") != null) {
            ready.add(state);
        } else if (ReplacedCalls.isCollective(state.name()) && replaced.contains(rank, state)) {
            boolean later = !ReplacedCalls.isBlocking(state.name());
            for (InsideTree.Node node : call.inside()) {
                State message = message(node.state());
                put(message);
                if (later && POSTS.contains(message.name())) {
                    tags.add(tag(message));
                }
            }
        } else if (ACCESSES.contains(state.name()) && call.accessesStorage()) {
            exchange(state, call);
        } else {
            progress(call);
        }
    }

    private void put(State message) throws TraceFormatException {
        if (POSTS.contains(message.name())) {
            long request = message.attributes().getLong("rid", -1);
            if (request < 0) {
                throw new TraceFormatException(
                        file,
                        message.name(),
                        "a message inside a collective call has no completion, as the agent records them; record with the patched MPICH");
            }
            posted.add(request);
        }
        ready.add(message);
        messages++;
    }

    /* --- nonblocking collectives --------------------------------------------------------------- */

    /** What the call did for nonblocking collectives comes first; what it waits for itself had begun before. */
    private void progress(InsideTree.Node call) throws TraceFormatException {
        TraceEntry state = call.state();
        List<State> done = new ArrayList<>();
        for (InsideTree.Node node : call.inside()) {
            State message = at(state.startNanos(), message(node.state()));
            if (POSTS.contains(message.name()) ? tags.contains(tag(message)) : endsPosted(message)) {
                done.add(message);
            }
        }
        if (done.isEmpty()) {
            ready.add(state);
        } else if (BLOCKING.contains(state.name())) {
            long request = REQUEST + made++;
            ready.add(begun(state, request));
            putAll(done);
            ready.add(ended(state, request));
        } else {
            putAll(done);
            ready.add(state);
        }
    }

    private void putAll(List<State> done) throws TraceFormatException {
        for (State message : done) {
            put(message);
        }
    }

    private boolean endsPosted(State message) {
        return message.name().startsWith("Wait")
                && message.data().stream()
                        .anyMatch(done -> posted.contains(done.attributes().getLong("rid", -1)));
    }

    private static long tag(State message) {
        Attributes told = message.attributes();
        return told.getLong("toTag", told.getLong("fromTag", -1));
    }

    private static State at(long nanos, State state) {
        return new State(state.name(), nanos, nanos, state.attributes(), state.data(), List.of());
    }

    /** A message that takes part while something else goes on: its nonblocking form. */
    private static State begun(TraceEntry state, long request) {
        String name = "I" + state.name().substring(0, 1).toLowerCase(Locale.ROOT)
                + state.name().substring(1);
        Attributes told = state.attributes().with("rid", Long.toString(request));
        return new State(name, state.startNanos(), state.startNanos(), told, state.data(), List.of());
    }

    private static State ended(TraceEntry state, long request) {
        DataElement one = new DataElement("For", Attributes.of("rid", Long.toString(request), "done", "1"));
        return new State("Wait", state.startNanos(), state.endNanos(), Attributes.none(), List.of(one), List.of());
    }

    /* --- accesses of files --------------------------------------------------------------------- */

    private void exchange(TraceEntry access, InsideTree.Node call) throws TraceFormatException {
        for (InsideTree.Node node : call.inside()) {
            String name = node.state().name();
            if (name.endsWith("Contig") && name.startsWith("ADIO_")) {
                ready.add(node.state());
            } else if (name.endsWith("Strided") && name.startsWith("ADIO_")) {
                ready.add(alone(access, node.state()));
            } else if (MESSAGES.contains(message(node.state()).name())) {
                put(message(node.state()));
            } else {
                exchange(access, node);
            }
        }
    }

    /** Nothing was exchanged: each rank accesses what is its own. */
    private static State alone(TraceEntry access, TraceEntry part) {
        String name = access.name().replace("_all", "");
        return new State(name, part.startNanos(), part.endNanos(), access.attributes(), access.data(), List.of());
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

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.waits;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.hdtrace.analysis.messages.CommunicatorIds;
import org.hdtrace.analysis.messages.Message;
import org.hdtrace.analysis.messages.MessageCall;
import org.hdtrace.analysis.messages.MessageReader;
import org.hdtrace.format.project.Member;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.project.TraceFile;
import org.hdtrace.format.query.TraceStream;
import org.hdtrace.format.select.Ranks;
import org.hdtrace.format.trace.Concept;
import org.hdtrace.format.trace.DataElement;
import org.hdtrace.format.trace.State;

/**
 * Finds the calls of a project's traces that waited for another process, in one pass over all traces. A blocking receive, or the
 * wait for a nonblocking one, waits for a send that begins later; a send that doesn't end before its receive is posted waits for
 * that; of a collective call all, or the root, wait for the last one, or for the root, and of a prefix reduction each for those
 * before it. A nonblocking collective call waits where its request is completed. Sends that are waited for in another call,
 * persistent and neighbourhood collective calls are not looked at.
 *
 * <p>Memory: what is on its way at one time. Thread: one thread at a time. Source: SUNSHOT V-18.
 */
public final class WaitReader implements MessageReader.Visitor {
    private final Project project;
    private final CommunicatorIds communicators;
    private final Map<Integer, Integer> sizes = new HashMap<>();
    /** Local ranks by global ones, of communicators that were asked for. */
    private final Map<Integer, Map<Integer, Integer>> places = new HashMap<>();

    private final Set<Integer> traced = new HashSet<>();
    private final Consumer<Wait> sink;
    private final Consumer<Message.Call> calls;
    private final CollectiveCalls collectives;

    private WaitReader(Project project, Consumer<Wait> sink, Consumer<Message.Call> calls) {
        this.project = project;
        this.communicators = CommunicatorIds.of(project.communicators());
        this.sink = sink;
        this.calls = calls;
        project.traces().stream().map(TraceFile::rank).forEach(traced::add);
        for (int i = 0; i < project.communicators().size(); i++) {
            long members = project.communicators().get(i).members().stream()
                    .map(Member::global)
                    .filter(traced::contains)
                    .count();
            sizes.put(i, (int) members);
        }
        this.collectives =
                new CollectiveCalls(number -> sizes.getOrDefault(number, traced.size()), this::placeOf, sink);
    }

    /** Where the project doesn't list the communicator, the order of all processes. */
    private int placeOf(int communicator, int rank) {
        if (communicator < 0) {
            return rank;
        }
        return places.computeIfAbsent(communicator, this::places).getOrDefault(rank, rank);
    }

    private Map<Integer, Integer> places(int communicator) {
        Map<Integer, Integer> places = new HashMap<>();
        project.communicators()
                .get(communicator)
                .members()
                .forEach(member -> places.put(member.global(), member.local()));
        return places;
    }

    /**
     * Read all traces.
     *
     * @param calls is told each state at the top of a trace
     */
    public static MessageReader.Summary read(
            Project project, Consumer<Path> progress, Consumer<Message.Call> calls, Consumer<Wait> sink) {
        WaitReader reader = new WaitReader(project, sink, calls);
        MessageReader.Summary summary = MessageReader.read(project, Ranks.all(), progress, reader);
        reader.collectives.finish();
        return summary;
    }

    @Override
    public void state(TraceStream state, int trace) {
        int rank = state.file().rank();
        if (state.depth() == 0) {
            calls.accept(new Message.Call(trace, rank, state.startNanos(), state.endNanos()));
        }
        boolean collective = Collective.of(state.name()) != Collective.NONE;
        MessageCall completion = MessageCall.of(state.name());
        boolean completes = completion == MessageCall.WAIT || completion == MessageCall.TEST;
        if ((!collective && !completes) || state.attribute("err") != null) {
            return;
        }
        State entry = (State) state.entry();
        Message.Call call = new Message.Call(trace, rank, state.startNanos(), state.endNanos());
        if (completes) {
            complete(call, completion, entry);
            return;
        }
        int communicator = communicators.numberOf(rank, Concept.COMMUNICATOR.of(entry.attributes(), -1));
        long request = Concept.REQUEST.of(entry.attributes(), -1);
        collectives.add(state.name(), call, communicator, Concept.ROOT.of(entry.attributes(), -1), request);
    }

    private void complete(Message.Call call, MessageCall kind, State entry) {
        for (DataElement element : entry.data()) {
            boolean done = element.attributes().getLong("done", kind == MessageCall.WAIT ? 1 : 0) == 1;
            if (element.name().equals("For") && done) {
                collectives.complete(call.rank(), Concept.REQUEST.of(element.attributes(), -1), call);
            }
        }
    }

    @Override
    public void message(Message message) {
        if (message.lateSenderNanos() > 0) {
            sink.accept(
                    new Wait(WaitKind.LATE_SENDER, message.to(), message.from().trace(), message.startNanos()));
        }
        if (message.lateReceiverNanos() > 0) {
            sink.accept(new Wait(
                    WaitKind.LATE_RECEIVER, message.from(), message.to().trace(), message.postNanos()));
        }
    }
}

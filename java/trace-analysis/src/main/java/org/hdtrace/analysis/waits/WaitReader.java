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
import org.hdtrace.analysis.messages.MessageReader;
import org.hdtrace.format.project.Member;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.project.TraceFile;
import org.hdtrace.format.query.TraceStream;
import org.hdtrace.format.select.Ranks;
import org.hdtrace.format.trace.Concept;
import org.hdtrace.format.trace.State;

/**
 * Finds the calls of a project's traces that waited for another process, in one pass over all traces. A blocking receive, or the
 * wait for a nonblocking one, waits for a send that begins later; a send that doesn't end before its receive is posted waits for
 * that; of a collective call all, or the root, wait for the last one, or for the root. Nonblocking collective calls, prefix
 * reductions and sends that are waited for in another call are not looked at.
 *
 * <p>Memory: what is on its way at one time. Thread: one thread at a time. Source: SUNSHOT V-18.
 */
public final class WaitReader implements MessageReader.Visitor {
    private final CommunicatorIds communicators;
    private final Map<Integer, Integer> sizes = new HashMap<>();
    private final Set<Integer> traced = new HashSet<>();
    private final Consumer<Wait> sink;
    private final Consumer<Message.Call> calls;
    private final CollectiveCalls collectives;

    private WaitReader(Project project, Consumer<Wait> sink, Consumer<Message.Call> calls) {
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
        this.collectives = new CollectiveCalls(number -> sizes.getOrDefault(number, traced.size()), sink);
    }

    /**
     * Read all traces.
     *
     * @param calls is told each state at the top of a trace
     */
    public static MessageReader.Summary read(
            Project project, Consumer<Path> progress, Consumer<Message.Call> calls, Consumer<Wait> sink) {
        return MessageReader.read(project, Ranks.all(), progress, new WaitReader(project, sink, calls));
    }

    @Override
    public void state(TraceStream state, int trace) {
        int rank = state.file().rank();
        if (state.depth() == 0) {
            calls.accept(new Message.Call(trace, rank, state.startNanos(), state.endNanos()));
        }
        if (Collective.of(state.name()) != Collective.NONE && state.attribute("err") == null) {
            var fields = ((State) state.entry()).attributes();
            int communicator = communicators.numberOf(rank, Concept.COMMUNICATOR.of(fields, -1));
            Message.Call call = new Message.Call(trace, rank, state.startNanos(), state.endNanos());
            collectives.add(state.name(), call, communicator, Concept.ROOT.of(fields, -1));
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

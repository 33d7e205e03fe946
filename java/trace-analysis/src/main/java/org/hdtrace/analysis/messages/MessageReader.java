// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.messages;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.hdtrace.analysis.damage.Damages;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.project.TraceFile;
import org.hdtrace.format.query.Query;
import org.hdtrace.format.query.TraceStream;
import org.hdtrace.format.select.Ranks;

/**
 * Finds the messages of a project: reads all traces at the same time, in the order in which their states end, and pairs what was
 * sent with what was received. An arrow goes from the start of the send to the end of the receive; a nonblocking receive ends with
 * the {@code Wait} or {@code Test} that completed it where the trace tells one, else with its own call.
 *
 * <p>Receives from anybody are matched by the source that their end tells. Traces of the original don't tell it: there such a
 * receive gets the earliest message that fits and was not taken.
 *
 * <p>Memory: what is on its way at one time. Thread: one thread at a time. Source: SUNSHOT S-43, V-08; FORMATS A8, B 3.3.
 */
public final class MessageReader {
    private MessageReader() {}

    /** Somebody who sees all states on the way. */
    public interface Visitor {
        /** The state that the stream stands on, and the number of its trace; states come in the order of their end. */
        void state(TraceStream state, int trace);

        /** A message; it comes in or behind the call in which it ended, before the state that is that call. */
        void message(Message message);
    }

    /**
     * What was found.
     *
     * @param messages number of pairs
     * @param unmatched calls without another side: that of a rank without trace, or lost with the end of a trace
     * @param damages of the traces
     */
    public record Summary(long messages, long unmatched, Damages damages) {}

    /**
     * The messages between some ranks, in the order in which they are known to have ended.
     *
     * @param progress is told each trace before the first is read
     */
    public static Summary read(Project project, Ranks ranks, Consumer<Path> progress, Consumer<Message> sink) {
        Query query = Query.of(project).names(MessageCall.allNames().toArray(String[]::new));
        return run(query.ranks(ranks).statesOnly(), progress, sink, (state, trace) -> {});
    }

    /** The messages between some ranks, and all their states. */
    public static Summary read(Project project, Ranks ranks, Consumer<Path> progress, Visitor visitor) {
        Query query = Query.of(project).ranks(ranks).statesOnly();
        return run(query, progress, visitor::message, visitor::state);
    }

    @FunctionalInterface
    private interface OnState {
        void take(TraceStream state, int trace);
    }

    private static Summary run(Query query, Consumer<Path> progress, Consumer<Message> sink, OnState onState) {
        List<TraceFile> files = query.files();
        Set<Integer> traced = new HashSet<>();
        files.forEach(file -> {
            traced.add(file.rank());
            progress.accept(file.path());
        });
        IdentityHashMap<TraceFile, Integer> numbers = new IdentityHashMap<>();
        query.project().traces().forEach(file -> numbers.put(file, numbers.size()));
        long[] found = {0};
        MessageMatcher matcher = new MessageMatcher(traced::contains, message -> {
            found[0]++;
            sink.accept(message);
        });
        CallReader calls = new CallReader(CommunicatorIds.of(query.project().communicators()), matcher);
        Damages damages = new Damages();
        try (TraceStream stream = query.byEnd()) {
            while (stream.next()) {
                int trace = numbers.get(stream.file());
                calls.add(stream, trace);
                onState.take(stream, trace);
            }
            calls.finish();
            damages.addAll(stream.damages(), files.size());
        }
        return new Summary(found[0], matcher.unmatched(), damages);
    }
}

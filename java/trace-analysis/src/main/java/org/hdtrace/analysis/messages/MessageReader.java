// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.messages;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;
import org.hdtrace.analysis.damage.Damages;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.project.TraceFile;
import org.hdtrace.format.query.Damage;
import org.hdtrace.format.query.Query;
import org.hdtrace.format.query.TraceStream;
import org.hdtrace.format.select.Ranks;

/**
 * Finds the messages of a project: reads all traces at the same time, by as many threads as there are processors where only messages
 * are asked for, in the order in which their states end, and pairs what was
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
        return read(project, ranks, progress, sink, Runtime.getRuntime().availableProcessors());
    }

    static Summary read(Project project, Ranks ranks, Consumer<Path> progress, Consumer<Message> sink, int readers) {
        Query query = Query.of(project)
                .names(MessageCall.allNames().toArray(String[]::new))
                .ranks(ranks)
                .statesOnly();
        List<TraceFile> files = query.files();
        Pairing pairing = new Pairing(project, files, sink);
        files.forEach(file -> progress.accept(file.path()));
        try (CallsByEnd calls = new CallsByEnd(query, numbers(project), readers)) {
            for (RecordedCall call = calls.next(); call != null; call = calls.next()) {
                pairing.calls.add(call);
            }
            return pairing.finish(calls.damages());
        }
    }

    /** The messages between some ranks, and all their states. */
    public static Summary read(Project project, Ranks ranks, Consumer<Path> progress, Visitor visitor) {
        Query query = Query.of(project).ranks(ranks).statesOnly();
        List<TraceFile> files = query.files();
        Pairing pairing = new Pairing(project, files, visitor::message);
        files.forEach(file -> progress.accept(file.path()));
        ToIntFunction<TraceFile> numbers = numbers(project);
        CallOrder order = new CallOrder(numbers);
        try (TraceStream stream = query.byEnd()) {
            while (stream.next()) {
                RecordedCall call = order.at(stream);
                if (call != null) {
                    pairing.calls.add(call);
                }
                visitor.state(stream, numbers.applyAsInt(stream.file()));
            }
            return pairing.finish(stream.damages());
        }
    }

    private static ToIntFunction<TraceFile> numbers(Project project) {
        IdentityHashMap<TraceFile, Integer> numbers = new IdentityHashMap<>();
        project.traces().forEach(file -> numbers.put(file, numbers.size()));
        return numbers::get;
    }

    /** Takes calls and counts what came of them. */
    private static final class Pairing {
        private final CallReader calls;
        private final MessageMatcher matcher;
        private final int files;
        private long found;

        Pairing(Project project, List<TraceFile> files, Consumer<Message> sink) {
            this.files = files.size();
            Set<Integer> traced = new HashSet<>();
            files.forEach(file -> traced.add(file.rank()));
            matcher = new MessageMatcher(traced::contains, message -> {
                found++;
                sink.accept(message);
            });
            calls = new CallReader(CommunicatorIds.of(project.communicators()), matcher);
        }

        Summary finish(List<Damage> damaged) {
            calls.finish();
            Damages damages = new Damages();
            damages.addAll(damaged, files);
            return new Summary(found, matcher.unmatched(), damages);
        }
    }
}

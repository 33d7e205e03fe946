// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.program;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.hdtrace.format.trace.Concept;
import org.hdtrace.format.trace.DataElement;
import org.hdtrace.format.trace.TraceEntry;

/**
 * How requests ended, of those whose call alone doesn't tell what it did: receives from anybody and what was cancelled. Doesn't
 * change any more once all traces have been surveyed; any thread then.
 */
final class Completions {
    private final Map<Request, TreeMap<Long, Completion>> byRequest = new HashMap<>();
    private final Set<Request> cancelled = new HashSet<>();

    /** The number of a request in all traces of a rank. */
    private record Request(int rank, long number) {}

    /**
     * What the end of a request told.
     *
     * @param source rank in WORLD of the message, -1 when it isn't recorded
     * @param tag of the message, -1 when it isn't recorded
     * @param bytes of the message, -1 when that isn't recorded
     * @param cancelled whether nothing was transferred
     */
    record Completion(long source, long tag, long bytes, boolean cancelled) {
        /**
         * Whether a receive could take what it tells. MPICH 4.0 fills the status of {@code MPI_Isendrecv} with that of an
         * earlier message.
         */
        boolean fits(int postedSource, int postedTag) {
            return source >= 0
                    && tag >= 0
                    && tag <= Integer.MAX_VALUE
                    && (postedSource == Command.ANY_SOURCE || postedSource == source)
                    && (postedTag == Command.ANY_TAG || postedTag == tag);
        }
    }

    /** Somebody tried to cancel a request. */
    void cancelled(int rank, long request) {
        cancelled.add(new Request(rank, request));
    }

    /** Take what a state tells about some requests. */
    void add(int rank, TraceEntry state, Set<Long> wanted) {
        for (DataElement element : state.data()) {
            long number = Concept.REQUEST.of(element.attributes(), -1);
            if (wanted.contains(number) && element.attributes().getLong("done", 0) == 1) {
                Completion completion = new Completion(
                        element.attributes().getLong("fromRank", -1),
                        element.attributes().getLong("fromTag", -1),
                        element.attributes().getLong("size", -1),
                        element.attributes().getLong("cancelled", 0) == 1);
                byRequest
                        .computeIfAbsent(new Request(rank, number), key -> new TreeMap<>())
                        .putIfAbsent(state.startNanos(), completion);
            }
        }
    }

    /** The first end of a request at or after a time, or null. */
    Completion find(int rank, long request, long startNanos) {
        TreeMap<Long, Completion> ends = byRequest.get(new Request(rank, request));
        Map.Entry<Long, Completion> first = ends == null ? null : ends.ceilingEntry(startNanos);
        return first == null ? null : first.getValue();
    }

    /**
     * A command that begins at a time as it went: from the source and with the tag that it really had; null when it was
     * cancelled, or given up after somebody had tried to.
     */
    Command asItWent(int rank, long startNanos, Command command) {
        if (byRequest.isEmpty() && cancelled.isEmpty()) {
            return command;
        }
        Completion ended = find(rank, command.request(), startNanos);
        if (ended == null) {
            return cancelled.contains(new Request(rank, command.request())) ? null : command;
        }
        if (ended.cancelled()) {
            return null;
        }
        if (command instanceof Command.Recv posted && ended.fits(posted.source(), posted.tag())) {
            return new Command.Recv(
                    (int) ended.source(), (int) ended.tag(), posted.communicator(), posted.request(), posted.origin());
        }
        if (command instanceof Command.Sendrecv posted && ended.fits(posted.source(), posted.recvTag())) {
            return new Command.Sendrecv(
                    posted.target(),
                    posted.sendTag(),
                    posted.bytes(),
                    (int) ended.source(),
                    (int) ended.tag(),
                    posted.communicator(),
                    posted.request(),
                    posted.origin());
        }
        return command;
    }
}

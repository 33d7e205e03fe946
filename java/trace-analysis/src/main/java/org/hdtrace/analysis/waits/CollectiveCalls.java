// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.waits;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;
import org.hdtrace.analysis.messages.Message;

/**
 * Puts the calls together that are one collective call: the n-th of each member of a communicator. A nonblocking one comes with
 * its own call and waits in the one that completes its request. Memory: the calls that some members have made and others not
 * yet, or that are not completed; of more than a bound nothing is told any more.
 *
 * <p>Thread: one thread at a time. Source: MPI standard, section 6.12 (order of nonblocking collective operations).
 */
final class CollectiveCalls {
    private static final int MOST_WAITING = 1 << 21;

    private final ToIntFunction<Integer> sizes;
    private final Places places;
    private final Consumer<Wait> sink;
    private final Map<Member, Long> counts = new HashMap<>();
    private final Map<Instance, Gathered> open = new HashMap<>();
    private final Map<Request, Part> running = new HashMap<>();
    private long waiting;
    private boolean tooMany;

    /** The place of a process in a communicator. */
    @FunctionalInterface
    interface Places {
        int of(int communicator, int rank);
    }

    private record Member(int rank, int communicator) {}

    private record Instance(int communicator, long number) {}

    private record Request(int rank, long number) {}

    /** What one process does in a collective call. */
    private static final class Part {
        final Message.Call arrival;
        final Instance instance;
        /** The call that can't end before others have come; null as long as it is not known. */
        Message.Call waiting;

        Part(Message.Call arrival, Instance instance) {
            this.arrival = arrival;
            this.instance = instance;
        }
    }

    private static final class Gathered {
        final List<Part> parts = new ArrayList<>();
        String name;
        long root;
        int completed;
    }

    /**
     * A collector.
     *
     * @param sizes how many members of a communicator have a trace
     */
    CollectiveCalls(ToIntFunction<Integer> sizes, Places places, Consumer<Wait> sink) {
        this.sizes = sizes;
        this.places = places;
        this.sink = sink;
    }

    /**
     * A call of one process.
     *
     * @param request of a nonblocking call, -1 for none
     */
    void add(String name, Message.Call call, int communicator, long root, long request) {
        if (tooMany) {
            return;
        }
        long number = counts.merge(new Member(call.rank(), communicator), 1L, Long::sum);
        Instance instance = new Instance(communicator, number);
        Gathered gathered = open.computeIfAbsent(instance, unused -> new Gathered());
        if (gathered.parts.isEmpty()) {
            gathered.name = name;
            gathered.root = root;
        }
        Part part = new Part(call, instance);
        gathered.parts.add(part);
        waiting++;
        if (!Collective.isNonblocking(name)) {
            complete(part, call);
        } else if (request >= 0) {
            running.put(new Request(call.rank(), request), part);
        }
        if (waiting > MOST_WAITING) {
            open.clear();
            counts.clear();
            running.clear();
            tooMany = true;
        }
    }

    /** A call ended a request. */
    void complete(int rank, long request, Message.Call by) {
        Part part = running.remove(new Request(rank, request));
        if (part != null) {
            complete(part, by);
        }
    }

    private void complete(Part part, Message.Call by) {
        part.waiting = by;
        Gathered gathered = open.get(part.instance);
        gathered.completed++;
        if (gathered.completed == sizes.applyAsInt(part.instance.communicator())) {
            open.remove(part.instance);
            waiting -= gathered.parts.size();
            tell(part.instance.communicator(), gathered);
        }
    }

    /** Tells what all members have come to, though some never waited for it. */
    void finish() {
        open.forEach((instance, gathered) -> {
            if (gathered.parts.size() == sizes.applyAsInt(instance.communicator())) {
                tell(instance.communicator(), gathered);
            }
        });
        open.clear();
        running.clear();
    }

    private void tell(int communicator, Gathered gathered) {
        Part last = gathered.parts.get(0);
        Part root = null;
        for (Part part : gathered.parts) {
            last = part.arrival.startNanos() > last.arrival.startNanos() ? part : last;
            root = part.arrival.rank() == gathered.root ? part : root;
        }
        switch (Collective.of(gathered.name)) {
            case BARRIER -> tellAll(gathered.parts, WaitKind.BARRIER, last);
            case ALL_TO_ALL -> tellAll(gathered.parts, WaitKind.ALL_TO_ALL, last);
            case FROM_ROOT -> tellAll(gathered.parts, WaitKind.LATE_ROOT, root);
            case TO_ROOT -> {
                if (root != null) {
                    tellAll(List.of(root), WaitKind.EARLY_ROOT, last);
                }
            }
            case PREFIX -> tellPrefixes(communicator, gathered.parts);
            case NONE -> {}
        }
    }

    private void tellPrefixes(int communicator, List<Part> parts) {
        parts.sort(Comparator.comparingInt(part -> places.of(communicator, part.arrival.rank())));
        Part last = null;
        for (Part part : parts) {
            tellAll(List.of(part), WaitKind.PREFIX, last);
            last = last == null || part.arrival.startNanos() > last.arrival.startNanos() ? part : last;
        }
    }

    private void tellAll(List<Part> parts, WaitKind kind, Part cause) {
        if (cause == null) {
            return;
        }
        long release = cause.arrival.startNanos();
        for (Part part : parts) {
            Message.Call call = part.waiting;
            if (call != null && release > call.startNanos() && release <= call.endNanos()) {
                sink.accept(new Wait(kind, call, cause.arrival.trace(), release));
            }
        }
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.waits;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;
import org.hdtrace.analysis.messages.Message;

/**
 * Puts the calls together that are one collective call: the n-th of each member of a communicator. Memory: the calls that some
 * members have made and others not yet; of more than a bound nothing is told any more.
 *
 * <p>Thread: one thread at a time.
 */
final class CollectiveCalls {
    private static final int MOST_WAITING = 1 << 21;

    private final ToIntFunction<Integer> sizes;
    private final Consumer<Wait> sink;
    private final Map<Member, Long> counts = new HashMap<>();
    private final Map<Instance, Gathered> open = new HashMap<>();
    private long waiting;
    private boolean tooMany;

    private record Member(int rank, int communicator) {}

    private record Instance(int communicator, long number) {}

    private static final class Gathered {
        final List<Message.Call> calls = new ArrayList<>();
        String name;
        long root;
    }

    /**
     * A collector.
     *
     * @param sizes how many members of a communicator have a trace
     */
    CollectiveCalls(ToIntFunction<Integer> sizes, Consumer<Wait> sink) {
        this.sizes = sizes;
        this.sink = sink;
    }

    void add(String name, Message.Call call, int communicator, long root) {
        if (tooMany) {
            return;
        }
        long number = counts.merge(new Member(call.rank(), communicator), 1L, Long::sum);
        Instance instance = new Instance(communicator, number);
        Gathered gathered = open.computeIfAbsent(instance, unused -> new Gathered());
        if (gathered.calls.isEmpty()) {
            gathered.name = name;
            gathered.root = root;
        }
        gathered.calls.add(call);
        waiting++;
        if (gathered.calls.size() == sizes.applyAsInt(communicator)) {
            open.remove(instance);
            waiting -= gathered.calls.size();
            tell(gathered);
        } else if (waiting > MOST_WAITING) {
            open.clear();
            counts.clear();
            tooMany = true;
        }
    }

    private void tell(Gathered gathered) {
        Message.Call last = gathered.calls.get(0);
        Message.Call root = null;
        for (Message.Call call : gathered.calls) {
            last = call.startNanos() > last.startNanos() ? call : last;
            root = call.rank() == gathered.root ? call : root;
        }
        switch (Collective.of(gathered.name)) {
            case BARRIER -> tellAll(gathered.calls, WaitKind.BARRIER, last);
            case ALL_TO_ALL -> tellAll(gathered.calls, WaitKind.ALL_TO_ALL, last);
            case FROM_ROOT -> tellAll(gathered.calls, WaitKind.LATE_ROOT, root);
            case TO_ROOT -> {
                if (root != null) {
                    tellAll(List.of(root), WaitKind.EARLY_ROOT, last);
                }
            }
            case NONE -> {}
        }
    }

    private void tellAll(List<Message.Call> calls, WaitKind kind, Message.Call cause) {
        for (Message.Call call : calls) {
            if (cause != null && cause.startNanos() > call.startNanos() && cause.startNanos() <= call.endNanos()) {
                sink.accept(new Wait(kind, call, cause.trace(), cause.startNanos()));
            }
        }
    }
}

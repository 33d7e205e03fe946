// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.network;

import java.util.ArrayDeque;
import java.util.EnumMap;
import java.util.Map;

/**
 * What the processor of one process has to do in a {@link LogGopsNetwork}. Work of one kind is done in its order; of the
 * first of each kind, that which can begin earliest, and of equal ones that which has waited longer.
 */
final class Endpoint {
    /** Sort of work. */
    enum Kind {
        SEND,
        RECEIVE,
        COMPUTE
    }

    /**
     * Something to do.
     *
     * @param message null when computing
     * @param bytes of the message, or of a part of it
     * @param first whether nothing of the message was sent before
     * @param last whether nothing of it follows
     * @param serial rises with every work of any process
     * @param action what follows
     */
    record Work(Message message, long bytes, boolean first, boolean last, long serial, Runnable action) {}

    /** What waits of one kind, and the time in ns from which the next may begin. */
    private static final class Lane {
        private final ArrayDeque<Work> queue = new ArrayDeque<>(0);
        private long open;
    }

    private final Map<Kind, Lane> lanes = new EnumMap<>(Kind.class);
    private long processorFree;
    private boolean computing;
    /** Time in ns at which {@link #next} is looked at again, {@link Long#MAX_VALUE} for none. */
    long wake = Long.MAX_VALUE;

    Endpoint() {
        for (Kind kind : Kind.values()) {
            lanes.put(kind, new Lane());
        }
    }

    void add(Kind kind, Work work) {
        lanes.get(kind).queue.add(work);
    }

    /** The kind of the work that comes next, or null while there is none or a computation runs. */
    Kind next() {
        Kind best = null;
        for (Kind kind : Kind.values()) {
            boolean waits = !computing && !lanes.get(kind).queue.isEmpty();
            if (waits && (best == null || comesBefore(kind, best))) {
                best = kind;
            }
        }
        return best;
    }

    private boolean comesBefore(Kind kind, Kind other) {
        long difference = begin(kind) - begin(other);
        return difference < 0
                || (difference == 0
                        && lanes.get(kind).queue.peek().serial()
                                < lanes.get(other).queue.peek().serial());
    }

    /** When work of a kind can begin. */
    long begin(Kind kind) {
        return Math.max(processorFree, lanes.get(kind).open);
    }

    /** Begin work that occupies the processor, and keeps others of its kind from beginning, until these times in ns. */
    Work begin(Kind kind, long end, long nextOfKind) {
        Lane lane = lanes.get(kind);
        Work work = lane.queue.remove();
        lane.open = nextOfKind;
        processorFree = end;
        return work;
    }

    /** Size in bytes of the message that is the first of its kind. */
    long firstBytes(Kind kind) {
        return lanes.get(kind).queue.peek().bytes();
    }

    /** A computation begins. */
    Work compute() {
        computing = true;
        return lanes.get(Kind.COMPUTE).queue.remove();
    }

    void computed() {
        computing = false;
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.network;

import org.hdtrace.piosim.engine.Kernel;

/**
 * The events of a {@link Network} and their order in a moment: services end by the number of the component, then packets
 * arrive by that of the edge.
 */
final class PacketEvents {
    /** What happens at those events. */
    interface Handler {
        void arrive(Packet packet);

        /** A service may be over. */
        void end(int component);

        /** The same for that of a packet that came late. */
        void endLate(int component);
    }

    /** The bits of an event that are its rank. */
    static final long RANK = Kernel.STAMP_MASK;

    private static final int OP_END = 0;
    private static final int OP_ARRIVE = 1;
    private static final int OP_END_LATE = 2;

    private static final int ENDS = 0;
    private static final int ARRIVALS = 1;

    /**
     * Added to the rank of an arrival this is the rank of what follows from it in its own moment: behind all arrivals, in
     * their order. What follows from that comes at last. So the number of a component must be less than this, and by two, since
     * that of the last one would be the rank of what comes at last.
     */
    private static final int BEHIND = (Kernel.STAMP_MASK + 1) >>> 1;

    private final Kernel kernel;
    private final int number;
    private final Packets packets;
    private final Handler handler;
    /** Of the present event in its turn. */
    private int rank;

    /**
     * Those of so many components.
     *
     * @throws NetworkPlan.UnsupportedModelException when they are too many to be ranked
     */
    PacketEvents(Kernel kernel, Packets packets, Handler handler, int components) {
        if (components >= BEHIND) {
            throw new NetworkPlan.UnsupportedModelException("the network has " + components
                    + " interfaces, switches and edges, those of shared memory as it is simulated: more than "
                    + (BEHIND - 1) + " can't be told apart");
        }
        this.kernel = kernel;
        this.packets = packets;
        this.handler = handler;
        this.number = kernel.register("network", this::handle);
    }

    private void handle(int op, int argument, int stamp) {
        rank = stamp;
        if (op == OP_ARRIVE) {
            handler.arrive(packets.get(argument));
        } else if (op == OP_END) {
            handler.end(argument);
        } else {
            handler.endLate(argument);
        }
    }

    /** The packet that comes by an event, or null. */
    Packet arriving(long event) {
        return isOfNetwork(event) && ((int) (event >>> 56) & 15) == OP_ARRIVE
                ? packets.get((int) (event >>> 24))
                : null;
    }

    /** Whether an event is one of the network. */
    boolean isOfNetwork(long event) {
        return (int) (event >>> 60) == number;
    }

    /** See {@link Kernel#limitsEvents}. */
    boolean areLimited() {
        return kernel.limitsEvents();
    }

    /** Time in ns. */
    long now() {
        return kernel.now();
    }

    /** The end of a service of a component. */
    void end(long time, int component) {
        schedule(time, ENDS, OP_END, component, component);
    }

    /** The end of a service that is to begin when a packet has come late over an edge. */
    void endLate(long begin, long end, int component, int edge) {
        if (begin == end) {
            kernel.inTurn(end, ARRIVALS, number, OP_END_LATE, component, BEHIND | edge);
        } else {
            kernel.inTurn(end, ENDS, number, OP_END_LATE, component, component);
        }
    }

    /** A packet comes over an edge, or over the way that an interface stands for. */
    void arrive(long time, Packet packet, int edge) {
        schedule(time, ARRIVALS, OP_ARRIVE, packet.number, edge);
    }

    private void schedule(long time, int turn, int op, int argument, int itsRank) {
        if (time > kernel.now() || kernel.turn() < turn) {
            kernel.inTurn(time, turn, number, op, argument, itsRank);
        } else if (kernel.turn() == ARRIVALS) {
            kernel.inRank(time, ARRIVALS, number, op, argument, rank < BEHIND ? BEHIND | rank : Kernel.STAMP_MASK);
        } else {
            kernel.inTurn(time, turn, number, op, argument, Kernel.STAMP_MASK);
        }
    }

    /** The same where it was known before, and so has its rank even in a turn that has begun. */
    void arriveAfterAll(long time, Packet packet, int edge) {
        kernel.inRank(time, ARRIVALS, number, OP_ARRIVE, packet.number, edge);
    }

    /** Whether something that comes over an edge at a time, known before, has come before the present event. */
    boolean isPast(long time, int edge) {
        if (time != kernel.now()) {
            return time < kernel.now();
        }
        return kernel.turn() > ARRIVALS || (kernel.turn() == ARRIVALS && rank >= edge);
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.network;

import org.hdtrace.piosim.engine.EventQueue;
import org.hdtrace.piosim.engine.Kernel;

/**
 * Packets on the last edge of their way to an interface that they alone reach, and that will be free when they come. Each
 * begins to be served there when it comes, so its arrival needs no event: whoever has to do with the interface, or is held
 * back by what is on its way there, first lets happen what is due. Who looks at a packet is told of the end of its service.
 *
 * <p>While an interface has such packets nothing waits there, and their services overlap neither each other nor the present
 * one; what would change that turns them into events of arrival, as all others have. Not safe for use by several threads.
 */
final class Foreseen {
    /** Operation of the event at the end of a packet's service. */
    static final int OP_END = 3;

    private static final int NONE = -1;

    // As in Components.
    private static final int OP_ARRIVE = 1;
    private static final int ENDS = 0;
    private static final int ARRIVALS = 1;

    private final Kernel kernel;
    private final int handler;
    private final Paths paths;
    private final Packets packets;
    private final Occupation occupation;
    private final NetworkPlan plan;
    /** By edge: the interface that packets reach by it only, null where there is none or somebody there may refuse packets. */
    private final Server[] behind;
    /** No interface takes any time for a packet of so many bytes. */
    private final long instant;
    /** Of the present event, if it is an arrival: its edge. */
    private int rank;
    /** Whether no event of the present moment is left. */
    private boolean ended;

    /** @param handler of the events of arrival */
    Foreseen(
            Kernel kernel,
            int handler,
            NetworkPlan plan,
            Server[] servers,
            Paths paths,
            Packets packets,
            Occupation occupation) {
        this.kernel = kernel;
        this.handler = handler;
        this.paths = paths;
        this.packets = packets;
        this.occupation = occupation;
        this.plan = plan;
        this.behind = new Server[servers.length];
        for (int component = 0; component < servers.length; component++) {
            int target = plan.onlyInterfaceBehind(component);
            behind[component] = target == NONE ? null : servers[target];
        }
        this.instant = (long) (plan.slowestInterface() / 1e9);
    }

    /** Something happens in the network; if in the turn of arrivals, behind those over edges of lower numbers. */
    void happens(int newRank) {
        rank = newRank;
    }

    /** No more events happen, not at the present moment either. */
    void end() {
        ended = true;
    }

    boolean isAny(Server server) {
        return server.firstForeseen != NONE;
    }

    /** From now on somebody at an interface may refuse packets. */
    void expectRefusals(int component) {
        for (int port = 0; port < plan.inCount(component); port++) {
            int edge = plan.inEdge(component, port);
            if (behind[edge] != null) {
                catchUp(behind[edge]);
                revoke(behind[edge]);
                behind[edge] = null;
            }
        }
    }

    /**
     * Take in a packet that has just left an edge.
     *
     * @param stream at the edge
     * @param arrival in ns
     * @param comesAlone whether that is later than those of all packets before; else it keeps its place among them
     * @return false when it needs an event
     */
    boolean add(Stream stream, Packet packet, long arrival, boolean comesAlone) {
        if (packet.wire <= instant && comesAlone) {
            return false;
        }
        Server server = behind[stream.server.component];
        if (server == null) {
            return false;
        }
        if (!comesAlone) {
            catchUp(server);
            revoke(server);
            return false;
        }
        long time = paths.service(server).nanos(packet.wire);
        if (time == 0
                || time > EventQueue.MAX_TIME - arrival
                || server.waiting > 0
                || stream.home == NONE
                || arrival <= kernel.now()
                || arrival < server.freeAt
                || paths.areFull()
                || !paths.isLast(packet.position)
                || (stream.hasWaiting() && stream.isHeldBack())
                || (isAny(server) && arrival < endOfLast(server))) {
            return false;
        }
        append(server, packet);
        packet.tail = arrival;
        if (!packet.quiet) {
            packet.foreseen = true;
            kernel.inTurn(arrival + time, ENDS, handler, OP_END, packet.number, server.component);
        }
        return true;
    }

    private long endOfLast(Server server) {
        Packet last = packets.get(server.last);
        return last.tail + paths.service(server).nanos(last.wire);
    }

    private void append(Server server, Packet packet) {
        packet.next = NONE;
        if (isAny(server)) {
            packets.get(server.last).next = packet.number;
        } else {
            server.firstForeseen = packet.number;
        }
        server.last = packet.number;
    }

    /** Let the services of an interface begin that should have begun. */
    void catchUp(Server server) {
        if (isAny(server)) {
            for (Packet packet = takeDue(server); packet != null; packet = takeDue(server)) {
                begin(server, packet);
            }
        }
    }

    /** A packet began to be served when it came. */
    private void begin(Server server, Packet packet) {
        Stream stream = paths.stream(packet.position);
        Stream before = paths.stream(packet.position - 1);
        occupation.queued(server, packet.tail);
        if (server.serving != NONE && server.serving != stream.number) {
            paths.forget(server.serving);
        }
        occupation.begin(server, stream, packet, packet.tail);
        before.discharge(packet.wire);
        if (packet.quiet) {
            occupation.passUnnoticed(stream, packet);
        } else {
            server.servedPacket = packet.number;
            server.completionScheduled = true;
        }
    }

    /**
     * Whether the next component must start a packet of a stream before another one may be started at its own. If packets
     * wait for that, it will be an event.
     */
    boolean isHeldBack(Stream stream) {
        if (!stream.isHeldBack()) {
            return false;
        }
        Server next = behind[stream.server.component];
        if (next == null || !isAny(next)) {
            return true;
        }
        catchUp(next);
        if (!stream.isHeldBack()) {
            return false;
        }
        if (stream.hasWaiting()) {
            revoke(next);
        }
        return true;
    }

    /** Whether a packet waits and isn't held back. */
    boolean hasServable(Stream stream) {
        return stream.hasWaiting() && !isHeldBack(stream);
    }

    /** Remove the first packet if it has come; null else. */
    private Packet takeDue(Server server) {
        if (!isAny(server)) {
            return null;
        }
        Packet packet = packets.get(server.firstForeseen);
        if (!hasCome(packet)) {
            return null;
        }
        server.firstForeseen = packet.next;
        return packet;
    }

    /** Let packets arrive by events. */
    void revoke(Server server) {
        while (isAny(server)) {
            Packet packet = packets.get(server.firstForeseen);
            server.firstForeseen = packet.next;
            packet.foreseen = false;
            arriveByEvent(packet);
        }
    }

    private void arriveByEvent(Packet packet) {
        if (packet.tail == kernel.now() && kernel.turn() == ARRIVALS) {
            kernel.inPresentTurn(handler, OP_ARRIVE, packet.number, edge(packet));
        } else {
            kernel.inTurn(packet.tail, ARRIVALS, handler, OP_ARRIVE, packet.number, edge(packet));
        }
    }

    /** Let packets arrive by events if one of them would find the interface busy until a time. */
    void revokeBefore(Server server, long end) {
        if (isAny(server) && packets.get(server.firstForeseen).tail < end) {
            revoke(server);
        }
    }

    /** Whether the arrival of a packet would have been before the present event. */
    private boolean hasCome(Packet packet) {
        long now = kernel.now();
        if (packet.tail != now) {
            return packet.tail < now;
        }
        int turn = kernel.turn();
        return ended || turn > ARRIVALS || (turn == ARRIVALS && rank > edge(packet));
    }

    /** The edge over which a packet comes. */
    private int edge(Packet packet) {
        return paths.stream(packet.position - 1).server.component;
    }
}

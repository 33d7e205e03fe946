// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.network;

import org.hdtrace.piosim.engine.EventQueue;
import org.hdtrace.piosim.engine.Kernel;

/**
 * The interfaces, edges and switches of a {@link Network}: which packet each of them serves, and when packets go from one
 * to the next.
 *
 * <p>Every component serves one packet at a time. The rules ask for two events per packet and component, its arrival and
 * its end. Here an end is an event only when something waits for it, and an edge that will be free begins with a packet
 * while that is still served by the component in front: only that one sends into the edge, so nothing can come between.
 * What happens, and when, is the same without these shortcuts. Source: MODEL B2.2 and A8.
 */
final class Components {
    private static final int OP_COMPLETE = 0;
    private static final int OP_ARRIVE = 1;

    // Turns of a moment: services end by the number of the component, then packets arrive by that of the edge.
    private static final int ENDS = 0;
    private static final int ARRIVALS = 1;

    private static final int NONE = -1;

    private final Kernel kernel;
    private final int handler;
    private final NetworkPlan plan;
    private final boolean looksAhead;
    private final boolean endsAll;
    private final PacketEnds ends;
    private final Server[] servers;
    private final Streams streams = new Streams();
    private final Packets packets;
    private final Paths paths;
    private final ReadyStreams ready;
    private long arrivals;
    /** Null for none. */
    private ServiceObserver observer;

    /** All idle. */
    Components(
            Kernel kernel,
            NetworkPlan plan,
            RouteFinder routes,
            long granularity,
            Paths.Kept kept,
            Shortcuts shortcuts,
            Packets packets,
            PacketEnds ends) {
        this.kernel = kernel;
        this.plan = plan;
        this.looksAhead = shortcuts == Shortcuts.LOOK_AHEAD;
        this.endsAll = shortcuts == Shortcuts.NONE;
        this.packets = packets;
        this.ends = ends;
        this.handler = kernel.register("network", this::handle);
        servers = Server.of(plan);
        paths = new Paths(plan, routes, granularity, servers, streams, kept);
        ready = new ReadyStreams(streams, packets);
    }

    Paths paths() {
        return paths;
    }

    int streamsInUse() {
        return streams.live();
    }

    void observe(ServiceObserver newObserver) {
        observer = ServiceObserver.both(observer, newObserver);
    }

    /** The name of a component that is still needed when none should be, or null. */
    String leftOver() {
        for (Server server : servers) {
            if (server.hasReady() || server.waiting != 0) {
                return plan.name(server.component);
            }
        }
        return null;
    }

    private void handle(int op, int argument, int stamp) {
        if (op == OP_ARRIVE) {
            arrive(packets.get(argument));
        } else {
            Server server = servers[argument];
            server.completionScheduled = false;
            complete(server);
        }
    }

    /** A packet comes to the component of its position. */
    void arrive(Packet packet) {
        Stream stream = paths.stream(packet.position);
        Server server = stream.server;
        if (observer != null) {
            observer.queued(server.component, kernel.now());
        }
        if (canServe(server, stream)) {
            serve(server, stream, packet);
            return;
        }
        stream.append(packet, arrivals++, packets);
        compete(stream);
    }

    /** A packet of a stream waits: begin with it or another one, or see to it that the end of the present service isn't missed. */
    private void compete(Stream stream) {
        boolean idle = isIdle(stream.server);
        enqueue(stream);
        if (idle) {
            startNext(stream.server);
        } else {
            scheduleCompletion(stream.server);
        }
    }

    /** Whether a component is free and nothing waits there, so that a packet of a stream needn't wait; ends a service that is over. */
    private boolean canServe(Server server, Stream stream) {
        if (server.waiting > 0 || stream.isHeldBack()) {
            return false;
        }
        if (server.serving != NONE) {
            if (server.completionScheduled || kernel.now() < server.freeAt) {
                return false;
            }
            endServiceBefore(server, stream);
        }
        return true;
    }

    /** The last service of a component where nothing waits is over, and the next one will be that of a stream. */
    private void endServiceBefore(Server server, Stream stream) {
        if (server.serving == stream.number) {
            server.serving = NONE;
        } else {
            endService(server);
        }
    }

    /** Whether a component can start; ends a service that is over but whose end nobody had to wait for. */
    private boolean isIdle(Server server) {
        if (server.serving == NONE) {
            return true;
        }
        if (!server.completionScheduled && kernel.now() >= server.freeAt) {
            endService(server);
            return true;
        }
        return false;
    }

    private void enqueue(Stream stream) {
        Server server = stream.server;
        if (stream.queued || !stream.hasWaiting()) {
            return;
        }
        if (server.serving == stream.number) {
            server.servedStreamWaits = true;
        } else if (!stream.isHeldBack()) {
            if (stream.heldBack) {
                stream.heldBack = false;
                server.heldBack--;
            }
            stream.queued = true;
            ready.add(server, stream);
        } else if (!stream.heldBack) {
            server.heldBack++;
            stream.heldBack = true;
        }
    }

    private void scheduleCompletion(Server server) {
        if (!server.completionScheduled && isAwaited(server)) {
            server.completionScheduled = true;
            kernel.inTurn(server.freeAt, ENDS, handler, OP_COMPLETE, server.component, server.component);
        }
    }

    /** Whether the end of the present service matters: for its packet, or for one that can be served then. */
    private boolean isAwaited(Server server) {
        return endsAll
                || server.servedPacket != NONE
                || server.hasReady()
                || (server.servedStreamWaits && streams.get(server.serving).hasServable());
    }

    private void startNext(Server server) {
        if (!server.hasReady() || server.serving != NONE) {
            return;
        }
        serveFirst(server, ready.remove(server));
    }

    private void serveFirst(Server server, Stream stream) {
        Packet packet = packets.get(stream.first);
        stream.removeFirst(packet);
        serve(server, stream, packet);
    }

    /** Begin with a packet that doesn't wait, and let go what waited for this. */
    private void serve(Server server, Stream stream, Packet packet) {
        // The packet may be gone after its service has begun.
        int position = packet.position;
        Message message = packet.message;
        long payload = packet.payload();
        long wire = packet.wire;
        begin(server, stream, packet);
        if (stream.isFirst) {
            ends.started(message, payload);
        } else {
            creditBack(paths.stream(position - 1), wire);
        }
    }

    private void begin(Server server, Stream stream, Packet packet) {
        long start = kernel.now();
        long end = occupy(server, stream, packet, start);
        if (stream.service.travels()) {
            travel(server, packet, stream.service, start, end);
        } else if (!looksAhead || !leavesAhead(server, stream, packet)) {
            server.servedPacket = packet.number;
        }
        scheduleCompletion(server);
    }

    /**
     * Serve a packet of a stream, which doesn't wait there, from a time on, which may be later than now when nothing can come between.
     *
     * @return when the service ends
     */
    private long occupy(Server server, Stream stream, Packet packet, long start) {
        Service service = stream.service;
        long time = service.nanos(packet.wire);
        stream.onTheWay++;
        stream.used += service.charge(time);
        long end = endOfService(server, service, packet, start, server.paced(packet, start, time));
        server.begin(stream, end);
        if (observer != null) {
            observer.served(server.component, start, end, packet.wire);
        }
        return end;
    }

    /** Whether a packet doesn't need the end of its service to go on. */
    private boolean leavesAhead(Server server, Stream stream, Packet packet) {
        if (!stream.isLast) {
            return goOnAhead(server, stream, packet);
        }
        Message message = packet.message;
        long payload = packet.payload();
        if (!message.passesUnnoticed(payload)) {
            return false;
        }
        message.delivered += payload;
        stream.discharge(packet.wire);
        packets.recycle(packet);
        return true;
    }

    /** When the last byte has passed; not before it has come. */
    private long endOfService(Server server, Service service, Packet packet, long start, long time) {
        if (time > EventQueue.MAX_TIME - start - service.latency()) {
            throw new NetworkPlan.UnsupportedModelException("'" + plan.name(server.component) + "' would need " + time
                    + " ns for a packet of " + packet.wire + " B: beyond the end of virtual time");
        }
        return Math.max(start + time, packet.tail);
    }

    /**
     * Let a packet go to the edge behind a component while it is still served there. Only that component sends into the
     * edge, and nothing but this packet until then.
     */
    private boolean goOnAhead(Server server, Stream stream, Packet packet) {
        Stream next = paths.stream(packet.position + 1);
        Server edge = next.server;
        if (!edge.hasOneSource) {
            return false;
        }
        return edge.freeAt > server.freeAt ? waitAhead(server, packet, next) : startAhead(server, stream, packet, next);
    }

    /**
     * Let a packet wait for a busy edge; no other stream that waits there can become ready in the meantime and come in
     * before it, so the edge has the same choices afterwards.
     */
    private boolean waitAhead(Server server, Packet packet, Stream next) {
        Server edge = next.server;
        if (server.freeAt == kernel.now() || (edge.heldBack > 0 && !edge.fifo)) {
            return false;
        }
        packet.goOn();
        next.append(packet, arrivals++, packets);
        if (observer != null) {
            observer.queued(edge.component, server.freeAt);
        }
        enqueue(next);
        scheduleCompletion(edge);
        return true;
    }

    /** Begin a service of an edge that will be free, and for which nothing waits, at the end of the service in front of it. */
    private boolean startAhead(Server server, Stream stream, Packet packet, Stream next) {
        Server edge = next.server;
        if (edge.waiting > 0 || next.isHeldBack() || !next.service.travels()) {
            return false;
        }
        if (edge.serving != NONE) {
            endServiceBefore(edge, next);
        }
        packet.goOn();
        if (observer != null) {
            observer.queued(edge.component, server.freeAt);
        }
        long end = occupy(edge, next, packet, server.freeAt);
        travel(edge, packet, next.service, server.freeAt, end);
        stream.discharge(packet.wire);
        return true;
    }

    /** A packet goes to the next component by itself: when all of it has passed, or just its header. */
    private void travel(Server server, Packet packet, Service service, long start, long end) {
        long latency = service.latency();
        long arrival = end + latency;
        packet.goOn();
        if (service.cutsThrough()) {
            packet.tail = arrival;
            long header = Math.min(Network.HEADER_BYTES, packet.wire);
            arrival = start + TransferTime.nanos(header, service.bandwidth()) + latency;
        }
        kernel.inTurn(arrival, ARRIVALS, handler, OP_ARRIVE, packet.number, server.component);
    }

    /** The next component has started a packet, or the receiver has taken it: the stream may send more. */
    void creditBack(Stream stream, long wire) {
        stream.discharge(wire);
        Server server = stream.server;
        if (stream.hasWaiting()) {
            compete(stream);
        } else if (paths.areFull()
                && stream.onTheWay == 0
                && (server.serving != stream.number || kernel.now() >= server.freeAt)) {
            paths.forget(stream);
        }
    }

    private void complete(Server server) {
        if (server.serving != NONE && kernel.now() < server.freeAt) {
            // Meant for an earlier service, which ended unnoticed.
            scheduleCompletion(server);
            return;
        }
        if (server.serving == NONE) {
            startNext(server);
        } else if (server.servedPacket == NONE && server.servedStreamWaits && !server.hasReady()) {
            goOn(server, streams.get(server.serving));
        } else {
            int handedOver = server.servedPacket;
            endService(server);
            if (handedOver != NONE) {
                handOver(packets.get(handedOver));
            }
            startNext(server);
        }
    }

    /** A service is over, and only packets of the same stream wait: begin with the next one, if it isn't held back. */
    private void goOn(Server server, Stream stream) {
        server.serving = NONE;
        if (stream.isHeldBack()) {
            enqueue(stream);
        } else {
            serveFirst(server, stream);
        }
    }

    /** A service is over; its stream is looked at only when that matters. */
    private void endService(Server server) {
        int served = server.serving;
        server.serving = NONE;
        if (server.servedStreamWaits) {
            enqueue(streams.get(served));
        } else if (paths.areFull() && !streams.get(served).hasWaiting()) {
            paths.forget(streams.get(served));
        }
    }

    private void handOver(Packet packet) {
        if (paths.isLast(packet.position)) {
            ends.passed(packet);
        } else {
            packet.goOn();
            arrive(packet);
        }
    }
}

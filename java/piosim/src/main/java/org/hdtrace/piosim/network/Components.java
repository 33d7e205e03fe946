// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.network;

import org.hdtrace.piosim.engine.EventQueue;
import org.hdtrace.piosim.engine.Kernel;

/**
 * The interfaces, edges and switches of a {@link Network}: which packet each of them serves, and when packets go from one
 * to the next.
 *
 * <p>Every component serves one packet at a time. The rules ask for two events per packet and component, its arrival and
 * its end. Here an end is an event only when something waits for it, an edge that will be free begins with a packet while
 * that is still served by the component in front ({@link LookAhead}: only that one sends into the edge, so nothing can come
 * between), a packet that others of its stream wait for has none for its arrival ({@link ExpectedPackets}), and the interface that
 * receives a packet has one event for it or none ({@link LateArrivals}). What happens, and
 * when, is the same without these shortcuts, but for one kind of tie: a service that takes no time, and at whose moment
 * another stream gets ready, is over at once with them and after all other ends of that moment without. So streams whose
 * turns come at the same time may change places. Source: MODEL B2.2 and A8.
 */
final class Components implements PacketEvents.Handler {
    private static final int NONE = -1;

    private final PacketEvents events;
    private final NetworkPlan plan;
    private final boolean looksAhead;
    private final boolean endsAll;
    private final PacketEnds ends;
    private final Server[] servers;
    private final Streams streams = new Streams();
    private final Packets packets;
    private final Paths paths;
    private final ReadyStreams ready;
    private final LateArrivals late;
    private final ExpectedPackets expected;
    private final LookAhead ahead;
    private final Leaps leaps;
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
        this.plan = plan;
        this.looksAhead = shortcuts == Shortcuts.LOOK_AHEAD;
        this.endsAll = shortcuts == Shortcuts.NONE;
        this.packets = packets;
        this.ends = ends;
        events = new PacketEvents(kernel, packets, this, plan.size());
        servers = Server.of(plan);
        paths = new Paths(events, plan, routes, granularity, servers, streams, kept);
        ready = new ReadyStreams(streams, packets);
        late = new LateArrivals(events, this, paths, packets);
        expected = new ExpectedPackets(events, this, paths, packets);
        ahead = new LookAhead(this, late, paths, packets);
        leaps = new Leaps(kernel, events, this, paths, streams, packets, late, granularity);
    }

    Paths paths() {
        return paths;
    }

    Leaps leaps() {
        return leaps;
    }

    /** How many times a packet has come to wait somewhere. */
    long arrivals() {
        return arrivals;
    }

    /** Whether each event has to happen by itself. */
    boolean isObserved() {
        return observer != null || !looksAhead;
    }

    int streamsInUse() {
        return streams.live();
    }

    void observe(ServiceObserver newObserver) {
        observer = ServiceObserver.both(observer, newObserver);
    }

    /** Tell the observer what has happened until the present time. */
    void catchUp() {
        for (Server server : servers) {
            late.catchUp(server);
        }
    }

    /** The name of a component that is still needed when none should be, or null. */
    String leftOver() {
        for (Server server : servers) {
            if (server.hasReady() || server.waiting != 0 || server.firstLate != NONE) {
                return plan.name(server.component);
            }
        }
        return null;
    }

    @Override
    public void end(int component) {
        Server server = servers[component];
        late.catchUp(server);
        server.completionScheduled = false;
        complete(server);
    }

    @Override
    public void endLate(int component) {
        Server server = servers[component];
        late.catchUp(server);
        if (server.endsLate && server.freeAt == events.now()) {
            server.completionScheduled = false;
            complete(server);
        }
    }

    /** A packet comes to the component of its position. */
    @Override
    public void arrive(Packet packet) {
        Stream stream = paths.stream(packet.position);
        Server server = stream.server;
        if (server.firstLate != NONE) {
            late.catchUp(server);
            // It may have been forgotten.
            stream = paths.stream(packet.position);
        }
        queue(server, events.now());
        if (canServe(server, stream)) {
            serve(server, stream, packet);
            return;
        }
        append(stream, packet);
        compete(stream);
    }

    void append(Stream stream, Packet packet) {
        stream.append(packet, arrivals++, packets);
    }

    /** A packet of a stream waits: begin with it or another one, or see to it that the end of the present service isn't missed. */
    private void compete(Stream stream) {
        late.catchUp(stream.server);
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
        if (server.waiting > 0 || late.isHeldBack(stream)) {
            return false;
        }
        if (server.serving != NONE) {
            if (!server.isOver(events.now())) {
                return false;
            }
            endServiceBefore(server, stream);
        }
        return true;
    }

    /** The last service of a component where nothing waits is over, and the next one will be that of a stream. */
    void endServiceBefore(Server server, Stream stream) {
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
        if (server.isOver(events.now())) {
            endService(server);
            return true;
        }
        return false;
    }

    void enqueue(Stream stream) {
        Server server = stream.server;
        if (stream.queued || !stream.hasWaiting()) {
            return;
        }
        if (server.serving == stream.number) {
            server.servedStreamWaits = true;
        } else if (!late.isHeldBack(stream)) {
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

    void scheduleCompletion(Server server) {
        if (!server.completionScheduled && isAwaited(server)) {
            server.completionScheduled = true;
            events.end(server.freeAt, server.component);
        }
    }

    /** Whether the end of the present service matters: for its packet, or for one that can be served then. */
    private boolean isAwaited(Server server) {
        return endsAll
                || server.servedPacket != NONE
                || server.hasReady()
                || (server.servedStreamWaits
                        && (server.hasLate() || streams.get(server.serving).hasServable()));
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
        if (stream.hasWaiting()) {
            expected.becomeFirst(stream);
        }
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
            creditBack(position - 1, wire);
        }
    }

    private void begin(Server server, Stream stream, Packet packet) {
        long start = events.now();
        long end = occupy(server, stream, packet, start);
        if (server.firstLate != NONE && end > server.lateFrom) {
            late.giveUp(server);
        }
        if (stream.service.travels()) {
            travel(server, packet, stream.service, start, end);
        } else if (!looksAhead || !ahead.leaves(server, stream, packet)) {
            server.servedPacket = packet.number;
        }
        scheduleCompletion(server);
    }

    /**
     * Serve a packet of a stream, which doesn't wait there, from a time on, which may be later than now when nothing can come between.
     *
     * @return when the service ends
     */
    long occupy(Server server, Stream stream, Packet packet, long start) {
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

    /** All of a message has passed unnoticed. */
    void leave(Message message) {
        ends.left(message);
    }

    /** A packet comes to a component where it waits. */
    void queue(Server server, long time) {
        if (observer != null) {
            observer.queued(server.component, time);
        }
    }

    /** When the last byte has passed; not before it has come. */
    private long endOfService(Server server, Service service, Packet packet, long start, long time) {
        if (time > EventQueue.MAX_TIME - start - service.latency()) {
            throw new NetworkPlan.UnsupportedModelException("'" + plan.name(server.component) + "' would need " + time
                    + " ns and a latency of " + service.latency() + " ns for a packet of " + packet.wire
                    + " B: beyond the end of virtual time");
        }
        return Math.max(start + time, packet.tail);
    }

    /** A packet goes to the next component by itself: when all of it has passed, or just its header. */
    void travel(Server server, Packet packet, Service service, long start, long end) {
        long latency = service.latency();
        long arrival = end + latency;
        packet.goOn();
        if (service.cutsThrough()) {
            packet.tail = arrival;
            long header = Math.min(Network.HEADER_BYTES, packet.wire);
            arrival = start + TransferTime.nanos(header, service.bandwidth()) + latency;
        } else if (looksAhead && comesUnnoticed(server, packet, arrival)) {
            return;
        }
        events.arrive(arrival, packet, server.component);
    }

    /** Whether a packet comes to what is behind an edge without an event; an observer is told of arrivals in their order. */
    private boolean comesUnnoticed(Server edge, Packet packet, long arrival) {
        return edge.late != null
                ? late.add(edge, packet, arrival)
                : observer == null && !events.areLimited() && expected.add(packet, arrival);
    }

    /** The next component has started a packet, or the receiver has taken it: the stream at a position may send more. */
    void creditBack(int position, long wire) {
        Stream stream = paths.stream(position);
        if (stream.server.firstLate != NONE) {
            // What has come there finds the stream as it was. It may be forgotten then.
            late.catchUp(stream.server);
            stream = paths.stream(position);
        }
        stream.discharge(wire);
        if (stream.hasWaiting()) {
            compete(stream);
        } else {
            forgetIfFull(stream);
        }
    }

    /** Nothing of a stream waits. */
    void forgetIfFull(Stream stream) {
        Server server = stream.server;
        if (paths.areFull() && stream.onTheWay == 0 && !server.serves(stream, events.now())) {
            paths.forget(stream);
        }
    }

    private void complete(Server server) {
        if (server.serving != NONE && events.now() < server.freeAt) {
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
                handOver(server, packets.get(handedOver));
            }
            startNext(server);
        }
    }

    /** A service is over, and only packets of the same stream wait: begin with the next one, if it isn't held back. */
    private void goOn(Server server, Stream stream) {
        server.serving = NONE;
        if (late.isHeldBack(stream)) {
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

    private void handOver(Server server, Packet packet) {
        if (paths.isLast(packet.position)) {
            if (!ends.passed(packet)) {
                late.giveUp(server);
            }
        } else {
            packet.goOn();
            arrive(packet);
        }
    }
}

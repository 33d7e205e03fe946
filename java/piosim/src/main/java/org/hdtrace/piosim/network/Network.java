// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.network;

import org.hdtrace.piosim.engine.EventQueue;
import org.hdtrace.piosim.engine.Kernel;

/**
 * Moves messages as packets through interfaces, edges and switches.
 *
 * <p>Every component serves one packet at a time for size / bandwidth; an edge adds its latency afterwards. Streams
 * (pairs of interfaces) wait in a FIFO and re-enter it after each packet, which makes a round robin. A stream is held
 * back at a component while the service times of its packets that the next component hasn't started sum up to latency
 * plus that of a full packet. Nothing is dropped. Source: MODEL B2.2, HDTrace paper section 7.
 *
 * <p>Deviation: a packet needs one event per component, and a second one only at an edge for which it waits, mostly
 * instead of the one at the component in front; the original always spends two. The times are the same. One per
 * simulation; not safe for use by several threads.
 */
public final class Network implements Transport {
    /** Bytes of the header, which only the first packet of a message carries. */
    public static final int HEADER_BYTES = 40;

    private static final int OP_COMPLETE = 0;
    private static final int OP_ARRIVE = 1;

    // Turns of a moment: services end by the number of the component, then packets arrive by that of the edge.
    private static final int ENDS = 0;
    private static final int ARRIVALS = 1;

    private static final int NONE = -1;

    private final Kernel kernel;
    private final int handler;
    private final NetworkPlan plan;
    private final long granularity;
    private final boolean looksAhead;
    private final boolean endsAll;
    private final Server[] servers;
    private final Streams streams = new Streams();
    private final Packets packets = new Packets();
    private final Paths paths;
    private final ReadyStreams ready;
    private long arrivals;
    /** Null for none. */
    private ServiceObserver observer;

    /**
     * An idle network.
     *
     * @param granularity largest payload of a packet in bytes
     */
    public Network(Kernel kernel, NetworkPlan plan, RouteFinder routes, long granularity) {
        this(kernel, plan, routes, granularity, Paths.Kept.USUAL, Shortcuts.LOOK_AHEAD);
    }

    /** An idle network that keeps more or less of what it may need again, and takes more or fewer events. */
    Network(
            Kernel kernel,
            NetworkPlan plan,
            RouteFinder routes,
            long granularity,
            Paths.Kept kept,
            Shortcuts shortcuts) {
        this.kernel = kernel;
        this.plan = plan;
        this.granularity = granularity;
        this.looksAhead = shortcuts == Shortcuts.LOOK_AHEAD;
        this.endsAll = shortcuts == Shortcuts.NONE;
        this.handler = kernel.register("network", this::handle);
        servers = Server.of(plan);
        paths = new Paths(plan, routes, granularity, servers, streams, kept);
        ready = new ReadyStreams(streams, packets);
    }

    @Override
    public NetworkPlan plan() {
        return plan;
    }

    @Override
    public void send(Message message) {
        open(message);
        supply(message, message.bytes);
    }

    @Override
    public void open(Message message) {
        message.pair = paths.enter(message.source, message.target);
        message.stalled = true;
    }

    @Override
    public void supply(Message message, long bytes) {
        message.available += bytes;
        if (message.stalled) {
            message.stalled = false;
            createPacket(message);
        }
    }

    @Override
    public void release(Message message) {
        if (message.firstHeld == NONE) {
            throw new IllegalStateException("message has no packet that was refused");
        }
        Packet packet = packets.get(message.firstHeld);
        message.firstHeld = packet.next;
        take(packet);
    }

    @Override
    public boolean chargesFraming() {
        return true;
    }

    @Override
    public void observe(ServiceObserver newObserver) {
        observer = ServiceObserver.both(observer, newObserver);
    }

    @Override
    public long busyNanos(int component) {
        Server server = servers[component];
        long ahead = server.serving == NONE ? 0 : Math.max(0, server.freeAt - kernel.now());
        return server.busyNanos - ahead;
    }

    @Override
    public long bytesServed(int component) {
        return servers[component].bytesServed;
    }

    @Override
    public int queueLength(int component) {
        return servers[component].waiting(kernel.now());
    }

    /** What is still under way when nothing should be, or null. */
    String leftOver() {
        for (Server server : servers) {
            if (server.hasReady() || server.waiting != 0) {
                return "queue of '" + plan.name(server.component) + "'";
            }
        }
        String counts = packets.live() + " packets, " + paths.busy() + " pairs";
        return counts.equals("0 packets, 0 pairs") ? paths.leftOver() : counts;
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

    private void createPacket(Message message) {
        Packet packet = packets.create();
        long payload = Math.min(granularity, message.available - message.created);
        packet.message = message;
        packet.payload = payload;
        packet.wire = payload + (message.created == 0 ? HEADER_BYTES : 0);
        packet.position = paths.nextPath(message.pair);
        packet.tail = 0;
        message.created += payload;
        arrive(packet);
    }

    private void arrive(Packet packet) {
        Stream stream = paths.stream(packet.position);
        Server server = stream.server;
        stream.append(packet, arrivals++, packets);
        if (observer != null) {
            observer.queued(server.component, kernel.now());
        }
        if (isIdle(server)) {
            enqueue(stream);
            startNext(server);
        } else {
            enqueue(stream);
            scheduleCompletion(server);
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
        Stream.State state = stream.state;
        if (state == Stream.State.QUEUED || state == Stream.State.IN_SERVICE || !stream.hasWaiting()) {
            return;
        }
        if (!stream.isHeldBack()) {
            if (state == Stream.State.HELD_BACK) {
                stream.server.heldBack--;
            }
            stream.state = Stream.State.QUEUED;
            ready.add(stream.server, stream);
        } else if (state == Stream.State.IDLE) {
            stream.server.heldBack++;
            stream.state = Stream.State.HELD_BACK;
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
                || streams.get(server.serving).hasServable();
    }

    private void startNext(Server server) {
        if (!server.hasReady() || server.serving != NONE) {
            return;
        }
        Stream stream = ready.remove(server);
        Packet packet = packets.get(stream.first);
        int position = packet.position;
        stream.first = packet.next;
        server.waiting--;
        Service service = stream.service;
        stream.state = Stream.State.IN_SERVICE;
        stream.onTheWay++;
        stream.used += service.charge(packet.wire);
        server.serving = stream.number;
        server.servedPacket = NONE;
        server.bytesServed += packet.wire;
        long end = endOfService(server, service, packet);
        server.busyNanos += end - kernel.now();
        server.freeAt = end;
        if (observer != null) {
            observer.served(server.component, kernel.now(), end, packet.wire);
        }
        if (service.travels()) {
            travel(server, packet, service, end);
        } else if (!looksAhead || !waitAhead(server, packet)) {
            server.servedPacket = packet.number;
        }
        scheduleCompletion(server);
        if (paths.isFirst(position)) {
            startedAtSource(packet.message, packet.payload);
        } else {
            creditBack(paths.stream(position - 1), packet.wire);
        }
    }

    /** When the last byte has passed; not before it has come. */
    private long endOfService(Server server, Service service, Packet packet) {
        long time = service.nanos(packet.wire);
        if (time > EventQueue.MAX_TIME - kernel.now() - service.latency()) {
            throw new NetworkPlan.UnsupportedModelException("'" + plan.name(server.component) + "' would need " + time
                    + " ns for a packet of " + packet.wire + " B: beyond the end of virtual time");
        }
        return Math.max(kernel.now() + time, packet.tail);
    }

    /**
     * Let a packet wait for the busy edge behind a component while it is still served there. Only that component sends
     * into the edge, and nothing but this packet until then; no other stream that waits there can become ready in the
     * meantime and come in before it, so the edge has the same choices afterwards.
     */
    private boolean waitAhead(Server server, Packet packet) {
        if (server.freeAt == kernel.now() || paths.isLast(packet.position)) {
            return false;
        }
        Stream next = paths.stream(packet.position + 1);
        Server edge = next.server;
        if (!plan.hasOneSource(edge.component) || edge.freeAt <= server.freeAt) {
            return false;
        }
        if (edge.heldBack > 0 && !edge.fifo) {
            return false;
        }
        packet.goOn();
        next.append(packet, arrivals++, packets);
        if (observer != null) {
            observer.queued(edge.component, server.freeAt);
        }
        edge.waitsFrom = server.freeAt;
        enqueue(next);
        scheduleCompletion(edge);
        return true;
    }

    /** A packet goes to the next component by itself: when all of it has passed, or just its header. */
    private void travel(Server server, Packet packet, Service service, long end) {
        long latency = service.latency();
        long arrival = end + latency;
        packet.goOn();
        if (service.cutsThrough()) {
            packet.tail = arrival;
            long header = Math.min(HEADER_BYTES, packet.wire);
            arrival = kernel.now() + TransferTime.nanos(header, service.bandwidth()) + latency;
        }
        kernel.inTurn(arrival, ARRIVALS, handler, OP_ARRIVE, packet.number, server.component);
    }

    private void startedAtSource(Message message, long payload) {
        if (message.created < message.available) {
            createPacket(message);
            message.packetStarted(payload);
        } else if (message.created < message.bytes) {
            message.stalled = true;
            message.packetStarted(payload);
        } else {
            message.packetStarted(payload);
            message.sent();
        }
    }

    /** The next component has started a packet, or the receiver has taken it: the stream may send more. */
    private void creditBack(Stream stream, long wire) {
        stream.onTheWay--;
        stream.used -= stream.service.charge(wire);
        Server server = stream.server;
        if (stream.hasWaiting()) {
            boolean idle = isIdle(server);
            enqueue(stream);
            if (idle) {
                startNext(server);
            } else {
                scheduleCompletion(server);
            }
        } else if (stream.onTheWay == 0 && (server.serving != stream.number || kernel.now() >= server.freeAt)) {
            paths.forget(stream);
        }
    }

    private void complete(Server server) {
        if (server.serving != NONE && kernel.now() < server.freeAt) {
            // Meant for an earlier service, which ended unnoticed.
            scheduleCompletion(server);
            return;
        }
        if (server.serving != NONE) {
            int handedOver = server.servedPacket;
            endService(server);
            if (handedOver != NONE) {
                handOver(packets.get(handedOver));
            }
        }
        startNext(server);
    }

    private void endService(Server server) {
        Stream stream = streams.get(server.serving);
        server.serving = NONE;
        stream.state = Stream.State.IDLE;
        if (stream.isUnused()) {
            paths.forget(stream);
        } else {
            enqueue(stream);
        }
    }

    private void handOver(Packet packet) {
        if (!paths.isLast(packet.position)) {
            packet.goOn();
            arrive(packet);
            return;
        }
        Message message = packet.message;
        message.delivered += packet.payload;
        message.held++;
        if (message.packetArrived(packet.payload)) {
            take(packet);
        } else {
            message.hold(packet, packets);
        }
    }

    /** The receiver has taken a packet that was delivered. */
    private void take(Packet packet) {
        Message message = packet.message;
        Stream stream = paths.stream(packet.position);
        long wire = packet.wire;
        packets.recycle(packet);
        message.held--;
        creditBack(stream, wire);
        if (message.held == 0 && message.delivered == message.bytes) {
            paths.leave(message.pair);
            message.left();
        }
    }
}

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
 * <p>Deviation: a packet needs one event per component and a second one only at an edge for which something waits;
 * the original always spends two. The times are the same. One per simulation; not safe for use by several threads.
 */
public final class Network implements Transport {
    /** Bytes of the header, which only the first packet of a message carries. */
    public static final int HEADER_BYTES = 40;

    private static final int OP_COMPLETE = 0;
    private static final int OP_ARRIVE = 1;

    private static final int NONE = -1;

    private final Kernel kernel;
    private final int handler;
    private final NetworkPlan plan;
    private final long granularity;
    private final Services services;
    private final Streams streams;
    private final Packets packets = new Packets();
    private final Paths paths;
    private final ReadyStreams ready;
    private long arrivals;

    // By component.
    private final int[] servedPacket;
    private final long[] freeAt;
    private final boolean[] completionScheduled;
    private final long[] busyNanos;
    private final long[] bytesServed;
    private final int[] waiting;

    /**
     * An idle network.
     *
     * @param granularity largest payload of a packet in bytes
     */
    public Network(Kernel kernel, NetworkPlan plan, RouteFinder routes, long granularity) {
        this(kernel, plan, routes, granularity, Paths.Kept.USUAL);
    }

    /** An idle network that keeps more or less of what it may need again. */
    Network(Kernel kernel, NetworkPlan plan, RouteFinder routes, long granularity, Paths.Kept kept) {
        this.kernel = kernel;
        this.plan = plan;
        this.granularity = granularity;
        this.handler = kernel.register(this::handle);
        int count = plan.size();
        services = new Services(plan, granularity);
        streams = new Streams(count);
        paths = new Paths(plan, routes, services, streams, kept);
        ready = new ReadyStreams(plan, streams, packets);
        servedPacket = new int[count];
        freeAt = new long[count];
        completionScheduled = new boolean[count];
        busyNanos = new long[count];
        bytesServed = new long[count];
        waiting = new int[count];
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
        int packet = message.firstHeld;
        if (packet == NONE) {
            throw new IllegalStateException("message has no packet that was refused");
        }
        message.firstHeld = packets.next[packet];
        take(packet);
    }

    @Override
    public boolean chargesFraming() {
        return true;
    }

    @Override
    public long busyNanos(int component) {
        long ahead = streams.serving[component] == NONE ? 0 : Math.max(0, freeAt[component] - kernel.now());
        return busyNanos[component] - ahead;
    }

    @Override
    public long bytesServed(int component) {
        return bytesServed[component];
    }

    @Override
    public int queueLength(int component) {
        return waiting[component];
    }

    /** What is still under way when nothing should be, or null. */
    String leftOver() {
        for (int component = 0; component < plan.size(); component++) {
            if (!ready.isEmpty(component) || waiting[component] != 0) {
                return "queue of '" + plan.name(component) + "'";
            }
        }
        String counts = packets.live() + " packets, " + paths.busy() + " pairs";
        return counts.equals("0 packets, 0 pairs") ? paths.leftOver() : counts;
    }

    private void handle(int op, int argument, int stamp) {
        if (op == OP_ARRIVE) {
            arrive(argument);
        } else {
            completionScheduled[argument] = false;
            complete(argument);
        }
    }

    private void createPacket(Message message) {
        int packet = packets.create();
        long payload = Math.min(granularity, message.available - message.created);
        packets.message[packet] = message;
        packets.payload[packet] = payload;
        packets.wire[packet] = payload + (message.created == 0 ? HEADER_BYTES : 0);
        packets.position[packet] = paths.nextPath(message.pair);
        packets.tail[packet] = 0;
        message.created += payload;
        arrive(packet);
    }

    private void arrive(int packet) {
        int stream = paths.stream(packets.position[packet]);
        int component = streams.component[stream];
        packets.next[packet] = NONE;
        packets.arrival[packet] = arrivals++;
        if (streams.first[stream] == NONE) {
            streams.first[stream] = packet;
        } else {
            packets.next[streams.last[stream]] = packet;
        }
        streams.last[stream] = packet;
        waiting[component]++;
        if (isIdle(component)) {
            enqueue(stream, component);
            startNext(component);
        } else {
            enqueue(stream, component);
            scheduleCompletion(component);
        }
    }

    /** Whether a component can start; ends a service that is over but whose end nobody had to wait for. */
    private boolean isIdle(int component) {
        if (streams.serving[component] == NONE) {
            return true;
        }
        if (!completionScheduled[component] && kernel.now() >= freeAt[component]) {
            endService(component);
            return true;
        }
        return false;
    }

    private void enqueue(int stream, int component) {
        if (streams.state[stream] == Streams.IDLE
                && streams.first[stream] != NONE
                && streams.used[stream] < Math.max(1, services.limit(streams.service[stream]))) {
            streams.state[stream] = Streams.QUEUED;
            ready.add(component, stream);
        }
    }

    private void scheduleCompletion(int component) {
        if (!completionScheduled[component]) {
            completionScheduled[component] = true;
            kernel.at(freeAt[component], handler, OP_COMPLETE, component, 0);
        }
    }

    private void startNext(int component) {
        if (ready.isEmpty(component) || streams.serving[component] != NONE) {
            return;
        }
        int stream = ready.remove(component);
        int service = streams.service[stream];
        int packet = streams.first[stream];
        int position = packets.position[packet];
        streams.first[stream] = packets.next[packet];
        streams.state[stream] = Streams.IN_SERVICE;
        streams.serving[component] = stream;
        streams.onTheWay[stream]++;
        streams.used[stream] += services.charge(service, packets.wire[packet]);
        servedPacket[component] = packet;
        waiting[component]--;
        bytesServed[component] += packets.wire[packet];
        long end = endOfService(component, service, packet);
        busyNanos[component] += end - kernel.now();
        freeAt[component] = end;
        if (services.travels(service)) {
            travel(packet, service, end);
            // The component's own end matters only when something waits for it.
            if (!ready.isEmpty(component) || streams.first[stream] != NONE) {
                scheduleCompletion(component);
            }
        } else {
            scheduleCompletion(component);
        }
        if (paths.isFirst(position)) {
            startedAtSource(packets.message[packet], packet);
        } else {
            creditBack(paths.stream(position - 1), packets.wire[packet]);
        }
    }

    /** When the last byte has passed; not before it has come. */
    private long endOfService(int component, int service, int packet) {
        long time = services.nanos(service, packets.wire[packet]);
        if (time > EventQueue.MAX_TIME - kernel.now() - services.latency(service)) {
            throw new NetworkPlan.UnsupportedModelException("'" + plan.name(component) + "' would need " + time
                    + " ns for a packet of " + packets.wire[packet] + " B: beyond the end of virtual time");
        }
        return Math.max(kernel.now() + time, packets.tail[packet]);
    }

    /** A packet goes to the next component by itself: when all of it has passed, or just its header. */
    private void travel(int packet, int service, long end) {
        long latency = services.latency(service);
        long arrival = end + latency;
        packets.position[packet]++;
        packets.tail[packet] = 0;
        if (services.cutsThrough(service)) {
            packets.tail[packet] = arrival;
            long header = Math.min(HEADER_BYTES, packets.wire[packet]);
            arrival = kernel.now() + TransferTime.nanos(header, services.bandwidth(service)) + latency;
        }
        kernel.at(arrival, handler, OP_ARRIVE, packet, 0);
    }

    private void startedAtSource(Message message, int packet) {
        long payload = packets.payload[packet];
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
    private void creditBack(int stream, long wire) {
        streams.onTheWay[stream]--;
        streams.used[stream] -= services.charge(streams.service[stream], wire);
        int component = streams.component[stream];
        if (streams.first[stream] != NONE) {
            boolean idle = isIdle(component);
            enqueue(stream, component);
            if (idle) {
                startNext(component);
            } else {
                scheduleCompletion(component);
            }
        } else if (streams.onTheWay[stream] == 0
                && (streams.serving[component] != stream || kernel.now() >= freeAt[component])) {
            paths.forget(stream);
        }
    }

    private void complete(int component) {
        int stream = streams.serving[component];
        if (stream != NONE && kernel.now() < freeAt[component]) {
            // Meant for an earlier service, which ended unnoticed.
            scheduleCompletion(component);
            return;
        }
        if (stream != NONE) {
            boolean handsOver = !services.travels(streams.service[stream]);
            endService(component);
            if (handsOver) {
                handOver(servedPacket[component]);
            }
        }
        startNext(component);
    }

    private void endService(int component) {
        int stream = streams.serving[component];
        streams.serving[component] = NONE;
        streams.state[stream] = Streams.IDLE;
        if (streams.isUnused(stream)) {
            paths.forget(stream);
        } else {
            enqueue(stream, component);
        }
    }

    private void handOver(int packet) {
        if (!paths.isLast(packets.position[packet])) {
            packets.position[packet]++;
            packets.tail[packet] = 0;
            arrive(packet);
            return;
        }
        Message message = packets.message[packet];
        long payload = packets.payload[packet];
        message.delivered += payload;
        message.held++;
        if (message.packetArrived(payload)) {
            take(packet);
        } else {
            hold(message, packet);
        }
    }

    private void hold(Message message, int packet) {
        packets.next[packet] = NONE;
        if (message.firstHeld == NONE) {
            message.firstHeld = packet;
        } else {
            packets.next[message.lastHeld] = packet;
        }
        message.lastHeld = packet;
    }

    /** The receiver has taken a packet that was delivered. */
    private void take(int packet) {
        Message message = packets.message[packet];
        int stream = paths.stream(packets.position[packet]);
        long wire = packets.wire[packet];
        packets.recycle(packet);
        message.held--;
        creditBack(stream, wire);
        if (message.held == 0 && message.delivered == message.bytes) {
            paths.leave(message.pair);
        }
    }
}

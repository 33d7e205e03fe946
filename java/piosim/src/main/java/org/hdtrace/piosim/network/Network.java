// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.network;

import java.util.Arrays;
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

    private static final byte QUEUED = 1;
    private static final byte IN_SERVICE = 2;

    private static final int NONE = -1;

    private final Kernel kernel;
    private final int handler;
    private final NetworkPlan plan;
    private final long granularity;
    private final Streams streams;
    private final Packets packets = new Packets();

    // By component.
    private final int[] fifoFirst;
    private final int[] fifoLast;
    private final int[] serving;
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
        if (plan.isFifo()) {
            throw new NetworkPlan.UnsupportedModelException("scheduling='FIFO' isn't simulated by this version");
        }
        this.kernel = kernel;
        this.plan = plan;
        this.granularity = granularity;
        this.handler = kernel.register(this::handle);
        this.streams = new Streams(plan, routes, granularity);
        int count = plan.size();
        fifoFirst = filled(count);
        fifoLast = filled(count);
        serving = filled(count);
        servedPacket = filled(count);
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
        message.path = streams.enter(message.source, message.target);
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
        long ahead = serving[component] == NONE ? 0 : Math.max(0, freeAt[component] - kernel.now());
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
        if (packets.live() > 0) {
            return packets.live() + " packets";
        }
        for (int component = 0; component < plan.size(); component++) {
            if (fifoFirst[component] != NONE || waiting[component] != 0) {
                return "queue of '" + plan.name(component) + "'";
            }
        }
        return streams.leftOver();
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
        packets.stream[packet] = streams.stream(message.path, 0);
        packets.remaining[packet] = streams.length(message.path) - 1;
        message.created += payload;
        arrive(packet);
    }

    private void arrive(int packet) {
        int stream = packets.stream[packet];
        int component = streams.component[stream];
        packets.next[packet] = NONE;
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
        if (serving[component] == NONE) {
            return true;
        }
        if (!completionScheduled[component] && kernel.now() >= freeAt[component]) {
            endService(component);
            return true;
        }
        return false;
    }

    private void enqueue(int stream, int component) {
        if (streams.state[stream] == 0
                && streams.first[stream] != NONE
                && streams.used[stream] < Math.max(1, streams.limit[stream])) {
            streams.state[stream] = QUEUED;
            streams.next[stream] = NONE;
            if (fifoFirst[component] == NONE) {
                fifoFirst[component] = stream;
            } else {
                streams.next[fifoLast[component]] = stream;
            }
            fifoLast[component] = stream;
        }
    }

    private void scheduleCompletion(int component) {
        if (!completionScheduled[component]) {
            completionScheduled[component] = true;
            kernel.at(freeAt[component], handler, OP_COMPLETE, component, 0);
        }
    }

    private void startNext(int component) {
        int stream = fifoFirst[component];
        if (stream == NONE || serving[component] != NONE) {
            return;
        }
        fifoFirst[component] = streams.next[stream];
        int packet = streams.first[stream];
        streams.first[stream] = packets.next[packet];
        streams.state[stream] = IN_SERVICE;
        waiting[component]--;
        long wire = packets.wire[packet];
        long time = serviceTime(stream, wire);
        streams.used[stream] += charge(stream, time);
        serving[component] = stream;
        servedPacket[component] = packet;
        freeAt[component] = kernel.now() + time;
        busyNanos[component] += time;
        bytesServed[component] += wire;
        long latency = streams.latency[stream];
        if (latency == 0) {
            scheduleCompletion(component);
        } else {
            // The packet travels on by itself; the component's own end matters only when something waits for it.
            packets.stream[packet] = stream + 1;
            packets.remaining[packet]--;
            kernel.at(freeAt[component] + latency, handler, OP_ARRIVE, packet, 0);
            if (fifoFirst[component] != NONE || streams.first[stream] != NONE) {
                scheduleCompletion(component);
            }
        }
        Message message = packets.message[packet];
        if (stream == streams.stream(message.path, 0)) {
            startedAtSource(message, packet);
        } else {
            creditBack(stream - 1, wire);
        }
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
        streams.used[stream] -= charge(stream, serviceTime(stream, wire));
        int component = streams.component[stream];
        if (streams.first[stream] != NONE) {
            boolean idle = isIdle(component);
            enqueue(stream, component);
            if (idle) {
                startNext(component);
            } else {
                scheduleCompletion(component);
            }
        }
    }

    private void complete(int component) {
        int stream = serving[component];
        if (stream != NONE && kernel.now() < freeAt[component]) {
            // Meant for an earlier service, which ended unnoticed.
            scheduleCompletion(component);
            return;
        }
        if (stream != NONE && streams.latency[stream] == 0) {
            int packet = servedPacket[component];
            serving[component] = NONE;
            streams.state[stream] = 0;
            if (packets.remaining[packet] == 0) {
                deliver(packet, stream);
                startNext(component);
                return;
            }
            packets.stream[packet]++;
            packets.remaining[packet]--;
            arrive(packet);
            enqueue(stream, component);
        } else if (stream != NONE) {
            endService(component);
        }
        startNext(component);
    }

    private void endService(int component) {
        int stream = serving[component];
        serving[component] = NONE;
        streams.state[stream] = 0;
        enqueue(stream, component);
    }

    private void deliver(int packet, int stream) {
        Message message = packets.message[packet];
        long payload = packets.payload[packet];
        message.delivered += payload;
        message.held++;
        enqueue(stream, streams.component[stream]);
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
        int stream = packets.stream[packet];
        long wire = packets.wire[packet];
        packets.recycle(packet);
        message.held--;
        creditBack(stream, wire);
        if (message.held == 0 && message.delivered == message.bytes) {
            forgetServices(message.path);
            streams.leave(message.path);
        }
    }

    /** Services of edges that nobody waited for must not refer to a path that is about to be recycled. */
    private void forgetServices(int path) {
        for (int hop = 0; hop < streams.length(path); hop++) {
            int stream = streams.stream(path, hop);
            int component = streams.component[stream];
            if (serving[component] == stream && streams.users(path) == 1) {
                serving[component] = NONE;
            }
        }
    }

    private long serviceTime(int stream, long wire) {
        return wire == granularity ? streams.fullTime[stream] : TransferTime.nanos(wire, streams.bandwidth[stream]);
    }

    private long charge(int stream, long time) {
        return streams.limit[stream] == 0 ? 1 : time;
    }

    private static int[] filled(int count) {
        int[] array = new int[count];
        Arrays.fill(array, NONE);
        return array;
    }
}

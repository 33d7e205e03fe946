// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.network;

import org.hdtrace.piosim.engine.Kernel;

/**
 * Moves messages as packets through interfaces, edges and switches.
 *
 * <p>Every component serves one packet at a time for size / bandwidth; an edge adds its latency afterwards. Streams
 * (pairs of interfaces) wait in a FIFO and re-enter it after each packet, which makes a round robin. A stream is held
 * back at a component while the service times of its packets that the next component hasn't started sum up to latency
 * plus that of a full packet. Nothing is dropped. Source: MODEL B2.2, HDTrace paper section 7.
 *
 * <p>Deviation: a packet needs at most one event per component and none where nothing waits for the end of its service, or
 * where it is received unnoticed, see {@link Components}; the original always spends two. The times are the same. One per simulation; not safe for use by
 * several threads.
 */
public final class Network implements Transport {
    /** Bytes of the header, which only the first packet of a message carries. */
    public static final int HEADER_BYTES = 40;

    private final NetworkPlan plan;
    private final long granularity;
    private final Packets packets = new Packets();
    private final Components components;
    private final Paths paths;
    private final Leaps leaps;
    /** Whose packet is being created, null for none; when it is started meanwhile, it needs another one. */
    private Message creating;

    private boolean another;

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
        this.plan = plan;
        this.granularity = granularity;
        components = new Components(kernel, plan, routes, granularity, kept, shortcuts, packets, new Interfaces());
        paths = components.paths();
        leaps = components.leaps();
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
        leaps.opened(message);
    }

    @Override
    public void supply(Message message, long bytes) {
        message.available += bytes;
        if (message.stalled) {
            message.stalled = false;
            createPackets(message);
        }
    }

    @Override
    public void release(Message message) {
        Packet packet = message.unhold(packets);
        if (packet == null) {
            throw new IllegalStateException("message has no packet that was refused");
        }
        take(packet);
    }

    @Override
    public boolean chargesFraming() {
        return true;
    }

    @Override
    public void observe(ServiceObserver newObserver) {
        components.observe(newObserver);
    }

    @Override
    public void catchUp() {
        components.catchUp();
    }

    /** Streams that have something at a component, or are kept. */
    int streamsInUse() {
        return components.streamsInUse();
    }

    /** What is still under way when nothing should be, or null. */
    String leftOver() {
        String waiting = components.leftOver();
        if (waiting != null) {
            return "queue of '" + waiting + "'";
        }
        String counts = packets.live() + " packets, " + paths.busy() + " pairs";
        return counts.equals("0 packets, 0 pairs") ? paths.leftOver() : counts;
    }

    /** Create a packet, and the next ones while each is started at once; one after the other, there may be any number. */
    private void createPackets(Message message) {
        Message outer = creating;
        creating = message;
        createPacket(message);
        long full = 0;
        while (another) {
            another = false;
            full++;
            createPacket(message);
        }
        creating = outer;
        for (; full > 0; full--) {
            message.packetStarted(granularity);
        }
    }

    private void createPacket(Message message) {
        Packet packet = packets.create();
        long payload = Math.min(granularity, message.available - message.created);
        packet.message = message;
        packet.hasHeader = message.created == 0;
        packet.wire = packet.hasHeader ? payload + HEADER_BYTES : payload;
        packet.position = paths.nextPath(message.pair);
        packet.tail = 0;
        message.created += payload;
        components.arrive(packet);
    }

    /** The receiver has taken a packet that was delivered. */
    private void take(Packet packet) {
        Message message = packet.message;
        int position = packet.position;
        long wire = packet.wire;
        packets.recycle(packet);
        message.held--;
        components.creditBack(position, wire);
        if (message.held == 0 && message.delivered == message.bytes) {
            leave(message);
        }
    }

    private void leave(Message message) {
        paths.leave(message.pair);
        leaps.left(message);
        message.left();
    }

    /** What happens to messages where their packets leave and reach the network. */
    private final class Interfaces implements PacketEnds {
        @Override
        public void started(Message message, long payload) {
            if (message.created < message.available) {
                leaps.started(message);
                if (message == creating) {
                    another = true;
                    return;
                }
                createPackets(message);
                message.packetStarted(payload);
            } else if (message.created < message.bytes) {
                message.stalled = true;
                message.packetStarted(payload);
            } else {
                message.packetStarted(payload);
                message.sent();
            }
        }

        @Override
        public void left(Message message) {
            leave(message);
        }

        @Override
        public boolean passed(Packet packet) {
            Message message = packet.message;
            long payload = packet.payload();
            message.delivered += payload;
            message.held++;
            boolean taken = message.packetArrived(payload);
            if (taken) {
                take(packet);
            } else {
                message.hold(packet, packets);
            }
            return taken;
        }
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.network;

/**
 * Packets on their way to the interface that receives them, whose arrival needs no event: everything that comes there from
 * elsewhere comes over the same edge, so when the interface has nothing else to do, what it will do is known. It does it as
 * soon as somebody looks at it. A packet that is noticed has an event for the end of its service only, and one that comes while
 * such a packet is served has none until then, since that event looks at the interface.
 *
 * <p>When an interface begins something that would still go on when the first packet comes, or a stream of the edge waits
 * until the interface has begun with a packet, all of its packets get arrivals of their own again.
 */
final class LateArrivals {
    private static final int NONE = -1;

    private final PacketEvents events;
    private final Components components;
    private final Paths paths;
    private final Packets packets;

    LateArrivals(PacketEvents events, Components components, Paths paths, Packets packets) {
        this.events = events;
        this.components = components;
        this.paths = paths;
        this.packets = packets;
    }

    /**
     * Let a packet come late.
     *
     * @param edge over which it comes; the packet is at the position behind it
     * @return false when it needs an arrival of its own
     */
    boolean add(Server edge, Packet packet, long arrival) {
        Server server = edge.late;
        Message message = packet.message;
        long payload = packet.payload();
        message.nearing += payload;
        Stream stream = paths.stream(packet.position);
        long end = arrival + stream.service.nanos(packet.wire);
        boolean isFree = isFree(server, arrival);
        boolean isAwaited = server.lastByEvent < arrival && arrival < server.lateNoticed;
        boolean needsEvent = edge.heldBack > 0 || !stream.isLast || !(isFree || isAwaited);
        server.lateUntil = Math.max(server.lateUntil, Math.max(end, arrival + 1));
        if (needsEvent || stream.isHeldBack()) {
            keepOrder(server, arrival);
            server.lastByEvent = arrival;
            return false;
        }
        append(server, packet, arrival);
        packet.isUnnoticed = isFree && isUnnoticed(message, payload, arrival, end);
        if (packet.isUnnoticed) {
            message.delivered += payload;
        } else if (isFree) {
            server.lateNoticed = end;
            events.endLate(arrival, end, server.component, edge.component);
        }
        return true;
    }

    private void append(Server server, Packet packet, long arrival) {
        packet.tail = arrival;
        packet.next = NONE;
        if (server.firstLate == NONE) {
            server.firstLate = packet.number;
            server.lateFrom = arrival;
        } else {
            packets.get(server.lastLate).next = packet.number;
        }
        server.lastLate = packet.number;
    }

    /** Whether nobody looks at a packet of so many bytes, the next one of its message, that comes to an idle interface and passes it. */
    private static boolean isUnnoticed(Message message, long payload, long arrival, long end) {
        if (payload == message.bytes) {
            return message.isUnnoticed();
        }
        return message.nearing < message.bytes
                && (end > arrival ? message.passesUnnoticed(payload, end) : message.passesUnnoticed(payload));
    }

    /** Of packets that arrive in the same moment the first one doesn't come behind one that has an event. */
    private void keepOrder(Server server, long arrival) {
        if (server.firstLate != NONE && packets.get(server.lastLate).tail == arrival) {
            catchUp(server);
            giveUp(server);
        }
    }

    /** Whether an interface will have nothing to do at a time as far as is known. */
    private static boolean isFree(Server server, long time) {
        return server.lateUntil <= time && (server.serving == NONE || server.freeAt <= time);
    }

    /** Whether a stream of an edge is held back; when so, the packets that will let it go come by events of their own. */
    boolean isHeldBack(Stream stream) {
        if (!stream.isHeldBack()) {
            return false;
        }
        Server server = stream.server;
        if (server.hasLate()) {
            catchUp(server.late, stream);
            if (!stream.isHeldBack()) {
                return false;
            }
            giveUp(server.late);
        }
        return true;
    }

    /** Let the packets arrive that ought to have come before the present event. */
    void catchUp(Server server) {
        catchUp(server, null);
    }

    /** The same, without forgetting a stream. */
    void catchUp(Server server, Stream kept) {
        while (server.firstLate != NONE && events.isPast(server.lateFrom, server.lateEdge)) {
            Packet packet = removeFirst(server);
            if (server.serving != NONE && packet.tail < server.freeAt) {
                await(server, packet);
            } else {
                begin(server, packet, kept);
            }
        }
    }

    /** A packet has come while the one before it was served, or still is. */
    private void await(Server server, Packet packet) {
        Stream stream = paths.stream(packet.position);
        components.queue(server, packet.tail);
        packet.tail = 0;
        components.append(stream, packet);
        components.enqueue(stream);
        components.scheduleCompletion(server);
    }

    private Packet removeFirst(Server server) {
        Packet packet = packets.get(server.firstLate);
        server.firstLate = packet.next;
        if (packet.next != NONE) {
            server.lateFrom = packets.get(packet.next).tail;
        }
        return packet;
    }

    private void begin(Server server, Packet packet, Stream kept) {
        Stream stream = paths.stream(packet.position);
        Stream before = paths.stream(packet.position - 1);
        if (server.serving != NONE) {
            components.endServiceBefore(server, stream);
        }
        components.queue(server, packet.tail);
        components.occupy(server, stream, packet, packet.tail);
        before.discharge(packet.wire);
        if (packet.isUnnoticed) {
            stream.discharge(packet.wire);
            Message message = packet.message;
            boolean isWhole = packet.payload() == message.bytes;
            packets.recycle(packet);
            if (isWhole) {
                components.leave(message);
            }
        } else {
            server.servedPacket = packet.number;
            server.completionScheduled = true;
            server.endsLate = true;
        }
        if (before != kept && !before.hasWaiting()) {
            components.forgetIfFull(before);
        }
    }

    /** Give all packets that come to an interface arrivals of their own; to be told they are as many as were told that they pass. */
    void giveUp(Server server) {
        server.lateNoticed = 0;
        while (server.firstLate != NONE) {
            Packet packet = removeFirst(server);
            if (packet.isUnnoticed) {
                packet.message.delivered -= packet.payload();
                packet.message.isNoticed();
            }
            events.arriveAfterAll(packet.tail, packet, server.lateEdge);
        }
    }
}

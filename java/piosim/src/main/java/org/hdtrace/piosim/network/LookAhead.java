// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.network;

/** Lets packets go on before the service of the component where they are has ended, where that changes nothing. */
final class LookAhead {
    private static final int NONE = -1;

    private final Components components;
    private final LateArrivals late;
    private final Paths paths;
    private final Packets packets;

    LookAhead(Components components, LateArrivals late, Paths paths, Packets packets) {
        this.components = components;
        this.late = late;
        this.paths = paths;
        this.packets = packets;
    }

    /** Whether a packet doesn't need the end of its service to go on. */
    boolean leaves(Server server, Stream stream, Packet packet) {
        if (!stream.isLast) {
            return goOn(server, stream, packet);
        }
        Message message = packet.message;
        long payload = packet.payload();
        if (!message.passesUnnoticed(payload, server.freeAt)) {
            return false;
        }
        message.delivered += payload;
        stream.discharge(packet.wire);
        packets.recycle(packet);
        return true;
    }

    /**
     * Let a packet go to the edge behind a component while it is still served there. Only that component sends into the
     * edge, and nothing but this packet until then.
     */
    private boolean goOn(Server server, Stream stream, Packet packet) {
        Stream next = paths.stream(packet.position + 1);
        Server edge = next.server;
        if (!edge.hasOneSource) {
            return false;
        }
        return edge.freeAt > server.freeAt ? waitThere(server, packet, next) : startThere(server, stream, packet, next);
    }

    /**
     * Let a packet wait for a busy edge, if that has the same choices afterwards: no other stream that waits there can become
     * ready in the meantime and come in before it, or its own has its turn at the end of the present service anyway.
     */
    private boolean waitThere(Server server, Packet packet, Stream next) {
        Server edge = next.server;
        boolean mayChange = edge.heldBack > 0 && !edge.fifo && edge.serving != next.number;
        if (mayChange) {
            return false;
        }
        packet.goOn();
        components.append(next, packet);
        components.queue(edge, server.freeAt);
        components.enqueue(next);
        components.scheduleCompletion(edge);
        return true;
    }

    /** Begin a service of an edge that will be free, and for which nothing waits, at the end of the service in front of it. */
    private boolean startThere(Server server, Stream stream, Packet packet, Stream next) {
        Server edge = next.server;
        if (edge.waiting > 0 || late.isHeldBack(next) || !next.service.travels()) {
            return false;
        }
        if (edge.serving != NONE) {
            components.endServiceBefore(edge, next);
        }
        packet.goOn();
        components.queue(edge, server.freeAt);
        long end = components.occupy(edge, next, packet, server.freeAt);
        components.travel(edge, packet, next.service, server.freeAt, end);
        stream.discharge(packet.wire);
        return true;
    }
}

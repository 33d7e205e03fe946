// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.network;

import org.hdtrace.piosim.engine.EventQueue;

/** What it means for a component, a stream and those who watch that a packet is served. */
final class Occupation {
    private final NetworkPlan plan;
    private final Packets packets;
    /** Null for none. */
    private ServiceObserver observer;

    Occupation(NetworkPlan plan, Packets packets) {
        this.plan = plan;
        this.packets = packets;
    }

    void observe(ServiceObserver newObserver) {
        observer = ServiceObserver.both(observer, newObserver);
    }

    /** A packet comes to a component. */
    void queued(Server server, long time) {
        if (observer != null) {
            observer.queued(server.component, time);
        }
    }

    /**
     * Serve a packet of a stream, which doesn't wait there, from a time on, which may be later than now when nothing can come between.
     *
     * @return when the service ends
     */
    long begin(Server server, Stream stream, Packet packet, long start) {
        Service service = stream.service;
        long time = service.nanos(packet.wire);
        stream.onTheWay++;
        stream.used += service.charge(time);
        long end = endOfService(server, service, packet, start, time);
        server.begin(stream, end);
        if (observer != null) {
            observer.served(server.component, start, end, packet.wire);
        }
        return end;
    }

    /** When the last byte has passed; not before it has come. */
    private long endOfService(Server server, Service service, Packet packet, long start, long time) {
        if (time > EventQueue.MAX_TIME - start - service.latency()) {
            throw new NetworkPlan.UnsupportedModelException("'" + plan.name(server.component) + "' would need " + time
                    + " ns for a packet of " + packet.wire + " B: beyond the end of virtual time");
        }
        return Math.max(start + time, packet.tail);
    }

    /** Nobody looks at a packet that has passed its last component. */
    void passUnnoticed(Stream stream, Packet packet) {
        packet.message.delivered += packet.payload;
        stream.discharge(packet.wire);
        packets.recycle(packet);
    }
}

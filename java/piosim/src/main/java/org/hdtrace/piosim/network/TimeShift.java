// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.network;

import org.hdtrace.piosim.engine.Kernel;

/** Puts the clock, and all that messages and what they pass have to do, forward by some time. */
final class TimeShift {
    private static final int NONE = -1;

    private final Kernel kernel;
    private final PacketEvents events;
    private final Paths paths;
    private final Packets packets;
    private long now;
    private long nanos;

    TimeShift(Kernel kernel, PacketEvents events, Paths paths, Packets packets) {
        this.kernel = kernel;
        this.events = events;
        this.paths = paths;
        this.packets = packets;
    }

    /** It is so many ns later. Nothing but packets is pending, as the kernel has listed it, and nothing else waits or is served. */
    void shift(MessagesUnderWay messages, PassedServers servers, long byNanos) {
        now = events.now();
        nanos = byNanos;
        for (int i = 0; i < messages.count(); i++) {
            moveWaiting(messages.get(i));
        }
        for (int i = 0; i < servers.count(); i++) {
            move(servers.get(i));
        }
        for (int place = 0; place < kernel.pending(); place++) {
            Packet packet = events.arriving(kernel.pendingEvent(place));
            if (packet != null) {
                move(packet);
            }
        }
        kernel.leap(nanos);
    }

    private void moveWaiting(Message message) {
        int position = paths.onlyPath(message.pair);
        Stream stream;
        do {
            stream = paths.stream(position++);
            for (int number = stream.first; number != NONE; number = packets.get(number).next) {
                if (packets.get(number).message == message) {
                    move(packets.get(number));
                }
            }
        } while (!stream.isLast);
    }

    private void move(Server server) {
        server.freeAt = moved(server.freeAt);
        server.lateUntil = moved(server.lateUntil);
        server.lateFrom = moved(server.lateFrom);
        server.lateNoticed = moved(server.lateNoticed);
        server.lastByEvent = moved(server.lastByEvent);
        for (int number = server.firstLate; number != NONE; number = packets.get(number).next) {
            packets.get(number).tail += nanos;
        }
        if (server.hasServedPacket()) {
            move(packets.get(server.servedPacket));
        }
    }

    private void move(Packet packet) {
        packet.tail = moved(packet.tail);
    }

    private long moved(long time) {
        return time < now ? time : time + nanos;
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.network;

import java.util.Arrays;
import org.hdtrace.piosim.engine.Kernel;

/**
 * All that decides about what happens next to some messages: what waits, is served and is pending, with times from then on. Two moments
 * that are alike have the same future, but for the bytes that the messages have left.
 */
final class Moment {
    private static final int NONE = -1;
    private static final int INITIAL = 1024;

    private final Kernel kernel;
    private final PacketEvents events;
    private final Components components;
    private final Paths paths;
    private final Streams streams;
    private final Packets packets;
    private final long granularity;
    private long[] values = new long[INITIAL];
    private int length;
    private long time;
    private final MessagesUnderWay messages;
    private final PassedServers servers;
    private long[] created = {};

    Moment(
            Kernel kernel,
            PacketEvents events,
            Components components,
            Paths paths,
            Streams streams,
            Packets packets,
            MessagesUnderWay messages,
            PassedServers servers,
            long granularity) {
        this.kernel = kernel;
        this.events = events;
        this.components = components;
        this.paths = paths;
        this.streams = streams;
        this.packets = packets;
        this.messages = messages;
        this.servers = servers;
        this.granularity = granularity;
    }

    /** Be like no other one. */
    void clear() {
        length = NONE;
    }

    /** Time in ns. */
    long time() {
        return time;
    }

    /** Bytes of a message in packets that were created. */
    long created(int message) {
        return created[message];
    }

    boolean isLike(Moment other) {
        return length >= 0 && length == other.length && Arrays.equals(values, 0, length, other.values, 0, length);
    }

    /** How much there is to compare, 0 when it is like no other one. */
    int size() {
        return Math.max(0, length);
    }

    /**
     * Become the present one, between two events, which the kernel has listed.
     *
     * @return false when what is under way can't repeat itself; then it is like no other one
     */
    boolean take() {
        time = events.now();
        length = 0;
        if (created.length < messages.count()) {
            created = new long[2 * messages.count()];
        }
        for (int i = 0; i < messages.count(); i++) {
            created[i] = messages.get(i).created;
        }
        if (describeAll()) {
            return true;
        }
        clear();
        return false;
    }

    private boolean describeAll() {
        for (int place = 0; place < kernel.pending(); place++) {
            if (!describeEvent(place)) {
                return false;
            }
        }
        for (int i = 0; i < messages.count(); i++) {
            if (!describe(messages.get(i))) {
                return false;
            }
        }
        for (int i = 0; i < servers.count(); i++) {
            if (!describe(servers.get(i))) {
                return false;
            }
        }
        return true;
    }

    private boolean describe(Message message) {
        if (message.held != 0
                || message.available != message.bytes
                || !message.startsUnnoticed()
                || !message.passesUnnoticed(granularity)) {
            return false;
        }
        put(message.created - message.delivered);
        put(message.created - message.nearing);
        Stream stream;
        int position = paths.onlyPath(message.pair);
        do {
            stream = paths.stream(position++);
            if (!describe(stream)) {
                return false;
            }
        } while (!stream.isLast);
        return true;
    }

    private boolean describe(Stream stream) {
        put(stream.number);
        put(stream.used);
        put(stream.onTheWay);
        put((stream.queued ? 2 : 0) + (stream.heldBack ? 1 : 0));
        for (int number = stream.first; number != NONE; number = packets.get(number).next) {
            if (!describe(packets.get(number))) {
                return false;
            }
            put(components.arrivals() - packets.get(number).arrival);
        }
        put(NONE);
        return true;
    }

    private boolean describe(Packet packet) {
        if (packet.hasHeader) {
            return false;
        }
        put(packet.position);
        put(packet.wire);
        putTime(packet.tail);
        put(messages.placeOf(packet.message));
        return true;
    }

    private boolean describe(Server server) {
        put(server.serving);
        put((server.servedStreamWaits ? 4 : 0) + (server.completionScheduled ? 2 : 0) + (server.endsLate ? 1 : 0));
        putTime(server.freeAt);
        putTime(server.lateUntil);
        putTime(server.lateNoticed);
        putTime(server.lastByEvent);
        put(server.waiting);
        put(server.heldBack);
        if (server.hasServedPacket() && !describe(packets.get(server.servedPacket))) {
            return false;
        }
        put(NONE);
        for (int number = server.fifo ? NONE : server.firstReady; number != NONE; number = streams.get(number).next) {
            put(number);
        }
        put(NONE);
        for (int number = server.firstLate; number != NONE; number = packets.get(number).next) {
            Packet packet = packets.get(number);
            if (!packet.isUnnoticed || packet.hasHeader) {
                return false;
            }
            putTime(packet.tail);
            put(packet.wire);
            put(messages.placeOf(packet.message));
        }
        put(NONE);
        return true;
    }

    private boolean describeEvent(int place) {
        long event = kernel.pendingEvent(place);
        put(kernel.pendingKey(place));
        Packet packet = events.arriving(event);
        if (packet == null) {
            put(event);
            return true;
        }
        put(event & PacketEvents.RANK);
        return describe(packet);
    }

    private void putTime(long value) {
        put(value < time ? NONE : value - time);
    }

    private void put(long value) {
        if (length == values.length) {
            values = Arrays.copyOf(values, 2 * length);
        }
        values[length++] = value;
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.network;

/**
 * Packets that come to a component where others of their stream wait. As long as one of those does nobody notices that they come, so
 * they wait behind them from the begin, and their arrival needs no event. One that is first before it has come gets one, and all
 * behind it do.
 */
final class ExpectedPackets {
    private static final int NONE = -1;

    private final PacketEvents events;
    private final Components components;
    private final Paths paths;
    private final Packets packets;

    ExpectedPackets(PacketEvents events, Components components, Paths paths, Packets packets) {
        this.events = events;
        this.components = components;
        this.paths = paths;
        this.packets = packets;
    }

    /**
     * Expect a packet.
     *
     * @param packet at the position to which it comes
     * @return false when it needs an arrival of its own: also when one in front of it has such, or the order of arrivals counts
     */
    boolean add(Packet packet, long arrival) {
        // This one counts. Of most streams there is no other, and what is behind needn't be looked at.
        int onTheWay = paths.stream(packet.position - 1).onTheWay;
        if (onTheWay == 1) {
            return false;
        }
        Stream stream = paths.knownStream(packet.position);
        if (stream == null || !stream.hasWaiting() || stream.home == NONE || stream.server.fifo) {
            return false;
        }
        if (onTheWay != stream.waiting + 1) {
            return false;
        }
        packet.tail = arrival;
        components.append(stream, packet);
        return true;
    }

    /** Another packet of a stream is first now. */
    void becomeFirst(Stream stream) {
        Packet packet = packets.get(stream.first);
        if (packet.tail != 0 && packet.tail >= events.now()) {
            Stream before = paths.stream(packet.position - 1);
            int edge = before.server.component;
            if (!before.service.cutsThrough() && !events.isPast(packet.tail, edge)) {
                giveUp(stream, edge);
            }
        }
    }

    private void giveUp(Stream stream, int edge) {
        int number = stream.first;
        stream.removeAll();
        while (number != NONE) {
            Packet packet = packets.get(number);
            number = packet.next;
            long arrival = packet.tail;
            packet.tail = 0;
            events.arriveAfterAll(arrival, packet, edge);
        }
    }
}

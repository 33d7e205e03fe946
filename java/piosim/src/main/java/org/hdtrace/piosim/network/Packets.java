// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.network;

import java.util.Arrays;

/** Packets under way, in flat arrays; numbers are recycled. */
final class Packets {
    private static final int INITIAL = 256;

    /** Message the packet belongs to. */
    Message[] message = new Message[INITIAL];
    /** Bytes of the message in it. */
    long[] payload = new long[INITIAL];
    /** Bytes on the wire. */
    long[] wire = new long[INITIAL];
    /** Where it is among the hops of {@link Paths}; the next hop is this plus one. */
    int[] position = new int[INITIAL];
    /** Rises with every arrival anywhere. */
    long[] arrival = new long[INITIAL];
    /** Time in ns before which its last byte doesn't arrive where it is, when it was let go by its header. */
    long[] tail = new long[INITIAL];
    /** Packet behind it in the stream's queue. */
    int[] next = new int[INITIAL];

    private int count;
    private int free = -1;
    private int live;

    /** Packets under way. */
    int live() {
        return live;
    }

    int create() {
        live++;
        int packet = free;
        if (packet >= 0) {
            free = next[packet];
            return packet;
        }
        packet = count++;
        if (packet == wire.length) {
            message = Arrays.copyOf(message, packet * 2);
            payload = Arrays.copyOf(payload, packet * 2);
            wire = Arrays.copyOf(wire, packet * 2);
            position = Arrays.copyOf(position, packet * 2);
            arrival = Arrays.copyOf(arrival, packet * 2);
            tail = Arrays.copyOf(tail, packet * 2);
            next = Arrays.copyOf(next, packet * 2);
        }
        return packet;
    }

    void recycle(int packet) {
        live--;
        message[packet] = null;
        next[packet] = free;
        free = packet;
    }
}

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
    /** Stream it is in now; streams of a path are consecutive, so the next hop is this plus one. */
    int[] stream = new int[INITIAL];
    /** Hops that remain after this one. */
    int[] remaining = new int[INITIAL];
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
            stream = Arrays.copyOf(stream, packet * 2);
            remaining = Arrays.copyOf(remaining, packet * 2);
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

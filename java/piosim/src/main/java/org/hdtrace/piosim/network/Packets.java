// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.network;

import java.util.Arrays;

/** Packets under way; they are recycled. */
final class Packets {
    private static final int INITIAL = 256;

    private Packet[] all = new Packet[INITIAL];
    private int count;
    private int free = -1;
    private int live;

    /** Packets under way. */
    int live() {
        return live;
    }

    Packet get(int number) {
        return all[number];
    }

    Packet create() {
        live++;
        if (free >= 0) {
            Packet packet = all[free];
            free = packet.next;
            return packet;
        }
        if (count == all.length) {
            all = Arrays.copyOf(all, count * 2);
        }
        Packet packet = new Packet(count);
        all[count++] = packet;
        return packet;
    }

    void recycle(Packet packet) {
        live--;
        packet.message = null;
        packet.next = free;
        free = packet.number;
    }
}

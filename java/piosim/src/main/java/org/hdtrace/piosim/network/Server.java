// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.network;

/** What a component does at present and has done. */
final class Server {
    private static final int NONE = -1;

    final int component;
    /** Whether packets are served in the order of arrival, not streams in turn. */
    final boolean fifo;
    /** Number of the stream of the packet that is or was served last, until somebody notices the end. */
    int serving = NONE;
    /** Whether that stream has further packets, which wait for the end of the service. */
    boolean servedStreamWaits;

    /** Number of that packet, -1 when it doesn't need the end of the service to go on. */
    int servedPacket = NONE;
    /** Time in ns at which that service ends. */
    long freeAt;

    boolean completionScheduled;
    /** Packets that wait, the last one from a time in ns that may be later than now. */
    int waiting;

    long waitsFrom;
    /** Streams that may be served, see {@link ReadyStreams}. */
    int firstReady = NONE;

    int lastReady;
    /** Streams with packets that wait and are held back. */
    int heldBack;
    /** Service times of all packets that were started, the last one from a time in ns that may be later than now. */
    private long busyNanos;

    /** Their bytes. */
    private long bytesServed;

    private long servesFrom;
    private long lastBytes;
    /** End of the service before the last one. */
    private long freeBefore;

    Server(int component, boolean fifo) {
        this.component = component;
        this.fifo = fifo;
    }

    /** Serve one of the packets that wait; its end matters to it unless {@link #servedPacket} stays -1. */
    void begin(Stream stream, long start, long end, long bytes) {
        waiting--;
        serving = stream.number;
        servedStreamWaits = stream.hasWaiting();
        servedPacket = NONE;
        freeBefore = freeAt;
        servesFrom = start;
        freeAt = end;
        busyNanos += end - start;
        lastBytes = bytes;
        bytesServed += bytes;
    }

    /** Time in ns during which it served before a time. */
    long busyNanos(long now) {
        long ahead = Math.max(0, freeAt - Math.max(now, servesFrom));
        return now < servesFrom ? busyNanos - ahead - Math.max(0, freeBefore - now) : busyNanos - ahead;
    }

    /** Bytes whose service it has begun at a time. */
    long bytesServed(long now) {
        return now < servesFrom ? bytesServed - lastBytes : bytesServed;
    }

    boolean hasReady() {
        return firstReady != NONE;
    }

    /** Packets that wait at a time. */
    int waiting(long now) {
        return now < waitsFrom ? waiting - 1 : waiting;
    }

    /** One for each component. */
    static Server[] of(NetworkPlan plan) {
        Server[] servers = new Server[plan.size()];
        for (int component = 0; component < servers.length; component++) {
            servers[component] = new Server(component, plan.isFifo(component));
        }
        return servers;
    }
}

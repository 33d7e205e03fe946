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
    /** Service times of all packets that were started. */
    long busyNanos;
    /** Their bytes. */
    long bytesServed;

    Server(int component, boolean fifo) {
        this.component = component;
        this.fifo = fifo;
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

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.network;

/** What a component does at present. */
final class Server {
    private static final int NONE = -1;

    final int component;
    /** Whether packets are served in the order of arrival, not streams in turn. */
    final boolean fifo;
    /** Whether it is an edge into which a single component sends. */
    final boolean hasOneSource;
    /** How long packets take that don't just take their size over the bandwidth, null for most. */
    private final Pace pace;
    /** Number of the stream of the packet that is or was served last, until somebody notices the end. */
    int serving = NONE;
    /** Whether that stream has further packets, which wait for the end of the service. */
    boolean servedStreamWaits;

    /** Number of that packet, -1 when it doesn't need the end of the service to go on. */
    int servedPacket = NONE;
    /** Time in ns at which that service ends. */
    long freeAt;

    boolean completionScheduled;
    /** Whether the end of the present service is that of a packet in {@link LateArrivals}, and scheduled as such. */
    boolean endsLate;
    /** Packets that wait, the last one perhaps from a later time on. */
    int waiting;
    /** Streams that may be served, see {@link ReadyStreams}. */
    int firstReady = NONE;

    int lastReady;
    /** Streams with packets that wait and are held back. */
    int heldBack;
    /** The interface behind an edge, when everything that comes to it from elsewhere comes over this edge; or null. */
    Server late;
    /** That edge of an interface, or -1. */
    int lateEdge = NONE;
    /** The packets that come to an interface, see {@link LateArrivals}. */
    int firstLate = NONE;

    int lastLate;
    /** Time in ns at which the first of them arrives. */
    long lateFrom;
    /** Time in ns at which those that came or come over that edge may have passed. */
    long lateUntil;
    /** Time in ns of the last end of a service among those packets that is an event. */
    long lateNoticed;
    /** Time in ns at which the last packet arrives that comes over that edge by an event. */
    long lastByEvent;
    /** The last collection of {@link PassedServers} that it is in. */
    long collection;

    private Server(int component, boolean fifo, boolean hasOneSource, Pace pace) {
        this.component = component;
        this.fifo = fifo;
        this.hasOneSource = hasOneSource;
        this.pace = pace;
    }

    /** Serve a packet; its end matters to it unless {@link #servedPacket} stays -1. */
    void begin(Stream stream, long end) {
        serving = stream.number;
        servedStreamWaits = stream.hasWaiting();
        servedPacket = NONE;
        endsLate = false;
        freeAt = end;
    }

    /** Whether the present service is over, even if nobody has noticed; one whose end is an event isn't before that. */
    boolean isOver(long now) {
        return !completionScheduled && now >= freeAt;
    }

    /** Whether a stream is served whose service isn't over. */
    boolean serves(Stream stream, long now) {
        return serving == stream.number && !isOver(now);
    }

    /** How long a packet is served from a time on, in ns, that takes {@code time} where all bytes take the same. */
    long paced(Packet packet, long start, long time) {
        return pace == null ? time : pace.nanos(packet, start, time);
    }

    /** Whether a packet is served that needs the end of the service to go on. */
    boolean hasServedPacket() {
        return serving != NONE && servedPacket != NONE;
    }

    /** Whether how long packets take depends on more than their size. */
    boolean isPaced() {
        return pace != null;
    }

    /** Whether packets come late to the interface behind this edge. */
    boolean hasLate() {
        return late != null && late.firstLate != NONE;
    }

    boolean hasReady() {
        return firstReady != NONE;
    }

    /** One for each component. */
    static Server[] of(NetworkPlan plan) {
        Server[] servers = new Server[plan.size()];
        for (int component = 0; component < servers.length; component++) {
            servers[component] =
                    new Server(component, plan.isFifo(component), plan.hasOneSource(component), plan.pace(component));
        }
        for (Server server : servers) {
            if (plan.kind(server.component) == NetworkPlan.Kind.NIC && plan.inCount(server.component) == 1) {
                int edge = plan.inEdge(server.component, 0);
                if (plan.hasOneTarget(edge)) {
                    servers[edge].late = server;
                    server.lateEdge = edge;
                }
            }
        }
        return servers;
    }
}

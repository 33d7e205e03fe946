// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.storage;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import org.hdtrace.piosim.network.Message;
import org.hdtrace.piosim.network.Transport;

/**
 * A router: gets messages between clients and servers and sends them on, packet by packet as they arrive. Data waits in
 * the memory of its node, half of which is for each direction, so that full servers never hold up data for clients; what
 * doesn't fit stays in the network interface. Requests and acknowledgements always pass. Behind a router may be another one, so a
 * message has as many legs as there are routers, and its own way from the last one on. Source: MODEL B2.5.
 */
final class Forwarder {
    /** One of the two directions. */
    private static final class Direction {
        final Queue<Held> held = new ArrayDeque<>();
        long free;

        Direction(long free) {
            this.free = free;
        }
    }

    /** A packet that stays in the interface until there is memory. */
    private record Held(Leg leg, long payload) {}

    private final Transport network;
    private final int networkInterface;
    private final Direction toServers;
    private final Direction toClients;

    /**
     * An idle router.
     *
     * @param memoryBytes of its node
     */
    Forwarder(Transport network, int networkInterface, long memoryBytes) {
        this.network = network;
        this.networkInterface = networkInterface;
        this.toServers = new Direction(memoryBytes / 2);
        this.toClients = new Direction(memoryBytes - memoryBytes / 2);
    }

    /**
     * Have a message that wasn't sent yet come by way of routers.
     *
     * @param routers in the order in which it passes them, at least one
     * @return what to send in its place
     */
    static Leg takeOver(IoMessage message, List<Forwarder> routers, boolean toServer) {
        Leg first = null;
        Leg last = null;
        int source = message.source();
        for (Forwarder router : routers) {
            Leg leg = router.new Leg(message, last, source, toServer ? router.toServers : router.toClients);
            if (last == null) {
                first = leg;
            } else {
                last.next = leg;
            }
            last = leg;
            source = router.networkInterface;
        }
        message.forwardedBy(first, last, source);
        return first;
    }

    /** A message on its way to a router. */
    final class Leg extends Message {
        private final IoMessage message;
        private final Direction direction;
        /** From the router in front of this one; null from the sender. */
        private final Leg previous;
        /** To the router behind this one, or the message itself. */
        private Message next;

        private boolean open;
        private boolean paused;
        private long kept;

        private Leg(IoMessage message, Leg previous, int source, Direction direction) {
            super(source, networkInterface, message.bytes());
            this.message = message;
            this.previous = previous;
            this.direction = direction;
            this.next = message;
        }

        /** The server has no memory for it: let no more follow, or it would be in the way of others. */
        void pause() {
            paused = true;
        }

        /** The server has taken all that it got. */
        void resume() {
            paused = false;
            long bytes = kept;
            kept = 0;
            if (bytes > 0) {
                network.supply(next, bytes);
            }
        }

        void packetLeftRouter(long payload) {
            if (!message.isData()) {
                return;
            }
            direction.free += payload;
            while (!direction.held.isEmpty() && direction.held.peek().payload <= direction.free) {
                Held first = direction.held.remove();
                first.leg.forward(first.payload);
                network.release(first.leg);
            }
        }

        @Override
        protected void sent() {
            if (previous == null) {
                message.departed();
            }
        }

        @Override
        protected void packetStarted(long payload) {
            if (previous == null) {
                message.packetDeparted(payload);
            } else {
                previous.packetLeftRouter(payload);
            }
        }

        @Override
        protected boolean packetArrived(long payload) {
            if (message.isData() && (!direction.held.isEmpty() || payload > direction.free)) {
                direction.held.add(new Held(this, payload));
                return false;
            }
            forward(payload);
            return true;
        }

        private void forward(long payload) {
            if (message.isData()) {
                direction.free -= payload;
            }
            if (!open) {
                open = true;
                network.open(next);
            }
            if (paused) {
                kept += payload;
            } else {
                network.supply(next, payload);
            }
        }
    }
}

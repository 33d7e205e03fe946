// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.storage;

import java.util.ArrayDeque;
import java.util.Queue;
import org.hdtrace.piosim.network.Message;
import org.hdtrace.piosim.network.Transport;

/**
 * A router: gets messages between clients and servers and sends them on, packet by packet as they arrive. Data waits in
 * the memory of its node, half of which is for each direction, so that full servers never hold up data for clients; what
 * doesn't fit stays in the network interface. Requests and acknowledgements always pass. Source: MODEL B2.5.
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
    private record Held(FirstLeg leg, long payload) {}

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

    /** Have a message that wasn't sent yet come this way. */
    FirstLeg takeOver(IoMessage message, boolean toServer) {
        FirstLeg leg = new FirstLeg(message, toServer ? toServers : toClients);
        message.forwardedBy(leg, networkInterface);
        return leg;
    }

    /** A message on its way to the router. */
    final class FirstLeg extends Message {
        private final IoMessage message;
        private final Direction direction;
        private boolean open;
        private boolean paused;
        private long kept;

        private FirstLeg(IoMessage message, Direction direction) {
            super(message.source(), networkInterface, message.bytes());
            this.message = message;
            this.direction = direction;
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
                network.supply(message, bytes);
            }
        }

        void packetLeftRouter(long payload) {
            if (!message.isData()) {
                return;
            }
            direction.free += payload;
            while (!direction.held.isEmpty() && direction.held.peek().payload <= direction.free) {
                Held next = direction.held.remove();
                next.leg.forward(next.payload);
                network.release(next.leg);
            }
        }

        @Override
        protected void sent() {
            message.departed();
        }

        @Override
        protected void packetStarted(long payload) {
            message.packetDeparted(payload);
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
                network.open(message);
            }
            if (paused) {
                kept += payload;
            } else {
                network.supply(message, payload);
            }
        }
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.storage;

import org.hdtrace.piosim.network.Message;

/**
 * A message between a client and a server; what happens to it is up to small subclasses. Where routers forward it this is
 * the message from the last router on, and a {@link Forwarder.Leg} the one to each of them.
 */
abstract class IoMessage extends Message {
    /** Size of the part of a request that is always there. */
    static final int REQUEST_BYTES = 20;

    /** Size of a request's description of one contiguous piece. */
    private static final int PIECE_BYTES = 8;

    /** Size of an acknowledgement. */
    static final int ACKNOWLEDGE_BYTES = 15;

    /** From the sender to the first router; null for none. */
    private Forwarder.Leg firstLeg;
    /** To the last router. */
    private Forwarder.Leg lastLeg;

    IoMessage(int source, int target, long bytes) {
        super(source, target, bytes);
    }

    /**
     * Size of a request for some pieces.
     *
     * @param typeBytes of a datatype that describes all of them, 0 for none
     */
    static int requestBytes(int pieces, int typeBytes) {
        return REQUEST_BYTES + (typeBytes > 0 ? typeBytes : PIECE_BYTES * pieces);
    }

    /** Let it come from a router, which gets it by other messages. */
    final void forwardedBy(Forwarder.Leg first, Forwarder.Leg last, int routerInterface) {
        firstLeg = first;
        lastLeg = last;
        reset(routerInterface, target(), bytes());
    }

    /** Null when it goes straight. */
    final Forwarder.Leg firstLeg() {
        return firstLeg;
    }

    /** Null when it goes straight. */
    final Forwarder.Leg lastLeg() {
        return lastLeg;
    }

    /** Whether it carries data of a file, for which a router needs memory. */
    boolean isData() {
        return false;
    }

    /** The interface of its sender has started the last packet. */
    void departed() {}

    /** The interface of its sender has started a packet. */
    void packetDeparted(long payload) {}

    /** All of it has arrived; called for messages that don't look at single packets. */
    void completed() {}

    @Override
    protected final void sent() {
        if (firstLeg == null) {
            departed();
        }
    }

    @Override
    protected final void packetStarted(long payload) {
        if (firstLeg == null) {
            packetDeparted(payload);
        } else {
            lastLeg.packetLeftRouter(payload);
        }
    }

    @Override
    protected boolean passesUnnoticed(long payload) {
        return delivered() + payload < bytes();
    }

    @Override
    protected boolean packetArrived(long payload) {
        if (isComplete()) {
            completed();
        }
        return true;
    }
}

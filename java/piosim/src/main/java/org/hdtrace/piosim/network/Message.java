// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.network;

/**
 * Bytes on their way from one network interface to another. The network sees the sizes only; subclasses know what it
 * is about.
 */
public abstract class Message {
    final int source;
    final int target;
    final long bytes;
    int pair = -1;
    long available;
    long created;
    long delivered;
    int held;
    int firstHeld = -1;
    int lastHeld;
    boolean stalled;

    /**
     * A message that hasn't been sent yet.
     *
     * @param source component number of the sending interface, see {@link NetworkPlan#component}
     * @param target component number of the receiving interface
     * @param bytes size with everything but the header of the first packet
     */
    protected Message(int source, int target, long bytes) {
        this.source = source;
        this.target = target;
        this.bytes = bytes;
    }

    public final int source() {
        return source;
    }

    public final int target() {
        return target;
    }

    /** Size without the packet header. */
    public final long bytes() {
        return bytes;
    }

    /** Bytes that have passed the receiving interface. */
    public final long delivered() {
        return delivered;
    }

    /** Whether the whole message has arrived. */
    protected final boolean isComplete() {
        return delivered == bytes;
    }

    /** The sending interface has started the last packet. */
    protected abstract void sent();

    /** The sending interface has started a packet; what it carries need not be kept any longer. */
    protected void packetStarted(long payload) {}

    /**
     * A packet has passed the receiving interface.
     *
     * @return false to keep it in the interface, which holds back the following packets of the same pair of
     *     interfaces until {@link Transport#release} is called
     */
    protected abstract boolean packetArrived(long payload);
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.network;

/**
 * Bytes on their way from one network interface to another. The network sees the sizes only; subclasses know what it
 * is about.
 */
public abstract class Message {
    private static final int NONE = -1;

    int source;
    int target;
    long bytes;
    int pair = -1;
    /** In {@link MessagesUnderWay}. */
    int place;

    long available;
    long created;
    /** Bytes in packets that the last edge has begun with, where {@link LateArrivals} counts them. */
    long nearing;

    long delivered;
    int held;
    /** Of the packets that were refused the last one, whose next one is the first; -1 for none. */
    private int lastHeld = NONE;

    boolean stalled;

    /**
     * A message that hasn't been sent yet.
     *
     * @param source component number of the sending interface, see {@link NetworkPlan#component}
     * @param target component number of the receiving interface
     * @param bytes size with everything but the header of the first packet
     */
    protected Message(int source, int target, long bytes) {
        reset(source, target, bytes);
    }

    /** A message that {@link #reset} makes usable. */
    protected Message() {}

    /** Become a message that hasn't been sent yet; only when it wasn't sent or has {@link #left}. */
    protected final void reset(int newSource, int newTarget, long newBytes) {
        source = newSource;
        target = newTarget;
        bytes = newBytes;
        pair = -1;
        available = 0;
        created = 0;
        nearing = 0;
        delivered = 0;
        held = 0;
        lastHeld = NONE;
        stalled = false;
    }

    /** So many bytes more have been created, and have passed, as those before. */
    final void pass(long more) {
        created += more;
        nearing += more;
        delivered += more;
    }

    /** A packet that was refused waits behind those that were refused before it. */
    final void hold(Packet packet, Packets packets) {
        packet.next = packet.number;
        if (lastHeld != NONE) {
            Packet last = packets.get(lastHeld);
            packet.next = last.next;
            last.next = packet.number;
        }
        lastHeld = packet.number;
    }

    /** The first packet that was refused is not any more; null when there is none. */
    final Packet unhold(Packets packets) {
        if (lastHeld == NONE) {
            return null;
        }
        Packet last = packets.get(lastHeld);
        Packet first = packets.get(last.next);
        last.next = first.next;
        if (first == last) {
            lastHeld = NONE;
        }
        return first;
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

    /** Whether its sender isn't let go before the receiver wants it, however short it is. */
    protected boolean isSynchronous() {
        return false;
    }

    /**
     * The receiver learns of it; only transports that {@link Transport#synchronizes} ask.
     *
     * @return false when nobody wants it yet: {@link Transport#release} is called later
     */
    protected boolean announced() {
        return true;
    }

    /** The sending interface has started the last packet. */
    protected abstract void sent();

    /** The sending interface has started a packet; what it carries need not be kept any longer. */
    protected void packetStarted(long payload) {}

    /** Whether {@link #packetStarted} does nothing. */
    protected boolean startsUnnoticed() {
        return false;
    }

    /**
     * A packet has passed the receiving interface.
     *
     * @return false to keep it in the interface, which holds back the following packets of the same pair of
     *     interfaces until {@link Transport#release} is called
     */
    protected abstract boolean packetArrived(long payload);

    /**
     * Whether nobody looks at the next packet that passes the receiving interface: {@link #packetArrived} would take it and
     * do nothing else, so it isn't called.
     */
    protected boolean passesUnnoticed(long payload) {
        return false;
    }

    /**
     * As {@link #passesUnnoticed(long)}, of a packet that the receiving interface is going to serve for a while, before anything else that
     * hasn't come yet. The message may do then what follows from it, at its time or when somebody looks.
     *
     * @param end virtual time in ns at which it has passed
     */
    protected boolean passesUnnoticed(long payload, long end) {
        return passesUnnoticed(payload);
    }

    /** The last packet that was to pass unnoticed, and hasn't come to the interface, may pass at another time: then it will be noticed. */
    protected void isNoticed() {}

    /**
     * Whether nobody looks at any packet that passes the receiving interface, not even at the last one; then something else has to come
     * later over the same way. Only messages of one packet are asked.
     */
    protected boolean isUnnoticed() {
        return false;
    }

    /** All packets have been taken: the network doesn't know the message any more, so it may be {@link #reset}. */
    protected void left() {}
}

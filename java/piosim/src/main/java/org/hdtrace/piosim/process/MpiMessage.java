// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.process;

import org.hdtrace.piosim.network.Message;

/** A message between two ranks. */
public final class MpiMessage extends Message {
    private final Matcher matcher;
    private final Arrival envelope;
    private final Call sender;
    private final long userBytes;
    private final long rendezvous;
    private boolean announced;
    private Receive receive;

    MpiMessage(
            Matcher matcher,
            Call sender,
            int targetInterface,
            long bytes,
            int[] envelope,
            long tag,
            long userBytes,
            long rendezvous) {
        super(sender.networkInterface(), targetInterface, bytes);
        this.matcher = matcher;
        this.sender = sender;
        this.userBytes = userBytes;
        this.rendezvous = rendezvous;
        this.envelope = new Arrival(envelope[0], envelope[1], envelope[2], tag, this);
    }

    /** Bytes that the program sends in this message or announces by it. */
    public long userBytes() {
        return userBytes;
    }

    /** Number of the handshake that this message requests, 0 when it carries the data itself. */
    public long rendezvous() {
        return rendezvous;
    }

    Call sender() {
        return sender;
    }

    Arrival envelope() {
        return envelope;
    }

    /** Whether a program asked for it, rather than a collective function. */
    boolean isOfProgram() {
        return LoadedApplication.isOfProgram(envelope.context);
    }

    /** Global number of the sending rank. */
    int sourceRank() {
        return envelope.source;
    }

    void matchedBy(Receive newReceive) {
        receive = newReceive;
        if (isComplete()) {
            receive.call.received(this);
        }
    }

    /** Reach the receiver without the network; for a message without bytes. */
    void deliver() {
        sent();
        packetArrived(0);
    }

    @Override
    protected void sent() {
        sender.partDone();
    }

    @Override
    protected boolean packetArrived(long payload) {
        if (announced) {
            if (receive != null && isComplete()) {
                receive.call.received(this);
            }
        } else {
            announced = true;
            matcher.arrived(envelope);
        }
        return true;
    }
}

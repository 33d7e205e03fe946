// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.process;

import org.hdtrace.piosim.model.program.Command;
import org.hdtrace.piosim.model.program.Communicator;
import org.hdtrace.piosim.network.Message;
import org.hdtrace.piosim.network.Transport;

/**
 * A message between two ranks. It is used again when nobody holds it any more: the network until all of it has passed,
 * the rank it is for until it is received, and a call that has received or probed it until that has ended.
 */
public final class MpiMessage extends Message {
    /** Instead of the number of a handshake: the transport lets the sender wait, see {@link Transport#synchronizes}. */
    static final long SYNCHRONOUS = -1;

    // Where it is, as bytes since there may be a million messages: nothing of it has arrived; its sender waits for
    // somebody
    // to want it; a part of it, or at least its announcement, is there; all of it is.
    private static final byte AWAY = 0;
    private static final byte UNWANTED = 1;
    private static final byte ANNOUNCED = 2;
    private static final byte ARRIVED = 3;

    private final Matcher matcher;
    private int context;
    private long tag;
    private Call sender;
    private Command command;
    private long userBytes;
    private long rendezvous;
    private Call receiver;
    private byte state;
    private short holders;

    /** One that {@link #begin} makes usable. */
    MpiMessage(Matcher matcher) {
        this.matcher = matcher;
    }

    /** Become the message of a call; context and tag decide which receive takes it, see {@link Envelope}. */
    void begin(Call sendingCall, int target, long bytes, int itsContext, long itsTag) {
        assert holders == 0 : "a message that is used again while " + holders + " hold it";
        reset(sendingCall.networkInterface(), matcher.interfaces().interfaceOf(target), bytes);
        sender = sendingCall;
        command = sendingCall.command;
        context = itsContext;
        tag = itsTag;
        userBytes = bytes;
        rendezvous = 0;
        receiver = null;
        state = AWAY;
        holders = 2;
    }

    /** Carry or announce so many bytes of the program, perhaps as the request of a handshake. */
    void carry(long bytesOfUser, long handshake) {
        userBytes = bytesOfUser;
        rendezvous = handshake;
    }

    /** Bytes that the program sends in this message or announces by it. */
    public long userBytes() {
        assert holders > 0 : "a message that nobody holds";
        return userBytes;
    }

    /** Number of the handshake that this message requests, 0 when it carries the data itself. */
    public long rendezvous() {
        assert holders > 0 : "a message that nobody holds";
        return isSynchronous() ? 0 : rendezvous;
    }

    /** The command that sends it. */
    Command command() {
        return command;
    }

    Communicator communicator() {
        return command.communicator();
    }

    /** Whether a program asked for it, rather than a collective function. */
    boolean isOfProgram() {
        return LoadedApplication.isOfProgram(context);
    }

    /** Global number of the sending rank. */
    int sourceRank() {
        assert holders > 0 : "a message that nobody holds";
        return matcher.interfaces().rankAt(source());
    }

    /** Global number of the receiving rank. */
    int targetRank() {
        return matcher.interfaces().rankAt(target());
    }

    int context() {
        return context;
    }

    long tag() {
        return tag;
    }

    void matchedBy(Call receivingCall) {
        receiver = receivingCall;
        if (state == UNWANTED) {
            state = ANNOUNCED;
            matcher.release(this);
        } else if (state == ARRIVED) {
            receiver.received(this);
        }
    }

    /** Somebody more looks at it; {@link #letGo} ends that. */
    void hold() {
        holders++;
    }

    void letGo() {
        assert holders > 0 : "a message that nobody holds";
        if (--holders == 0) {
            sender = null;
            receiver = null;
            matcher.recycle(this);
        }
    }

    /** Reach the receiver without the network; for a message without bytes. */
    void deliver() {
        sent();
        packetArrived(0);
        left();
    }

    /** The call that waits for somebody to want it, or null. */
    Call waitingSender() {
        return state == UNWANTED ? sender : null;
    }

    @Override
    protected boolean isSynchronous() {
        return rendezvous == SYNCHRONOUS;
    }

    @Override
    protected boolean announced() {
        state = ANNOUNCED;
        matcher.arrived(this);
        if (receiver == null) {
            state = UNWANTED;
        }
        return receiver != null;
    }

    @Override
    protected void sent() {
        Call call = sender;
        sender = null;
        call.partDone();
    }

    @Override
    protected boolean startsUnnoticed() {
        return true;
    }

    @Override
    protected boolean passesUnnoticed(long payload) {
        return state == ANNOUNCED && delivered() + payload < bytes();
    }

    @Override
    protected boolean packetArrived(long payload) {
        boolean isNew = state == AWAY;
        state = isComplete() ? ARRIVED : ANNOUNCED;
        if (isNew) {
            matcher.arrived(this);
        } else if (receiver != null && state == ARRIVED) {
            receiver.received(this);
        }
        return true;
    }

    @Override
    protected void left() {
        letGo();
    }
}

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

    private final Matcher matcher;
    private final Arrival envelope = new Arrival(this);
    private Call sender;
    private Command command;
    private Communicator communicator;
    private long userBytes;
    private long rendezvous;
    private boolean announced;
    private boolean unwanted;
    private boolean arrived;
    private Call receiver;
    private int holders;

    /** One that {@link #begin} makes usable. */
    MpiMessage(Matcher matcher) {
        this.matcher = matcher;
    }

    /** Become the message of a call; {@link #envelope} says where it goes. */
    void begin(Call sendingCall, int targetInterface, long bytes, long bytesOfUser, long handshake) {
        assert holders == 0 : "a message that is used again while " + holders + " hold it";
        reset(sendingCall.networkInterface(), targetInterface, bytes);
        sender = sendingCall;
        command = sendingCall.command;
        communicator = sendingCall.communicator;
        userBytes = bytesOfUser;
        rendezvous = handshake;
        announced = false;
        unwanted = false;
        arrived = false;
        receiver = null;
        holders = 2;
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
        return communicator;
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
        assert holders > 0 : "a message that nobody holds";
        return envelope.source;
    }

    void matchedBy(Call receivingCall) {
        receiver = receivingCall;
        if (unwanted) {
            unwanted = false;
            matcher.release(this);
        } else if (arrived) {
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
        return unwanted ? sender : null;
    }

    @Override
    protected boolean isSynchronous() {
        return rendezvous == SYNCHRONOUS;
    }

    @Override
    protected boolean announced() {
        announced = true;
        matcher.arrived(envelope);
        unwanted = receiver == null;
        return !unwanted;
    }

    @Override
    protected void sent() {
        Call call = sender;
        sender = null;
        call.partDone();
    }

    @Override
    protected boolean packetArrived(long payload) {
        arrived = isComplete();
        if (announced) {
            if (receiver != null && arrived) {
                receiver.received(this);
            }
        } else {
            announced = true;
            matcher.arrived(envelope);
        }
        return true;
    }

    @Override
    protected void left() {
        letGo();
    }
}

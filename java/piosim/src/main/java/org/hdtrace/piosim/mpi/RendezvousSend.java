// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import java.util.function.ToLongFunction;
import org.hdtrace.piosim.model.program.Command;
import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;
import org.hdtrace.piosim.process.PointToPoint;

/** A send: small messages at once, large ones after the receiver has answered a request. Source: MODEL B2.4. */
final class RendezvousSend implements Algorithm {
    private static final int SEND_DATA = 1;
    private final ToLongFunction<Call> limit;

    /** A standard send: small means up to the limit of the model. */
    RendezvousSend() {
        this(Call::eagerLimit);
    }

    /**
     * A send with a limit of its own.
     *
     * @param limit largest size in bytes that is sent without a request
     */
    RendezvousSend(ToLongFunction<Call> limit) {
        this.limit = limit;
    }

    @Override
    public void step(Call call, int step) {
        Command command = call.command();
        if (command instanceof Command.Send send) {
            run(call, step, send.target(), send.tag(), send.bytes());
        } else if (command instanceof Command.Sendrecv both) {
            run(call, step, both.target(), both.sendTag(), both.bytes());
        }
    }

    private void run(Call call, int step, int target, int tag, long bytes) {
        if (step == SEND_DATA) {
            PointToPoint.sendRendezvous(
                    call,
                    target,
                    Handshake.data(call.state()),
                    bytes + call.framing().pointToPoint());
        } else if (bytes <= limit.applyAsLong(call)) {
            PointToPoint.send(call, target, tag, bytes + call.framing().pointToPoint(), bytes, 0);
        } else if (!PointToPoint.sendSynchronous(
                call, target, tag, bytes + call.framing().pointToPoint(), bytes)) {
            call.state(PointToPoint.newRendezvous(call));
            PointToPoint.receiveRendezvous(call, target, Handshake.answer(call.state()));
            PointToPoint.send(call, target, tag, call.framing().request(), bytes, call.state());
            call.next(SEND_DATA);
        }
    }
}

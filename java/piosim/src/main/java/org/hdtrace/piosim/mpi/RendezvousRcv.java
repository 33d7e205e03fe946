// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import org.hdtrace.piosim.model.program.Command;
import org.hdtrace.piosim.model.program.Probing;
import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;
import org.hdtrace.piosim.process.PointToPoint;

/** A receive, the counterpart of {@link RendezvousSend}. Its state is the number of bytes received. */
final class RendezvousRcv implements Algorithm {
    private static final int RECEIVED = 1;

    @Override
    public void step(Call call, int step) {
        if (step == START) {
            Command command = call.command();
            if (command instanceof Command.Recv receive) {
                PointToPoint.receive(call, receive.source(), receive.tag());
            } else if (command instanceof Probing.MatchedRecv receive) {
                PointToPoint.receiveClaimed(call, receive.message());
            } else if (command instanceof Command.Sendrecv both) {
                PointToPoint.receive(call, both.source(), both.recvTag());
            }
            call.next(RECEIVED);
            return;
        }
        call.state(call.message().userBytes());
        long handshake = call.message().rendezvous();
        if (handshake != 0) {
            PointToPoint.receiveAnswer(call, Handshake.data(handshake));
            PointToPoint.answer(
                    call, Handshake.answer(handshake), call.framing().acknowledge());
        }
    }
}

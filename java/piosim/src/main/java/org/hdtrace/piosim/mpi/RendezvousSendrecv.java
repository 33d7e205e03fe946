// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;

/** A send and a receive side by side. Source: MODEL B2.4. */
final class RendezvousSendrecv implements Algorithm {
    private final Algorithm send = new RendezvousSend();
    private final Algorithm receive = new RendezvousRcv();

    @Override
    public void step(Call call, int step) {
        call.child(send, 0, call.bytes());
        call.child(receive, 0, 0);
    }
}

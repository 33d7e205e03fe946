// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import org.hdtrace.piosim.model.program.Command;
import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;
import org.hdtrace.piosim.process.PointToPoint;

/** A message that is there in no time: it is matched, but doesn't load the network. Source: MODEL B2.4. */
final class VirtualSend implements Algorithm {
    @Override
    public void step(Call call, int step) {
        if (call.command() instanceof Command.Send send) {
            PointToPoint.deliver(call, send.target(), send.tag(), send.bytes());
        }
    }
}

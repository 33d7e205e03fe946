// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import org.hdtrace.piosim.model.program.Command;
import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;

/** Ends when all, any or some of the requests it names have ended. */
final class WaitBlocking implements Algorithm {
    @Override
    public void step(Call call, int step) {
        if (call.command() instanceof Command.Wait wait) {
            call.awaitRequests(wait);
        }
    }
}

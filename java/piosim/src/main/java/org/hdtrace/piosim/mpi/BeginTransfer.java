// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import org.hdtrace.piosim.model.program.OneSided;
import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;

/**
 * A transfer to or from the memory of another rank begins and the call is over; with a request that is complete when the origin's
 * memory can be used again. Source: MPI 4.0, 12.3.
 */
final class BeginTransfer implements Algorithm {
    @Override
    public void step(Call call, int step) {
        if (call.command() instanceof OneSided.Transfer transfer) {
            call.windows().transfer(call, transfer);
        }
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.model.program.OneSided;
import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;

/**
 * Each rank waits until what it has begun is complete at the targets, then all for each other, whatever the program asserts. Source:
 * MPI 4.0, 12.5.1; MPICH 4.0, {@code MPIDIG_mpi_win_fence} in {@code src/mpid/ch4/src/mpidig_win.h}.
 */
final class WinFenceMpich implements Algorithm {
    private static final int MEET = 1;

    @Override
    public void step(Call call, int step) {
        if (step == MEET) {
            call.child(CommandType.BARRIER, 0, 0);
        } else if (call.command() instanceof OneSided fence) {
            call.windows().awaitTransfers(call, fence.window(), OneSided.EVERYBODY, true);
            call.next(MEET);
        }
    }
}

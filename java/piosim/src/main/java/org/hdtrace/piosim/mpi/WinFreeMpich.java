// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.model.program.OneSided;
import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;

/**
 * All ranks wait for each other, then each for what it has begun. Source: MPI 4.0, 12.2.5; MPICH 4.0, {@code
 * MPIDIG_mpi_win_free} and {@code win_finalize} in {@code src/mpid/ch4/src/mpidig_win.c}.
 */
final class WinFreeMpich implements Algorithm {
    private static final int FINISH = 1;

    @Override
    public void step(Call call, int step) {
        if (step == START) {
            call.child(CommandType.BARRIER, 0, 0);
            call.next(FINISH);
        } else if (call.command() instanceof OneSided free) {
            call.windows().awaitTransfers(call, free.window(), OneSided.EVERYBODY, true);
        }
    }
}

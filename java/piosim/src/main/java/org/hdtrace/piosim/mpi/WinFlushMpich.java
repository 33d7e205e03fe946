// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import org.hdtrace.piosim.model.program.OneSided;
import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;

/**
 * Waits until the transfers to the target are complete there, or only until the origin's memory can be used again. Source: MPI 4.0,
 * 12.5.4; MPICH 4.0, {@code MPIDIG_mpi_win_flush} and its likes in {@code src/mpid/ch4/src/mpidig_win.h}.
 */
final class WinFlushMpich implements Algorithm {
    private final boolean atTarget;

    /**
     * One of both kinds.
     *
     * @param atTarget false for {@code MPI_Win_flush_local}
     */
    WinFlushMpich(boolean atTarget) {
        this.atTarget = atTarget;
    }

    @Override
    public void step(Call call, int step) {
        if (call.command() instanceof OneSided.Passive flush) {
            call.windows().awaitTransfers(call, flush.window(), flush.target(), atTarget);
        }
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import org.hdtrace.piosim.model.program.OneSided;
import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;

/**
 * Waits until the transfers are complete at the target, gives the lock back and waits for the answer. Source: MPI 4.0, 12.5.3;
 * MPICH 4.0, {@code MPIDIG_mpi_win_unlock} and {@code MPIDIG_mpi_win_unlock_all} in {@code src/mpid/ch4/src/mpidig_win.h}.
 */
final class WinUnlockMpich implements Algorithm {
    private static final int GIVE_BACK = 1;

    @Override
    public void step(Call call, int step) {
        if (call.command() instanceof OneSided.Passive unlock) {
            if (step == START) {
                call.windows().awaitTransfers(call, unlock.window(), unlock.target(), true);
                call.next(GIVE_BACK);
            } else if (!call.windows().forgetAssumed(call, unlock.window(), unlock.target())) {
                LockTargets.of(unlock).forEach(target -> call.windows().unlock(call, unlock.window(), target));
            }
        }
    }
}

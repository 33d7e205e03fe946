// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import org.hdtrace.piosim.model.program.OneSided;
import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;

/**
 * Asks the target, or all ranks of the window at once, and waits for the answers. Source: MPI 4.0, 12.5.3; MPICH 4.0, {@code
 * MPIDIG_mpi_win_lock} and {@code MPIDIG_mpi_win_lock_all} in {@code src/mpid/ch4/src/mpidig_win.h}, where a target that the
 * program vouches for isn't asked.
 */
final class WinLockMpich implements Algorithm {
    @Override
    public void step(Call call, int step) {
        if (call.command() instanceof OneSided.Passive lock) {
            if (lock.lock() == OneSided.Lock.UNCHECKED) {
                call.windows().assumeLocked(call, lock.window(), lock.target());
                return;
            }
            boolean exclusive = lock.lock() == OneSided.Lock.EXCLUSIVE;
            LockTargets.of(lock).forEach(target -> call.windows().lock(call, lock.window(), target, exclusive));
        }
    }
}

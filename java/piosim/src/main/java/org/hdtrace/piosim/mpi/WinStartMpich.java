// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import org.hdtrace.piosim.model.program.OneSided;
import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;
import org.hdtrace.piosim.process.WindowService.Signal;

/**
 * Waits until all targets have posted. Source: MPI 4.0, 12.5.2, which lets it wait; MPICH 4.0, {@code MPIDIG_mpi_win_start} in
 * {@code src/mpid/ch4/src/mpidig_win.h}, which does.
 */
final class WinStartMpich implements Algorithm {
    @Override
    public void step(Call call, int step) {
        if (call.command() instanceof OneSided.Group start) {
            call.windows().beginEpoch(call, start.window(), false, start.ranks());
            if (start.checked()) {
                start.ranks()
                        .forEach(target -> call.windows().awaitSignal(call, start.window(), Signal.POSTED, target));
            }
        }
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import java.util.List;
import org.hdtrace.piosim.model.program.OneSided;
import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;
import org.hdtrace.piosim.process.WindowService.Signal;

/**
 * Waits until all origins of the group posted to have completed. Source: MPI 4.0, 12.5.2; MPICH 4.0, {@code MPIDIG_mpi_win_wait}
 * in {@code src/mpid/ch4/src/mpidig_win.h}.
 */
final class WinWaitMpich implements Algorithm {
    @Override
    public void step(Call call, int step) {
        if (call.command() instanceof OneSided.Group wait) {
            List<Integer> origins = call.windows().epoch(call, wait.window(), true);
            call.windows().beginEpoch(call, wait.window(), true, List.of());
            origins.forEach(origin -> call.windows().awaitSignal(call, wait.window(), Signal.COMPLETED, origin));
        }
    }
}

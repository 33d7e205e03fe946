// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import java.util.List;
import org.hdtrace.piosim.model.program.OneSided;
import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;
import org.hdtrace.piosim.process.WindowService.Signal;

/**
 * Waits until its transfers are complete, then tells each target so. Source: MPI 4.0, 12.5.2; MPICH 4.0, {@code
 * MPIDIG_mpi_win_complete} in {@code src/mpid/ch4/src/mpidig_win.h}. Deviation: there it is enough that they have left, since the
 * message can't overtake them.
 */
final class WinCompleteMpich implements Algorithm {
    private static final int TELL = 1;

    @Override
    public void step(Call call, int step) {
        if (call.command() instanceof OneSided.Group complete) {
            List<Integer> targets = call.windows().epoch(call, complete.window(), false);
            if (step == TELL) {
                call.windows().beginEpoch(call, complete.window(), false, List.of());
                targets.forEach(target -> call.windows().tell(call, complete.window(), Signal.COMPLETED, target));
            } else {
                targets.forEach(target -> call.windows().awaitTransfers(call, complete.window(), target, true));
                call.next(TELL);
            }
        }
    }
}

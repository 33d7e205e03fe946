// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import org.hdtrace.piosim.model.program.OneSided;
import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;
import org.hdtrace.piosim.process.WindowService.Signal;

/**
 * A message tells each origin that it may begin; nobody waits. Source: MPI 4.0, 12.5.2; MPICH 4.0, {@code MPIDIG_mpi_win_post} in
 * {@code src/mpid/ch4/src/mpidig_win.h}.
 */
final class WinPostMpich implements Algorithm {
    @Override
    public void step(Call call, int step) {
        if (call.command() instanceof OneSided.Group post) {
            call.windows().beginEpoch(call, post.window(), true, post.ranks());
            if (post.checked()) {
                post.ranks().forEach(origin -> call.windows().tell(call, post.window(), Signal.POSTED, origin));
            }
        }
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;

/**
 * All ranks agree on the number of a communicator of the window's own, then on whether any of them shares its node with others,
 * and wait for each other. Source: MPICH 4.0, {@code win_init} and {@code MPIDIG_mpi_win_create} in {@code
 * src/mpid/ch4/src/mpidig_win.c}. Deviations: what networks with keys for remote memory exchange besides, and what processes of a
 * node do for memory that they share, is left out.
 */
final class WinCreateMpich implements Algorithm {
    private static final int ALONE = 1;
    private static final int MEET = 2;
    private static final int FLAG_BYTES = 1;

    @Override
    public void step(Call call, int step) {
        if (step == START) {
            call.child(CommandType.ALLREDUCE, 0, CommCreateMpich.MASK_BYTES);
            call.next(ALONE);
        } else if (step == ALONE) {
            call.child(CommandType.ALLREDUCE, 0, FLAG_BYTES);
            call.next(MEET);
        } else {
            call.child(CommandType.BARRIER, 0, 0);
        }
    }
}

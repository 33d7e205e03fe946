// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;

/**
 * A message goes round all ranks twice: the first time it tells that those before are there, the second time that all are.
 * Source: Open MPI 4.1, {@code ompi_coll_base_barrier_intra_doublering}. Deviation: the last sends aren't synchronous.
 */
final class BarrierDoubleRing implements Algorithm {
    private static final int ROUNDS = 2;

    @Override
    public void step(Call call, int round) {
        int size = call.size();
        if (size == 1) {
            return;
        }
        // The first rank sends before it receives, all others send in a step what they received in the one before.
        boolean first = call.rank() == 0;
        if (round > 0 || first) {
            call.sendData((call.rank() + 1) % size, 0);
        }
        if (round < ROUNDS) {
            call.receive(Math.floorMod(call.rank() - 1, size));
        }
        if (round + 1 < (first ? ROUNDS : ROUNDS + 1)) {
            call.next(round + 1);
        }
    }
}

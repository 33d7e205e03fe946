// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;

/**
 * Dissemination: in round k everybody tells the rank 2^k further on, so after ceil(log2 p) rounds everybody has heard
 * of everybody. Source: PIOsimHD and MPICH 4, {@code MPIR_Barrier_intra_k_dissemination} with k = 2. Deviation: the original
 * took the rounds from the natural logarithm, one too few for 17 ranks.
 */
final class BarrierMpich2 implements Algorithm {
    @Override
    public void step(Call call, int round) {
        int size = call.size();
        int distance = 1 << round;
        if (distance < size) {
            call.receive(Math.floorMod(call.rank() - distance, size));
            call.sendData((call.rank() + distance) % size, 0);
            if (distance * 2 < size) {
                call.next(round + 1);
            }
        }
    }
}

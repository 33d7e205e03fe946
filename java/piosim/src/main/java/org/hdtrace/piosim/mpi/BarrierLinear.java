// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;

/**
 * Everybody tells rank 0 that it is there, which answers all one after the other when it has heard of all. Source: Open MPI
 * 4.1, {@code ompi_coll_base_barrier_intra_basic_linear}.
 */
final class BarrierLinear implements Algorithm {
    @Override
    public void step(Call call, int step) {
        if (call.rank() != 0) {
            call.sendData(0, 0);
            call.receive(0);
        } else if (step == START) {
            for (int rank = 1; rank < call.size(); rank++) {
                call.receiveAny();
            }
            if (call.size() > 1) {
                call.next(1);
            }
        } else {
            call.sendData(step, 0);
            if (step + 1 < call.size()) {
                call.next(step + 1);
            }
        }
    }
}

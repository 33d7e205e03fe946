// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;

/**
 * The root sends everybody its block at the same time; nothing is sent to a rank whose block is empty. Source: MPICH 4.0,
 * {@code src/mpi/coll/scatterv/scatterv_allcomm_linear.c}.
 */
final class ScattervLinear implements Algorithm {
    @Override
    public void step(Call call, int step) {
        if (call.relative() == 0) {
            for (int rank = 0; rank < call.size(); rank++) {
                if (rank != call.root() && call.bytesOf(rank) > 0) {
                    call.sendData(rank, call.bytesOf(rank));
                }
            }
        } else if (call.bytesOf(call.rank()) > 0) {
            call.receive(call.root());
        }
    }
}

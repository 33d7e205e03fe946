// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;

/**
 * Everybody sends its block to the root at the same time; a rank whose block is empty sends nothing. Source: MPICH 4.0,
 * {@code src/mpi/coll/gatherv/gatherv_allcomm_linear.c}.
 */
final class GathervLinear implements Algorithm {
    @Override
    public void step(Call call, int step) {
        if (call.relative() == 0) {
            for (int rank = 0; rank < call.size(); rank++) {
                if (rank != call.root() && call.bytesOf(rank) > 0) {
                    call.receive(rank);
                }
            }
        } else if (call.bytesOf(call.rank()) > 0) {
            call.sendData(call.root(), call.bytesOf(call.rank()));
        }
    }
}

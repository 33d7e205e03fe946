// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;

/**
 * Everybody sends to the root, which takes the data from the highest rank down and is charged one instruction per byte and
 * one more for each, but not for the last. Source: Open MPI 4.1, {@code ompi_coll_base_reduce_intra_basic_linear}.
 */
final class ReduceLinear implements Algorithm {
    @Override
    public void step(Call call, int step) {
        if (call.relative() != 0) {
            call.sendData(call.root(), call.bytes());
            return;
        }
        int rank = below(call, call.size() - step);
        if (rank >= 0) {
            call.receive(rank);
            if (below(call, rank) >= 0) {
                call.next(call.size() - rank, call.bytes() + 1.0);
            }
        }
    }

    /** The next lower rank other than the root. */
    private static int below(Call call, int rank) {
        return rank - 1 == call.root() ? rank - 2 : rank - 1;
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;

/**
 * A reduction, then a broadcast, as the same library does them for that size. Source: Open MPI 4.1, {@code
 * ompi_coll_base_allreduce_intra_nonoverlapping}.
 */
final class AllreduceNonOverlapping implements Algorithm {
    private static final int BROADCAST = 1;
    private final Algorithm reduce;
    private final Algorithm broadcast;

    AllreduceNonOverlapping(Algorithm reduce, Algorithm broadcast) {
        this.reduce = reduce;
        this.broadcast = broadcast;
    }

    @Override
    public void step(Call call, int step) {
        if (step == START) {
            call.child(CommandType.REDUCE, reduce, 0, call.bytes());
            call.next(BROADCAST);
        } else {
            call.child(CommandType.BCAST, broadcast, 0, call.bytes());
        }
    }
}

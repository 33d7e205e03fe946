// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;

/**
 * The second group reduces to the leader of the first, then the first to that of the second; the leaders scatter what they have got.
 * Source: MPICH 4.0, {@code src/mpi/coll/reduce_scatter/reduce_scatter_inter_remote_reduce_local_scatter.c} and its like for
 * {@code MPI_Reduce_scatter_block}.
 */
final class ReduceScatterBetween implements Algorithm {
    private static final int TO_SECOND = 1;
    private static final int LOCAL = 2;
    private final Algorithm reduce = new ReduceBetween();

    @Override
    public void step(Call call, int step) {
        Sides sides = Sides.of(call);
        switch (step) {
            case START -> {
                call.child(reduce, 0, sides.ownBytes(call));
                call.next(TO_SECOND);
            }
            case TO_SECOND -> {
                call.child(reduce, call.firstGroup(), sides.ownBytes(call));
                call.next(LOCAL);
            }
            default -> call.childOfGroup(CommandType.SCATTERV, sides.ownBlocks(call));
        }
    }
}

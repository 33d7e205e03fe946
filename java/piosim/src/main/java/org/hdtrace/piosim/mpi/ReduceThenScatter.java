// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;

/**
 * A reduction to rank 0, which scatters the result. Source: Open MPI 4.1, {@code
 * ompi_coll_base_reduce_scatter_intra_nonoverlapping} and {@code ompi_coll_base_reduce_scatter_block_basic_linear}.
 */
final class ReduceThenScatter implements Algorithm {
    private static final int SCATTER = 1;
    private final Shares blocks;
    private final Algorithm reduce;
    private final Algorithm scatter = new ScattervLinear();

    /** With the reduction that the same library chooses. */
    ReduceThenScatter(Shares blocks, Algorithm reduce) {
        this.blocks = blocks;
        this.reduce = reduce;
    }

    @Override
    public void step(Call call, int step) {
        if (step == START) {
            call.child(CommandType.REDUCE, reduce, 0, blocks.bytes(call, 0, call.size()));
            call.next(SCATTER);
        } else {
            call.child(scatter);
        }
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;

/**
 * All blocks go to rank 0, which broadcasts them. Source: Open MPI 4.1, {@code
 * ompi_coll_base_allgatherv_intra_basic_default} and {@code ompi_coll_base_allgather_intra_basic_linear}.
 */
final class AllgathervGatherBcast implements Algorithm {
    private static final int BROADCAST = 1;
    private final Algorithm gather = new GathervLinear();
    private final Algorithm broadcast;

    /** With the broadcast that the same library chooses. */
    AllgathervGatherBcast(Algorithm broadcast) {
        this.broadcast = broadcast;
    }

    @Override
    public void step(Call call, int step) {
        if (step == START) {
            call.child(gather);
            call.next(BROADCAST);
        } else {
            call.child(CommandType.BCAST, broadcast, 0, Shares.STATED.bytes(call, 0, call.size()));
        }
    }
}

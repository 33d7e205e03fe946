// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;

/**
 * Little data is gathered by the leader of the group that has it and sent to the root; of more each rank sends its own. Source:
 * MPICH 4.0, {@code src/mpi/coll/gather/gather_inter_local_gather_remote_send.c} and {@code gather_inter_linear.c}, chosen at
 * {@code MPIR_CVAR_GATHER_INTER_SHORT_MSG_SIZE}; {@code gatherv_allcomm_linear.c}.
 */
final class GatherBetween implements Algorithm {
    static final long SHORT_BYTES = 2048;
    private static final int SEND = 1;
    private final boolean always;

    /**
     * One of both kinds.
     *
     * @param always whether each rank sends its own however little it is, as for {@code MPI_Gatherv}
     */
    GatherBetween(boolean always) {
        this.always = always;
    }

    @Override
    public void step(Call call, int step) {
        Sides sides = Sides.of(call);
        if (step == SEND) {
            call.sendData(call.root(), sides.ownBytes(call));
        } else if (sides.isBesideRoot(call)) {
            return;
        } else if (sides.isOwn(call.root())) {
            boolean gathered = !always && sides.otherBytes(call) < SHORT_BYTES;
            for (int i = 0; i < (gathered ? 1 : sides.otherSize()); i++) {
                call.receive(sides.otherLeader() + i);
            }
        } else if (!always && sides.ownBytes(call) < SHORT_BYTES) {
            Sides.local(call, CommandType.GATHER, call.bytesOf(call.rank()));
            if (sides.leads(call)) {
                call.next(SEND);
            }
        } else {
            call.sendData(call.root(), call.bytesOf(call.rank()));
        }
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;

/**
 * Little data goes to the leader of the other group, which scatters it; of more the root sends each rank its own. Source: MPICH
 * 4.0, {@code src/mpi/coll/scatter/scatter_inter_remote_send_local_scatter.c} and {@code scatter_inter_linear.c}, chosen at
 * {@code MPIR_CVAR_SCATTER_INTER_SHORT_MSG_SIZE}; {@code scatterv_allcomm_linear.c}.
 */
final class ScatterBetween implements Algorithm {
    private static final int LOCAL = 1;
    private final boolean always;

    /**
     * One of both kinds.
     *
     * @param always whether each rank is sent its own however little it is, as for {@code MPI_Scatterv}
     */
    ScatterBetween(boolean always) {
        this.always = always;
    }

    @Override
    public void step(Call call, int step) {
        Sides sides = Sides.of(call);
        if (step == LOCAL) {
            Sides.local(call, CommandType.SCATTER, call.bytesOf(call.rank()));
        } else if (sides.isBesideRoot(call)) {
            return;
        } else if (sides.isOwn(call.root())) {
            send(call, sides);
        } else if (!always && sides.ownBytes(call) < GatherBetween.SHORT_BYTES) {
            if (sides.leads(call)) {
                call.receive(call.root());
            }
            call.next(LOCAL);
        } else {
            call.receive(call.root());
        }
    }

    private void send(Call call, Sides sides) {
        if (!always && sides.otherBytes(call) < GatherBetween.SHORT_BYTES) {
            call.sendData(sides.otherLeader(), sides.otherBytes(call));
            return;
        }
        for (int i = 0; i < sides.otherSize(); i++) {
            int target = sides.otherLeader() + i;
            call.sendData(target, call.bytesOf(target));
        }
    }
}

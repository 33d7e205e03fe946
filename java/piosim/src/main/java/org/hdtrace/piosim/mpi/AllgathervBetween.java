// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;

/**
 * All ranks of the second group send to the leader of the first, then those of the first to that of the second; the leaders
 * broadcast what they have got. Source: MPICH 4.0, {@code
 * src/mpi/coll/allgatherv/allgatherv_inter_remote_gather_local_bcast.c}.
 */
final class AllgathervBetween implements Algorithm {
    private static final int TO_SECOND = 1;
    private static final int LOCAL = 2;

    @Override
    public void step(Call call, int step) {
        Sides sides = Sides.of(call);
        if (step == LOCAL) {
            Sides.local(call, CommandType.BCAST, sides.otherBytes(call));
            return;
        }
        boolean receives = sides.first() == (step == START);
        if (!receives) {
            call.sendData(sides.otherLeader(), call.bytesOf(call.rank()));
        } else if (sides.leads(call)) {
            for (int i = 0; i < sides.otherSize(); i++) {
                call.receive(sides.otherLeader() + i);
            }
        }
        call.next(step == START ? TO_SECOND : LOCAL);
    }
}

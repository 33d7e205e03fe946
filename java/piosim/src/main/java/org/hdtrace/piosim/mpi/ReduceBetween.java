// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;

/**
 * The group without the root reduces to its leader, which sends the result to the root. Source: MPICH 4.0, {@code
 * src/mpi/coll/reduce/reduce_inter_local_reduce_remote_send.c}.
 */
final class ReduceBetween implements Algorithm {
    private static final int SEND = 1;

    @Override
    public void step(Call call, int step) {
        Sides sides = Sides.of(call);
        if (step == SEND) {
            call.sendData(call.root(), call.bytes());
        } else if (sides.isBesideRoot(call)) {
            return;
        } else if (sides.isOwn(call.root())) {
            call.receive(sides.otherLeader());
        } else {
            Sides.local(call, CommandType.REDUCE, call.bytes());
            if (sides.leads(call)) {
                call.next(SEND);
            }
        }
    }
}

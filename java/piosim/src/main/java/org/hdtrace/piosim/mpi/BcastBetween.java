// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;

/**
 * The root sends to the leader of the other group, which broadcasts there. Source: MPICH 4.0, {@code
 * src/mpi/coll/bcast/bcast_inter_remote_send_local_bcast.c}.
 */
final class BcastBetween implements Algorithm {
    private static final int LOCAL = 1;

    @Override
    public void step(Call call, int step) {
        Sides sides = Sides.of(call);
        if (step == LOCAL) {
            Sides.local(call, CommandType.BCAST, call.bytes());
        } else if (sides.isBesideRoot(call)) {
            return;
        } else if (sides.isOwn(call.root())) {
            call.sendData(sides.otherLeader(), call.bytes());
        } else {
            if (sides.leads(call)) {
                call.receive(call.root());
            }
            call.next(LOCAL);
        }
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;

/**
 * Each group reduces to its leader, the leaders exchange what they have, and broadcast it. Source: MPICH 4.0, {@code
 * src/mpi/coll/allreduce/allreduce_inter_reduce_exchange_bcast.c}.
 */
final class AllreduceBetween implements Algorithm {
    private static final int EXCHANGE = 1;
    private static final int LOCAL = 2;

    @Override
    public void step(Call call, int step) {
        Sides sides = Sides.of(call);
        switch (step) {
            case START -> {
                Sides.local(call, CommandType.REDUCE, call.bytes());
                call.next(sides.leads(call) ? EXCHANGE : LOCAL);
            }
            case EXCHANGE -> {
                call.receive(sides.otherLeader());
                call.sendData(sides.otherLeader(), call.bytes());
                call.next(LOCAL);
            }
            default -> Sides.local(call, CommandType.BCAST, call.bytes());
        }
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;

/**
 * Each leader gathers the blocks of its group, then broadcasts them to the other group, the first one before the second. Source:
 * MPICH 4.0, {@code src/mpi/coll/allgather/allgather_inter_local_gather_remote_bcast.c}.
 */
final class AllgatherBetween implements Algorithm {
    private static final int FROM_FIRST = 1;
    private static final int FROM_SECOND = 2;
    private final Algorithm bcast = new BcastBetween();

    @Override
    public void step(Call call, int step) {
        Sides sides = Sides.of(call);
        long ofFirst = sides.first() ? sides.ownBytes(call) : sides.otherBytes(call);
        long ofSecond = sides.first() ? sides.otherBytes(call) : sides.ownBytes(call);
        switch (step) {
            case START -> {
                Sides.local(call, CommandType.GATHER, call.bytesOf(call.rank()));
                call.next(FROM_FIRST);
            }
            case FROM_FIRST -> {
                call.child(bcast, 0, ofFirst);
                call.next(FROM_SECOND);
            }
            default -> call.child(bcast, call.firstGroup(), ofSecond);
        }
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;

/**
 * A barrier in each group, then each leader broadcasts a byte to the other group, the first one before the second. Source: MPICH
 * 4.0, {@code src/mpi/coll/barrier/barrier_inter_bcast.c}.
 */
final class BarrierBetween implements Algorithm {
    private static final int FROM_FIRST = 1;
    private static final int FROM_SECOND = 2;
    private final Algorithm bcast = new BcastBetween();

    @Override
    public void step(Call call, int step) {
        switch (step) {
            case START -> {
                Sides.local(call, CommandType.BARRIER, 0);
                call.next(FROM_FIRST);
            }
            case FROM_FIRST -> {
                call.child(bcast, 0, 1);
                call.next(FROM_SECOND);
            }
            default -> call.child(bcast, call.firstGroup(), 1);
        }
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;

/**
 * The data is cut into one block for each rank; partial results go round a ring, then the blocks do.
 *
 * <p>Source: P. Patarasuk, X. Yuan: Bandwidth optimal all-reduce algorithms for clusters of workstations, 2009.
 */
final class AllreduceRing implements Algorithm {
    private static final int COLLECT = 1;
    private final Algorithm scatter = new ReduceScatterRing(Shares.CUT);
    private final Algorithm ring = new RingAllgather();

    @Override
    public void step(Call call, int step) {
        if (step == START) {
            call.child(scatter, 0, call.bytes());
            call.next(COLLECT);
        } else {
            call.child(ring, 0, call.bytes());
        }
    }
}

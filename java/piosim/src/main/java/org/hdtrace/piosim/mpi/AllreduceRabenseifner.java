// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;

/**
 * Reduce-scatter by recursive halving, then recursive doubling brings the blocks together. Ranks beyond the largest power
 * of two hand their data to a rank within it, and get the result from it.
 *
 * <p>Source: R. Rabenseifner: Optimization of collective reduction operations, 2004.
 */
final class AllreduceRabenseifner implements Algorithm {
    private static final int GATHER = 1;
    private static final int RESULT = 2;
    private final Algorithm scatter = RecursiveHalving.chargingAll();
    private final Algorithm gather = RecursiveDoubling.gathering(Shares.CUT);

    @Override
    public void step(Call call, int step) {
        int rank = call.rank();
        int group = Integer.highestOneBit(call.size());
        if (step == START) {
            call.child(scatter, 0, call.bytes());
            call.next(rank < group ? GATHER : RESULT);
        } else if (step == GATHER) {
            call.child(gather, 0, call.bytes(), group);
            if (rank + group < call.size()) {
                call.next(RESULT);
            }
        } else if (rank < group) {
            call.sendData(rank + group, call.bytes());
        } else {
            call.receive(rank - group);
        }
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;

/**
 * In round k everybody sends the rank k after it that one's block and receives its own one from the rank k before it,
 * which it reduces for one instruction per byte and one more.
 *
 * <p>Source: MPICH 4.0, {@code src/mpi/coll/reduce_scatter/reduce_scatter_intra_pairwise.c}.
 */
final class ReduceScatterPairwise implements Algorithm {
    private final Shares blocks;

    ReduceScatterPairwise(Shares blocks) {
        this.blocks = blocks;
    }

    @Override
    public void step(Call call, int round) {
        int size = call.size();
        int distance = round + 1;
        if (distance < size) {
            int target = (call.rank() + distance) % size;
            call.receive(Math.floorMod(call.rank() - distance, size));
            call.sendData(target, blocks.one(call, target));
            call.next(round + 1, blocks.one(call, call.rank()) + 1.0);
        }
    }
}

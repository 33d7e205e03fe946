// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;

/**
 * Up a binomial tree, then down again; a rank deals with its children one after the other, on the way up with the smallest
 * subtree first, on the way down with the largest. Source: Open MPI 4.1, {@code ompi_coll_base_barrier_intra_tree}.
 */
final class BarrierTree implements Algorithm {
    private static final int DOWN = 1;
    private final Algorithm up = new ReduceSignals();
    private final Algorithm down = TreeInTurn.ofData();

    @Override
    public void step(Call call, int step) {
        if (step == START) {
            call.child(up, 0, 0);
            call.next(DOWN);
        } else {
            call.child(down, 0, 0);
        }
    }

    /** Takes from one child after the other, then tells the parent. */
    private static final class ReduceSignals implements Algorithm {
        @Override
        public void step(Call call, int bit) {
            int rank = call.rank();
            if (bit < BinomialTree.childBits(rank, call.size()) && BinomialTree.hasChild(rank, bit, call.size())) {
                call.receive(rank + (1 << bit));
                call.next(bit + 1);
            } else if (rank != 0) {
                TreeSteps.sendDataToParent(call, 0);
            }
        }
    }
}

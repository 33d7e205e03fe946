// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;

/** Each rank reduces one block by recursive halving; the blocks are gathered at the root. */
final class ReduceScatterGather implements Algorithm {
    private static final int GATHER = 1;
    private final Algorithm scatter;
    private final Algorithm gather = TreeGather.ofSharedData();

    /** With the parts that {@code halving} reduces. */
    ReduceScatterGather(RecursiveHalving halving) {
        scatter = halving;
    }

    @Override
    public void step(Call call, int step) {
        int group = Integer.highestOneBit(call.size());
        if (step == START) {
            call.child(scatter, call.root(), call.bytes());
            if (call.relative() < group) {
                call.next(GATHER);
            }
        } else {
            call.child(gather, call.root(), call.bytes(), group);
        }
    }
}

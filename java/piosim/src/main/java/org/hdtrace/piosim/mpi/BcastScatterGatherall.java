// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;

/** Scatters the data over a binomial tree, then passes the blocks round in a ring. Source: HDTrace paper, figure 4. */
final class BcastScatterGatherall implements Algorithm {
    private static final int COLLECT = 1;
    private final Algorithm scatter = TreeScatter.ofParts();
    private final Algorithm ring = new RingAllgather();

    @Override
    public void step(Call call, int step) {
        if (step == START) {
            call.child(scatter, call.root(), call.bytes());
            call.next(COLLECT);
        } else {
            call.child(ring, call.root(), call.bytes());
        }
    }
}

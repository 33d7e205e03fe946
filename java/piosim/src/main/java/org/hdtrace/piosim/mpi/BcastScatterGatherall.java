// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;

/** Scatters the data, then passes the blocks round in a ring. Source: HDTrace paper, figure 4, and PIOsimHD. */
final class BcastScatterGatherall implements Algorithm {
    private static final int MEET = 1;
    private static final int COLLECT = 2;
    private final Algorithm scatter;
    private final boolean meets;
    private final Algorithm ring = new RingAllgather();

    private BcastScatterGatherall(Algorithm scatter, boolean meets) {
        this.scatter = scatter;
        this.meets = meets;
    }

    /** Scatters over a binomial tree with ready messages. */
    static BcastScatterGatherall overTree() {
        return new BcastScatterGatherall(TreeScatter.ofParts(), false);
    }

    /** Scatters over a binomial tree that nobody announces himself in. */
    static BcastScatterGatherall overTreeInTurn() {
        return new BcastScatterGatherall(TreeInTurn.ofParts(), false);
    }

    /**
     * The root sends everybody its block; the ring begins after a barrier. Deviations: the original left the barrier out
     * by mistake, and each of its blocks also had what remains of the division.
     */
    static BcastScatterGatherall withBarrier() {
        return new BcastScatterGatherall(ScatterDirect.ofParts(), true);
    }

    @Override
    public void step(Call call, int step) {
        if (step == START) {
            call.child(scatter, call.root(), call.bytes());
            call.next(meets ? MEET : COLLECT);
        } else if (step == MEET) {
            call.child(CommandType.BARRIER, 0, 0);
            call.next(COLLECT);
        } else {
            call.child(ring, call.root(), call.bytes());
        }
    }
}

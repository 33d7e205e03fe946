// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;

/**
 * Scatters the data over a binomial tree; then partners exchange all that their subtrees have, from the nearest to the
 * farthest. The root sends less than a byte for each rank to all at once.
 *
 * <p>Source: Open MPI 4.1, {@code ompi_coll_base_bcast_intra_scatter_allgather}. Deviation: bytes count as elements.
 */
final class BcastScatterAllgather implements Algorithm {
    private static final int COLLECT = 1;
    private final Algorithm linear = new BcastLinear();
    private final Algorithm scatter = TreeInTurn.ofParts();
    private final Algorithm gather = RecursiveDoubling.gathering(Shares.CUT);

    @Override
    public void step(Call call, int step) {
        if (call.bytes() < call.size()) {
            linear.step(call, step);
        } else if (step == START) {
            call.child(scatter, call.root(), call.bytes());
            call.next(COLLECT);
        } else {
            call.child(gather, call.root(), call.bytes());
        }
    }
}

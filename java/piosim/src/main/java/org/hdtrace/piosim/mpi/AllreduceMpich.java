// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;

/**
 * A large allreduce as MPICH does it: {@link NearestHalving}, then partners tell each other what they have, from the farthest to the
 * nearest; ranks that have given their data away, the even ones of pairs, get the result from their neighbour.
 *
 * <p>Source: MPICH 4.0.2, {@code src/mpi/coll/allreduce/allreduce_intra_reduce_scatter_allgather.c}.
 */
final class AllreduceMpich implements Algorithm {
    private static final int DOUBLE = 1;
    private static final FoldedPairs PAIRS = FoldedPairs.TO_ODD;
    private final Algorithm halving = new NearestHalving(PAIRS);

    @Override
    public void step(Call call, int step) {
        int place = PAIRS.place(call, call.rank());
        if (step == START) {
            call.child(halving, 0, call.bytes());
            call.next(DOUBLE);
        } else if (place == FoldedPairs.NO_PLACE) {
            call.receive(FoldedPairs.neighbour(call.rank()));
        } else {
            exchange(call, place, step);
        }
    }

    private static void exchange(Call call, int place, int step) {
        int bit = FoldedPairs.bits(call) - step;
        if (bit >= 0) {
            int partner = PAIRS.rank(call, place ^ (1 << bit));
            call.receive(partner);
            call.sendData(partner, FoldedPairs.share(call, place, bit + 1));
            call.next(step + 1);
        } else if (FoldedPairs.isInPair(call, call.rank())) {
            call.sendData(FoldedPairs.neighbour(call.rank()), call.bytes());
        }
    }
}

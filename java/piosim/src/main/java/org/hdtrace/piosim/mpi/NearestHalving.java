// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;

/**
 * Reduce-scatter as MPICH begins large reductions: partners exchange the half of the data that the other one goes on with, from the
 * nearest partner to the farthest; ranks beyond the largest power of two give theirs to a neighbour before ({@link FoldedPairs}). What a
 * round brings is charged one instruction per byte and one more.
 *
 * <p>{@link RecursiveHalving} begins with the farthest. Both move the same bytes, but with a number of ranks that is no power of two those
 * to whose data nobody adds any are a round ahead here, and meet each other first.
 *
 * <p>Source: R. Rabenseifner: Optimization of collective reduction operations, 2004, and MPICH 4.0.2, see {@link FoldedPairs}. Deviation:
 * places count from that of the root on, so that blocks, of which some have a byte more, differ by a byte.
 */
final class NearestHalving implements Algorithm {
    private static final int FIRST_ROUND = 1;
    private final FoldedPairs pairs;

    NearestHalving(FoldedPairs pairs) {
        this.pairs = pairs;
    }

    @Override
    public void step(Call call, int step) {
        int place = pairs.place(call, call.rank());
        if (step == START && FoldedPairs.isInPair(call, call.rank())) {
            if (place == FoldedPairs.NO_PLACE) {
                call.sendData(FoldedPairs.neighbour(call.rank()), call.bytes());
            } else {
                call.receive(FoldedPairs.neighbour(call.rank()));
                call.next(FIRST_ROUND, call.bytes() + 1.0);
            }
            return;
        }
        int round = Math.max(step, FIRST_ROUND);
        int bit = round - FIRST_ROUND;
        if (bit < FoldedPairs.bits(call)) {
            int partner = place ^ (1 << bit);
            call.receive(pairs.rank(call, partner));
            call.sendData(pairs.rank(call, partner), FoldedPairs.share(call, partner, bit + 1));
            call.next(round + 1, FoldedPairs.share(call, place, bit + 1) + 1.0);
        }
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;

/**
 * A large reduction as MPICH does it: {@link NearestHalving}, then the blocks come to the root over a tree that begins with the
 * farthest partner. A root that has given its data away, an odd one of a pair, gets the first block from rank 0 and goes on in its
 * place.
 *
 * <p>Source: MPICH 4.0.2, {@code src/mpi/coll/reduce/reduce_intra_reduce_scatter_gather.c}. Blocks are sent up without what the protocol
 * adds, as in {@link ReduceScatterGather}.
 */
final class ReduceMpich implements Algorithm {
    private static final int GATHER = 1;
    private static final int UP = 2;
    private static final FoldedPairs PAIRS = FoldedPairs.TO_EVEN;
    private final Algorithm halving = new NearestHalving(PAIRS);

    @Override
    public void step(Call call, int step) {
        if (step == START) {
            call.child(halving, call.root(), call.bytes());
            call.next(GATHER);
            return;
        }
        int place = PAIRS.place(call, call.rank());
        int stands = PAIRS.rank(call, 0);
        if (step == GATHER && stands != call.root()) {
            if (call.rank() == call.root()) {
                call.receive(stands);
                call.next(UP);
                return;
            }
            if (place == 0) {
                call.send(call.root(), FoldedPairs.share(call, 0, FoldedPairs.bits(call)));
                return;
            }
        }
        if (call.rank() == call.root()) {
            place = 0;
        }
        if (place != FoldedPairs.NO_PLACE) {
            gather(call, place, Math.max(step, UP) - UP);
        }
    }

    /** Rounds are counted from the farthest partner on; who has sent has ended. */
    private static void gather(Call call, int place, int round) {
        int bit = FoldedPairs.bits(call) - 1 - round;
        if (bit < 0) {
            return;
        }
        int partner = place ^ (1 << bit);
        if (place >> bit == 0) {
            call.receive(PAIRS.rank(call, partner));
            call.next(UP + round + 1);
        } else {
            int above = partner == 0 ? call.root() : PAIRS.rank(call, partner);
            call.send(above, FoldedPairs.share(call, place, bit + 1));
        }
    }
}

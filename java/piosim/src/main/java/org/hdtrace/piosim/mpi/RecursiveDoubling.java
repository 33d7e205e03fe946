// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;

/**
 * Partners at distance 1, 2, 4 and so on exchange what their whole subtree of ranks has, for any number of ranks. Where
 * the upper subtree is smaller than the lower one, the ranks of the lower one that have no partner get its data from those
 * that have one, over a binomial tree.
 *
 * <p>Source: R. Thakur, R. Rabenseifner, W. Gropp: Optimization of collective communication operations in MPICH, 2005,
 * 2.1 and 2.4. Deviation: rounds in which a rank has nothing to do cost it no step.
 */
final class RecursiveDoubling implements Algorithm {
    // Step (round, stage): stage 0 is the exchange, later ones pass on from the farthest to the nearest.
    private static final int STAGES = 32;

    /** What a subtree tells the other one in a round. */
    @FunctionalInterface
    private interface Amount {
        long bytes(Call call, int from, int to);
    }

    private final Amount told;
    private final boolean reducing;

    private RecursiveDoubling(Amount told, boolean reducing) {
        this.told = told;
        this.reducing = reducing;
    }

    /** A subtree tells the blocks of its ranks. */
    static RecursiveDoubling gathering(Shares blocks) {
        return new RecursiveDoubling(blocks::bytes, false);
    }

    /**
     * A subtree tells what it has of all other ranks' blocks, which is charged one instruction per byte and one more:
     * {@code MPI_Reduce_scatter}, whatever the operation.
     */
    static RecursiveDoubling reducing(Shares blocks) {
        return new RecursiveDoubling(
                (call, from, to) -> blocks.bytes(call, 0, call.group()) - blocks.bytes(call, from, to), true);
    }

    @Override
    public void step(Call call, int step) {
        for (int round = step / STAGES; 1 << round < call.group(); round++) {
            int first = round == step / STAGES ? step % STAGES : 0;
            for (int stage = first; stage <= round; stage++) {
                if (act(call, round, stage)) {
                    return;
                }
            }
        }
    }

    private boolean act(Call call, int round, int stage) {
        int relative = call.relative();
        int half = 1 << round;
        int lower = relative & -(2 * half);
        int upper = lower + half;
        int end = Math.min(upper + half, call.group());
        if (upper >= end) {
            return false;
        }
        int next = round * STAGES + stage + 1;
        int partner = relative ^ (half >> stage);
        long ofUpper = told.bytes(call, upper, end);
        if (stage == 0 && partner < end) {
            long ofLower = told.bytes(call, lower, upper);
            boolean inUpper = relative >= upper;
            call.sendData(call.atDistance(partner), inUpper ? ofUpper : ofLower);
            receive(call, partner, inUpper ? ofLower : ofUpper, next);
            return true;
        }
        if (stage == 0 || relative >= upper) {
            return false;
        }
        int tree = relative & -(half >> (stage - 1));
        boolean knows = relative - tree < end - upper;
        boolean partnerKnows = partner - tree < end - upper;
        if (knows && !partnerKnows) {
            call.sendData(call.atDistance(partner), ofUpper);
            call.next(next);
        } else if (!knows && partnerKnows) {
            receive(call, partner, ofUpper, next);
        }
        return knows != partnerKnows;
    }

    private void receive(Call call, int partner, long bytes, int next) {
        call.receive(call.atDistance(partner));
        call.next(next, reducing ? bytes + 1.0 : 0);
    }
}

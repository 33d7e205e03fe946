// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;

/**
 * Reduce-scatter: partners exchange the half of the data that the other one goes on with, from the farthest partner to
 * the nearest. Ranks beyond the largest power of two first add theirs to a rank within it. What a round brings is
 * charged one instruction per byte and one more before the next step; with two ranks, as in the golden values of
 * {@code ReduceScatterPowerOfTwo} and the reduction built on it, it isn't.
 *
 * <p>Source: R. Thakur, R. Rabenseifner, W. Gropp: Optimization of collective communication operations in MPICH, 2005,
 * 2.4. Deviations: there, the ranks beyond the power of two are neighbours of those that act for them; the original
 * took no time at all when the number of ranks is no power of two.
 */
final class RecursiveHalving implements Algorithm {
    private static final int FIRST_ROUND = 1;
    private final Shares blocks;
    private final Shares members;
    private final boolean returning;
    private final boolean chargingTwo;

    /** Of the data of the call, cut; ranks beyond the power of two get nothing. */
    RecursiveHalving() {
        this(false);
    }

    private RecursiveHalving(boolean chargingTwo) {
        this.blocks = Shares.CUT;
        this.members = (call, from, to) -> Blocks.bytes(call.bytes(), from, to, Integer.highestOneBit(call.size()));
        this.returning = false;
        this.chargingTwo = chargingTwo;
    }

    /**
     * Every rank ends with its own block.
     *
     * @param chargingTwo whether two ranks are charged as others are
     */
    RecursiveHalving(Shares blocks, boolean chargingTwo) {
        this.blocks = blocks;
        this.members = blocks.folded();
        this.returning = true;
        this.chargingTwo = chargingTwo;
    }

    /** Of the data of the call, cut; ranks beyond the power of two get nothing, and two ranks are charged as others. */
    static RecursiveHalving chargingAll() {
        return new RecursiveHalving(true);
    }

    @Override
    public void step(Call call, int step) {
        int group = Integer.highestOneBit(call.size());
        int relative = call.relative();
        if (step == START && relative >= group) {
            handOver(call, relative - group, group);
            return;
        }
        boolean actsForTwo = relative + group < call.size();
        if (step == START && actsForTwo) {
            call.receive(call.atDistance(relative + group));
            call.next(FIRST_ROUND, members.bytes(call, 0, group) + 1.0);
            return;
        }
        int round = Math.max(step, FIRST_ROUND);
        int mask = group >> round;
        if (mask > 0) {
            exchange(call, relative, mask);
            double received = members.bytes(call, relative & -mask, (relative & -mask) + mask);
            call.next(round + 1, group == 2 && !chargingTwo ? 0 : received + 1);
        } else if (returning && actsForTwo) {
            call.sendData(call.atDistance(relative + group), blocks.one(call, relative + group));
        }
    }

    private void handOver(Call call, int to, int group) {
        call.sendData(call.atDistance(to), members.bytes(call, 0, group));
        if (returning) {
            call.receive(call.atDistance(to));
        }
    }

    private void exchange(Call call, int relative, int mask) {
        int partner = relative ^ mask;
        int start = partner & -mask;
        call.receive(call.atDistance(partner));
        call.sendData(call.atDistance(partner), members.bytes(call, start, start + mask));
    }
}

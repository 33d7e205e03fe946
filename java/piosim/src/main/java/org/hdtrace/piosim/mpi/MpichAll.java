// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import java.util.Map;
import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;

/**
 * What MPICH chooses by size and number of ranks for functions that all ranks take part in alike. The limits are
 * parameters, in bytes.
 *
 * <p>Source: MPICH 4.0.2, {@code maint/tuning/coll/mpir/generic.json}, its rows for one communicator and a commutative,
 * predefined operation. Deviations: rows for several ranks on a node aren't taken; whether an allreduce has
 * fewer elements than ranks is told from its bytes.
 */
final class MpichAll {
    private static final String SHORT = "shortMessage";
    private static final String MEDIUM = "mediumMessage";
    private static final String LONG = "longMessage";
    private static final int RANKS_FOR_BRUCK = 8;

    private MpichAll() {}

    /** Recursive doubling up to {@code shortMessage} or with less than a byte for each rank, otherwise Rabenseifner in MPICH's order. */
    static Algorithm allreduce() {
        return new AfterCopy(new Choice(
                Map.of(SHORT, 8L),
                call -> call.bytes() <= call.parameter(SHORT) || call.bytes() < Integer.highestOneBit(call.size())
                        ? 0
                        : 1,
                new AllreduceRecursiveDoubling(),
                new AllreduceMpich()));
    }

    /**
     * For a power of two of ranks recursive doubling if all blocks are less than {@code longMessage}, for others Bruck if
     * they are less than {@code shortMessage}; otherwise the ring.
     */
    static Algorithm allgather(Shares blocks) {
        return new Choice(
                Map.of(SHORT, 81_920L, LONG, 524_288L),
                call -> {
                    boolean doubling = Pairs.isPowerOfTwo(call.size());
                    long limit = call.parameter(doubling ? LONG : SHORT);
                    return total(blocks, call) >= limit ? 2 : doubling ? 0 : 1;
                },
                RecursiveDoubling.gathering(blocks),
                new AllgatherBruck(blocks),
                new RingAllgather(blocks));
    }

    /** Recursive halving if all blocks are less than {@code longMessage}, otherwise pairwise. */
    static Algorithm reduceScatter(Shares blocks) {
        return new Choice(
                Map.of(LONG, 524_288L),
                call -> total(blocks, call) < call.parameter(LONG) ? 0 : 1,
                new RecursiveHalving(blocks, true),
                new ReduceScatterPairwise(blocks));
    }

    /**
     * Bruck up to {@code shortMessage} for each receiver among 8 ranks and more, linear up to {@code mediumMessage},
     * otherwise pairwise.
     */
    static Algorithm alltoall() {
        return new Choice(
                Map.of(SHORT, 256L, MEDIUM, 32_768L, AlltoallLinear.THROTTLE, AlltoallLinear.MESSAGES),
                call -> {
                    boolean bruck = call.size() >= RANKS_FOR_BRUCK && call.bytes() <= call.parameter(SHORT);
                    return bruck ? 0 : call.bytes() <= call.parameter(MEDIUM) ? 1 : 2;
                },
                new AlltoallBruck(),
                new AlltoallLinear(),
                new AlltoallPairwise());
    }

    private static long total(Shares blocks, Call call) {
        return blocks.bytes(call, 0, call.size());
    }
}

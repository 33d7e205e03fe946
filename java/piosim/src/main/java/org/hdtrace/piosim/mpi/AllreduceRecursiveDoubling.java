// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;

/**
 * In round k partners 2^k apart exchange and reduce all data. Ranks beyond the largest power of two first hand theirs to
 * a rank within it, and get the result from it. Reducing is charged one instruction per byte and one more.
 *
 * <p>Source: MPICH 4.0, {@code src/mpi/coll/allreduce/allreduce_intra_recursive_doubling.c}. Deviation: there, the ranks
 * beyond the power of two are neighbours of those that act for them.
 */
final class AllreduceRecursiveDoubling implements Algorithm {
    private static final int FIRST_ROUND = 1;

    @Override
    public void step(Call call, int step) {
        int rank = call.rank();
        int group = Integer.highestOneBit(call.size());
        if (rank >= group) {
            call.sendData(rank - group, call.bytes());
            call.receive(rank - group);
            return;
        }
        boolean actsForTwo = rank + group < call.size();
        if (step == START && actsForTwo) {
            call.receive(rank + group);
            call.next(FIRST_ROUND, call.bytes() + 1.0);
            return;
        }
        int round = Math.max(step, FIRST_ROUND);
        int distance = 1 << (round - FIRST_ROUND);
        if (distance < group) {
            call.receive(rank ^ distance);
            call.sendData(rank ^ distance, call.bytes());
            call.next(round + 1, call.bytes() + 1.0);
        } else if (actsForTwo) {
            call.sendData(rank + group, call.bytes());
        }
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;

/**
 * As many rounds as the larger group has ranks: in round k each rank sends to the one of the other group whose number is k more than
 * its own and receives from the one k before, where there are such. Source: MPICH 4.0, {@code
 * src/mpi/coll/alltoall/alltoall_inter_pairwise_exchange.c} and its likes for {@code MPI_Alltoallv} and {@code MPI_Alltoallw}.
 */
final class AlltoallBetween implements Algorithm {
    @Override
    public void step(Call call, int round) {
        Sides sides = Sides.of(call);
        int rounds = Math.max(sides.size(), sides.otherSize());
        int own = call.rank() - sides.leader();
        int source = Math.floorMod(own - round, rounds);
        int target = (own + round) % rounds;
        if (source < sides.otherSize()) {
            call.receive(sides.otherLeader() + source);
        }
        if (target < sides.otherSize()) {
            call.sendData(sides.otherLeader() + target, call.bytesOf(sides.otherLeader() + target));
        }
        if (round + 1 < rounds) {
            call.next(round + 1);
        }
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;

/**
 * Pairs of neighbours exchange their blocks, then everybody swaps two blocks with the one and the other neighbour in
 * turn: half as many rounds as in a ring. An odd number of ranks uses the ring.
 *
 * <p>Source: J. Chen, Y. Zhang, L. Zhang, W. Yuan: Performance evaluation of allgather algorithms on terascale Linux
 * cluster with fast Ethernet, 2005; chosen by Open MPI, too.
 */
final class AllgatherNeighborExchange implements Algorithm {
    private final Shares blocks;
    private final Algorithm ring;

    AllgatherNeighborExchange(Shares blocks) {
        this.blocks = blocks;
        this.ring = new RingAllgather(blocks);
    }

    @Override
    public void step(Call call, int round) {
        int size = call.size();
        if (size % 2 != 0) {
            ring.step(call, round);
        } else if (round < size / 2) {
            int rank = call.rank();
            boolean even = rank % 2 == 0;
            int partner = Math.floorMod(even == (round % 2 == 0) ? rank + 1 : rank - 1, size);
            call.receive(partner);
            long bytes = round == 0 ? blocks.one(call, rank) : blocks.around(call, 2 * gotIn(round - 1, rank), 2);
            call.sendData(partner, bytes);
            call.next(round + 1);
        }
    }

    /** Number of the pair whose two blocks a rank has got in a round; beyond the first and the last it goes round. */
    private static int gotIn(int round, int rank) {
        int away = round % 2 == 0 ? round / 2 : -(round + 1) / 2;
        return rank / 2 + (rank % 2 == 0 ? away : -away);
    }
}

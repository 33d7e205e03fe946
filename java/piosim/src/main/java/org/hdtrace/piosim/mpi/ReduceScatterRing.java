// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;

/**
 * The partial result of each block goes round a ring and ends at the rank that owns the block. Each rank that it comes to
 * is charged one instruction per byte and one more.
 *
 * <p>Source: P. Patarasuk, X. Yuan: Bandwidth optimal all-reduce algorithms for clusters of workstations, 2009; first half.
 */
final class ReduceScatterRing implements Algorithm {
    private final Shares blocks;

    ReduceScatterRing(Shares blocks) {
        this.blocks = blocks;
    }

    @Override
    public void step(Call call, int round) {
        int size = call.size();
        if (round < size - 1) {
            int rank = call.rank();
            call.receive(Math.floorMod(rank - 1, size));
            call.sendData((rank + 1) % size, blocks.one(call, Math.floorMod(rank - 1 - round, size)));
            call.next(round + 1, blocks.one(call, Math.floorMod(rank - 2 - round, size)) + 1.0);
        }
    }
}

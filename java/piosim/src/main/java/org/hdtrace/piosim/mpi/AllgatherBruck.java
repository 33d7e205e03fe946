// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;

/**
 * In round k everybody sends all it has, at most what is missing, to the rank 2^k before it.
 *
 * <p>Source: J. Bruck et al.: Efficient algorithms for all-to-all communications in multiport message-passing systems,
 * 1997. Deviation: the blocks are put in order at no cost.
 */
final class AllgatherBruck implements Algorithm {
    private final Shares blocks;

    AllgatherBruck(Shares blocks) {
        this.blocks = blocks;
    }

    @Override
    public void step(Call call, int round) {
        int size = call.size();
        int distance = 1 << round;
        if (distance < size) {
            int rank = call.rank();
            call.receive((rank + distance) % size);
            long bytes = blocks.around(call, rank, Math.min(distance, size - distance));
            call.sendData(Math.floorMod(rank - distance, size), bytes);
            call.next(round + 1);
        }
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;

/**
 * In round k everybody sends to one rank and receives from one: the same partner, whose number differs in the bits of
 * k, if the number of ranks is a power of two; otherwise the ranks k after and k before.
 *
 * <p>Source: R. Thakur, R. Rabenseifner, W. Gropp: Optimization of collective communication operations in MPICH, 2005,
 * 2.3. Blocks without data are sent, too, since the receiver's size isn't looked at.
 */
final class AlltoallPairwise implements Algorithm {
    private final boolean shifting;

    AlltoallPairwise() {
        this(false);
    }

    private AlltoallPairwise(boolean shifting) {
        this.shifting = shifting;
    }

    /** Always the ranks after and before. Source: Open MPI 4.1, {@code ompi_coll_base_alltoall_intra_pairwise}. */
    static AlltoallPairwise shifting() {
        return new AlltoallPairwise(true);
    }

    @Override
    public void step(Call call, int round) {
        int size = call.size();
        int distance = round + 1;
        if (distance < size) {
            int rank = call.rank();
            int target = shifting ? (rank + distance) % size : Pairs.target(rank, distance, size);
            call.receive(shifting ? Math.floorMod(rank - distance, size) : Pairs.source(rank, distance, size));
            call.sendData(target, call.bytesOf(target));
            call.next(round + 1);
        }
    }
}

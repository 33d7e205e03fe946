// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.model.program.Volume;

/**
 * What one rank has to send and to receive at least in a function of MPI, by what the function is, whatever the algorithm:
 * nobody but the root has the data of a broadcast, so every other rank gets all of it. Bytes, without what messages have
 * beside their data; a barrier has nothing else, of which the header of one message counts.
 */
record LeastFlow(long sent, long received) {
    private static final LeastFlow NOTHING = new LeastFlow(0, 0);
    private static final long HEADER = 40;
    private static final long COMM_MASK = 260;

    /** Of a local rank; the root is one, too. */
    static LeastFlow of(CommandType type, int ranks, int rank, int root, Volume volume) {
        if (ranks == 1) {
            return NOTHING;
        }
        long own = volume.of(rank);
        long others = sum(ranks, volume) - own;
        boolean isRoot = rank == root;
        return switch (type) {
            case BARRIER -> new LeastFlow(HEADER, HEADER);
            case BCAST -> isRoot ? new LeastFlow(own, 0) : new LeastFlow(0, own);
            case REDUCE -> isRoot ? new LeastFlow(0, own) : new LeastFlow(own, 0);
            case GATHER, GATHERV -> isRoot ? new LeastFlow(0, others) : new LeastFlow(own, 0);
            case SCATTER, SCATTERV -> isRoot ? new LeastFlow(others, 0) : new LeastFlow(0, own);
            case ALLREDUCE -> new LeastFlow(own, own);
            case ALLGATHER, ALLGATHERV -> new LeastFlow(own, others);
            case REDUCE_SCATTER, REDUCE_SCATTER_BLOCK -> new LeastFlow(others, own);
            case ALLTOALL, ALLTOALLV, ALLTOALLW -> new LeastFlow(others, others);
            case SCAN, EXSCAN -> new LeastFlow(rank + 1 < ranks ? own : 0, rank > 0 ? own : 0);
            case COMM_CREATE -> new LeastFlow(own + COMM_MASK, others + COMM_MASK);
            default -> throw new IllegalArgumentException(type.commandName());
        };
    }

    private static long sum(int ranks, Volume volume) {
        long bytes = 0;
        for (int rank = 0; rank < ranks; rank++) {
            bytes += volume.of(rank);
        }
        return bytes;
    }
}

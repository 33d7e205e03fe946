// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import static org.hdtrace.piosim.model.cluster.CommandType.ALLGATHER;
import static org.hdtrace.piosim.model.cluster.CommandType.ALLGATHERV;
import static org.hdtrace.piosim.model.cluster.CommandType.ALLREDUCE;
import static org.hdtrace.piosim.model.cluster.CommandType.ALLTOALL;
import static org.hdtrace.piosim.model.cluster.CommandType.ALLTOALLV;
import static org.hdtrace.piosim.model.cluster.CommandType.ALLTOALLW;
import static org.hdtrace.piosim.model.cluster.CommandType.COMM_CREATE;
import static org.hdtrace.piosim.model.cluster.CommandType.EXSCAN;
import static org.hdtrace.piosim.model.cluster.CommandType.GLOBAL_SYNC;
import static org.hdtrace.piosim.model.cluster.CommandType.NEIGHBOR_ALLGATHER;
import static org.hdtrace.piosim.model.cluster.CommandType.NEIGHBOR_ALLGATHERV;
import static org.hdtrace.piosim.model.cluster.CommandType.NEIGHBOR_ALLTOALL;
import static org.hdtrace.piosim.model.cluster.CommandType.NEIGHBOR_ALLTOALLV;
import static org.hdtrace.piosim.model.cluster.CommandType.NEIGHBOR_ALLTOALLW;
import static org.hdtrace.piosim.model.cluster.CommandType.REDUCE_SCATTER;
import static org.hdtrace.piosim.model.cluster.CommandType.REDUCE_SCATTER_BLOCK;
import static org.hdtrace.piosim.model.cluster.CommandType.SCAN;

import java.util.List;
import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.process.Algorithm;

/** Rows of collective functions that all ranks take part in alike. */
final class AllMethods {
    private AllMethods() {}

    static void rows(Algorithms table) {
        Algorithm together = new VirtualSync();
        table.row(COMM_CREATE, "MPICH", new CommCreateMpich())
                .row(COMM_CREATE, "VirtualSync", together)
                .row(GLOBAL_SYNC, "GlobalSync", together);
        for (CommandType type : List.of(
                ALLREDUCE,
                ALLGATHER,
                ALLGATHERV,
                REDUCE_SCATTER,
                REDUCE_SCATTER_BLOCK,
                ALLTOALL,
                ALLTOALLV,
                ALLTOALLW,
                SCAN,
                EXSCAN)) {
            table.row(type, "VirtualSync", together);
        }
        allreduce(table);
        allgather(table, ALLGATHER, Shares.EQUAL);
        allgather(table, ALLGATHERV, Shares.STATED);
        table.row(ALLGATHER, "AllgatherMPICH2", new RingAllgather(Shares.EQUAL))
                .row(ALLGATHER, "OpenMPI", OpenMpi.allgather())
                .row(ALLGATHERV, "Ring", new RingAllgather(Shares.STATED))
                .row(ALLGATHERV, "GatherBcast", new AllgathervGatherBcast(OpenMpi.bcast()))
                .row(ALLGATHERV, "OpenMPI", OpenMpi.allgatherv());
        reduceScatter(table);
        alltoall(table);
        scan(table, SCAN, false);
        scan(table, EXSCAN, true);
        neighbors(table);
    }

    private static void allreduce(Algorithms table) {
        table.row(ALLREDUCE, "RootComputes", new AllreduceRootComputes())
                .row(ALLREDUCE, "ReduceBroadcast", new AllreduceReduceBroadcast())
                .row(ALLREDUCE, "BinaryTree", new AllreduceBinaryTree())
                .row(ALLREDUCE, "RecursiveDoubling", new AllreduceRecursiveDoubling())
                .row(ALLREDUCE, "Rabenseifner", new AllreduceRabenseifner())
                .row(ALLREDUCE, "Ring", new AllreduceRing())
                .row(ALLREDUCE, "MPICH", MpichAll.allreduce())
                .row(ALLREDUCE, "NonOverlapping", new AllreduceNonOverlapping(OpenMpi.reduce(), OpenMpi.bcast()))
                .row(ALLREDUCE, "SegmentedRing", new AllreduceSegmentedRing(1 << 20))
                .row(ALLREDUCE, "OpenMPI", OpenMpi.allreduce());
    }

    private static void allgather(Algorithms table, CommandType type, Shares blocks) {
        table.row(type, "Direct", new AllgatherDirect(blocks))
                .row(type, "RecursiveDoubling", RecursiveDoubling.gathering(blocks))
                .row(type, "Bruck", new AllgatherBruck(blocks))
                .row(type, "NeighborExchange", new AllgatherNeighborExchange(blocks))
                .row(type, "MPICH", MpichAll.allgather(blocks));
    }

    private static void reduceScatter(Algorithms table) {
        table.row(REDUCE_SCATTER, "ReduceScatterPowerOfTwo", new RecursiveHalving(Shares.STATED, false))
                .row(REDUCE_SCATTER, "Direct", new ReduceScatterDirect(Shares.STATED))
                .row(REDUCE_SCATTER, "Pairwise", new ReduceScatterPairwise(Shares.STATED))
                .row(REDUCE_SCATTER, "RecursiveDoubling", RecursiveDoubling.reducing(Shares.STATED))
                .row(REDUCE_SCATTER, "Ring", new ReduceScatterRing(Shares.STATED))
                .row(REDUCE_SCATTER, "MPICH", MpichAll.reduceScatter(Shares.STATED))
                .row(REDUCE_SCATTER, "NonOverlapping", new ReduceThenScatter(Shares.STATED, OpenMpi.reduce()))
                .row(REDUCE_SCATTER, "Butterfly", new ReduceScatterButterfly(Shares.STATED))
                .row(REDUCE_SCATTER, "OpenMPI", OpenMpi.reduceScatter())
                .row(REDUCE_SCATTER_BLOCK, "Pairwise", new ReduceScatterPairwise(Shares.EQUAL))
                .row(REDUCE_SCATTER_BLOCK, "RecursiveDoubling", RecursiveDoubling.reducing(Shares.EQUAL))
                .row(REDUCE_SCATTER_BLOCK, "RecursiveHalving", new RecursiveHalving(Shares.EQUAL, true))
                .row(REDUCE_SCATTER_BLOCK, "MPICH", MpichAll.reduceScatter(Shares.EQUAL))
                .row(REDUCE_SCATTER_BLOCK, "NonOverlapping", new ReduceThenScatter(Shares.EQUAL, OpenMpi.reduce()))
                .row(REDUCE_SCATTER_BLOCK, "Butterfly", new ReduceScatterButterfly(Shares.EQUAL))
                .row(REDUCE_SCATTER_BLOCK, "OpenMPI", OpenMpi.reduceScatterBlock());
    }

    private static void alltoall(Algorithms table) {
        Algorithm pairwise = new AlltoallPairwise();
        Algorithm linear = new AlltoallLinear();
        for (CommandType type : List.of(ALLTOALL, ALLTOALLV, ALLTOALLW)) {
            table.row(type, "Pairwise", pairwise)
                    .row(type, "PairwiseShifting", AlltoallPairwise.shifting())
                    .row(type, "Linear", linear);
        }
        table.row(ALLTOALL, "Bruck", new AlltoallBruck())
                .row(ALLTOALL, "MPICH", MpichAll.alltoall())
                .row(ALLTOALL, "OpenMPI", OpenMpi.alltoall())
                .row(ALLTOALLV, "MPICH", linear)
                .row(ALLTOALLV, "OpenMPI", OpenMpi.alltoallv())
                .row(ALLTOALLW, "MPICH", linear)
                .row(ALLTOALLW, "OpenMPI", AlltoallLinear.unlimited());
    }

    private static void scan(Algorithms table, CommandType type, boolean exclusive) {
        Algorithm doubling = new ScanRecursiveDoubling(exclusive);
        table.row(type, "RecursiveDoubling", doubling)
                .row(type, "Linear", new ScanLinear(exclusive))
                .row(type, "MPICH", doubling)
                .row(type, "OpenMPI", new ScanLinear(exclusive));
    }

    private static void neighbors(Algorithms table) {
        Algorithm gather = new NeighborLinear(false);
        Algorithm exchange = new NeighborLinear(true);
        for (String method : List.of("Linear", "MPICH", "OpenMPI")) {
            table.row(NEIGHBOR_ALLGATHER, method, gather)
                    .row(NEIGHBOR_ALLGATHERV, method, gather)
                    .row(NEIGHBOR_ALLTOALL, method, exchange)
                    .row(NEIGHBOR_ALLTOALLV, method, exchange)
                    .row(NEIGHBOR_ALLTOALLW, method, exchange);
        }
    }
}

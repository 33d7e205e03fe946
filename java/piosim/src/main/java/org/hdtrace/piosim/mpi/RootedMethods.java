// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import static org.hdtrace.piosim.model.cluster.CommandType.BARRIER;
import static org.hdtrace.piosim.model.cluster.CommandType.BCAST;
import static org.hdtrace.piosim.model.cluster.CommandType.GATHER;
import static org.hdtrace.piosim.model.cluster.CommandType.GATHERV;
import static org.hdtrace.piosim.model.cluster.CommandType.REDUCE;
import static org.hdtrace.piosim.model.cluster.CommandType.SCATTER;
import static org.hdtrace.piosim.model.cluster.CommandType.SCATTERV;

/** Rows of collective functions with a root, and of barriers. */
final class RootedMethods {
    private RootedMethods() {}

    static void rows(Algorithms table) {
        barriers(table);
        broadcasts(table);
        reductions(table);
        gathers(table);
        scatters(table);
    }

    private static void barriers(Algorithms table) {
        table.row(BARRIER, "VirtualSync", new VirtualSync())
                .row(BARRIER, "Direct", new BarrierDirect())
                .row(BARRIER, "BinaryTree", new BarrierBinaryTree())
                .row(BARRIER, "BarrierMPICH2", new BarrierMpich2())
                .row(BARRIER, "MPICH", new BarrierMpich2())
                .row(BARRIER, "RecursiveDoubling", new BarrierRecursiveDoubling())
                .row(BARRIER, "DoubleRing", new BarrierDoubleRing())
                .row(BARRIER, "Linear", new BarrierLinear())
                .row(BARRIER, "Tree", new BarrierTree())
                .row(BARRIER, "OpenMPI", OpenMpi.barrier());
    }

    private static void broadcasts(Algorithms table) {
        table.row(BCAST, "VirtualSync", new VirtualSync())
                .row(BCAST, "Direct", new BcastDirect())
                .row(BCAST, "BinaryTreeSimple", new BcastBinaryTreeSimple())
                .row(BCAST, "BinaryTree", new BcastBinaryTree())
                .row(BCAST, "BinaryTreeNotMultiplexed", TreeInTurn.ofData())
                .row(BCAST, "BroadcastScatterGatherall", BcastScatterGatherall.overTree())
                .row(BCAST, "BroadcastScatterBarrierGatherall", BcastScatterGatherall.withBarrier())
                .row(BCAST, "BinaryTreeSimpleBlockwise", new BcastBinaryTreeBlockwise())
                .row(BCAST, "ScatterRecursiveDoubling", new BcastScatterRecursiveDoubling())
                .row(BCAST, "PipedBlockwise", PipelinedChain.announcedBcast())
                .row(BCAST, "PipedBlockwiseSMPAware", PipelinedChain.announcedBcastByNode())
                .row(BCAST, "PipelinedChain", PipelinedChain.bcast())
                .row(BCAST, "SMPAware", new BcastSmpAware())
                .row(BCAST, "MPICH", MpichRooted.bcast())
                .row(BCAST, "Linear", new BcastLinear())
                .row(BCAST, "Chain", TreeBcast.over(Trees.CHAIN))
                .row(BCAST, "CompleteBinaryTree", TreeBcast.over(Trees.BINARY))
                .row(BCAST, "BinomialOpenMPI", TreeBcast.over(Trees.BINOMIAL))
                .row(BCAST, "KnomialTree", TreeBcast.knomial())
                .row(BCAST, "SplitBinaryTree", new BcastSplitBinary())
                .row(BCAST, "ScatterAllgather", new BcastScatterAllgather())
                .row(BCAST, "OpenMPI", OpenMpi.bcast());
    }

    private static void reductions(Algorithms table) {
        table.row(REDUCE, "VirtualSync", new VirtualSync())
                .row(REDUCE, "BinaryTreeSimple", new ReduceBinaryTreeSimple())
                .row(REDUCE, "BinaryTree", new ReduceBinaryTree())
                .row(REDUCE, "Binomial", new ReduceBinomial())
                .row(REDUCE, "Linear", new ReduceLinear())
                .row(REDUCE, "PipelinedChain", PipelinedChain.reduce())
                .row(REDUCE, "ReduceScatterGatherMPICH2", new ReduceScatterGather(new RecursiveHalving()))
                .row(REDUCE, "MPICH", MpichRooted.reduce())
                .row(REDUCE, "Chain", new TreeReduce(Trees.CHAIN))
                .row(REDUCE, "CompleteBinaryTree", new TreeReduce(Trees.BINARY))
                .row(REDUCE, "BinomialOpenMPI", new TreeReduce(Trees.BINOMIAL))
                .row(REDUCE, "InOrderBinaryTree", new ReduceInOrderBinary())
                .row(REDUCE, "OpenMPI", OpenMpi.reduce());
    }

    private static void gathers(Algorithms table) {
        table.row(GATHER, "VirtualSync", new VirtualSync())
                .row(GATHER, "Direct", new GatherDirect())
                .row(GATHER, "FCFS", new GatherFcfs())
                .row(GATHER, "GatherMPICH2", TreeGather.ofEqualBlocks())
                .row(GATHER, "GatherMPICH2Concurrent", TreeGather.ofEqualBlocks())
                .row(GATHER, "MPICH", TreeGather.ofEqualBlocks())
                .row(GATHER, "Binomial", TreeGather.ofAnyBlocks())
                .row(GATHER, "LinearSync", new GatherLinearSync())
                .row(GATHER, "OpenMPI", OpenMpi.gather())
                .row(GATHERV, "VirtualSync", new VirtualSync())
                .row(GATHERV, "Linear", new GathervLinear())
                .row(GATHERV, "BinaryTree", TreeGather.ofAnyBlocks())
                .row(GATHERV, "MPICH", new GathervLinear())
                .row(GATHERV, "OpenMPI", new GathervLinear());
    }

    private static void scatters(Algorithms table) {
        table.row(SCATTER, "VirtualSync", new VirtualSync())
                .row(SCATTER, "Direct", ScatterDirect.ofBlocks())
                .row(SCATTER, "FCFS", new ScatterFcfs())
                .row(SCATTER, "ScatterMPICH2", TreeScatter.ofBlocks())
                .row(SCATTER, "MPICH", TreeInTurn.ofBlocks())
                .row(SCATTER, "Linear", new ScatterLinear())
                .row(SCATTER, "OpenMPI", OpenMpi.scatter())
                .row(SCATTERV, "VirtualSync", new VirtualSync())
                .row(SCATTERV, "Linear", new ScattervLinear())
                .row(SCATTERV, "MPICH", new ScattervLinear())
                .row(SCATTERV, "OpenMPI", new ScattervLinear());
    }
}

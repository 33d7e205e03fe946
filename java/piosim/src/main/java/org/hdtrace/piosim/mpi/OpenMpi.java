// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import java.util.Map;
import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;

/**
 * What Open MPI chooses by size and number of ranks. Where it has no rules, as for {@code Gatherv}, {@code Alltoallw} or
 * {@code Scan}, it takes the linear algorithm. Limits are parameters, see {@link DecisionTable}.
 *
 * <p>Source: {@link OpenMpiRules}; algorithms: Open MPI 4.1, {@code ompi/mca/coll/base}. Deviation: how many elements there
 * are is told from the bytes.
 */
final class OpenMpi {
    private OpenMpi() {}

    static Algorithm barrier() {
        return OpenMpiRules.BARRIER.choice(
                Call::bytes,
                Map.of(
                        "Linear",
                        new BarrierLinear(),
                        "RecursiveDoubling",
                        new BarrierRecursiveDoubling(),
                        "Dissemination",
                        new BarrierMpich2(),
                        "Tree",
                        new BarrierTree()));
    }

    static Algorithm bcast() {
        return OpenMpiRules.BCAST.choice(
                Call::bytes,
                Map.of(
                        "Linear",
                        new BcastLinear(),
                        "Chain",
                        TreeBcast.over(Trees.CHAIN),
                        "SplitBinaryTree",
                        new BcastSplitBinary(),
                        "CompleteBinaryTree",
                        TreeBcast.over(Trees.BINARY),
                        "Binomial",
                        TreeBcast.over(Trees.BINOMIAL),
                        "KnomialTree",
                        TreeBcast.knomial(),
                        "ScatterAllgather",
                        new BcastScatterAllgather()));
    }

    static Algorithm reduce() {
        Algorithm linear = new ReduceLinear();
        Algorithm halving = new ReduceScatterGather(RecursiveHalving.chargingAll());
        return OpenMpiRules.REDUCE.choice(
                Call::bytes,
                Map.of(
                        "Linear",
                        linear,
                        "Chain",
                        new TreeReduce(Trees.CHAIN),
                        "CompleteBinaryTree",
                        new TreeReduce(Trees.BINARY),
                        "Binomial",
                        new TreeReduce(Trees.BINOMIAL),
                        "InOrderBinaryTree",
                        new ReduceInOrderBinary(),
                        "Rabenseifner",
                        (call, step) -> (call.bytes() < Integer.highestOneBit(call.size()) ? linear : halving)
                                .step(call, step)));
    }

    static Algorithm allreduce() {
        Algorithm doubling = new AllreduceRecursiveDoubling();
        Algorithm ring = new AllreduceRing();
        return OpenMpiRules.ALLREDUCE.choice(
                Call::bytes,
                Map.of(
                        "NonOverlapping",
                        new AllreduceNonOverlapping(reduce(), bcast()),
                        "RecursiveDoubling",
                        doubling,
                        "Ring",
                        (call, step) -> (call.bytes() < call.size() ? doubling : ring).step(call, step),
                        "Rabenseifner",
                        new AllreduceRabenseifner()));
    }

    static Algorithm gather() {
        return OpenMpiRules.GATHER.choice(
                Call::bytes,
                Map.of(
                        "Direct",
                        new GatherDirect(),
                        "Binomial",
                        TreeGather.ofAnyBlocks(),
                        "LinearSync",
                        new GatherLinearSync()));
    }

    static Algorithm scatter() {
        return OpenMpiRules.SCATTER.choice(
                Call::bytes,
                Map.of(
                        "Direct",
                        ScatterDirect.ofBlocks(),
                        "Linear",
                        new ScatterLinear(),
                        "Binomial",
                        TreeInTurn.ofBlocks()));
    }

    static Algorithm allgather() {
        Algorithm doubling = RecursiveDoubling.gathering(Shares.EQUAL);
        Algorithm bruck = new AllgatherBruck(Shares.EQUAL);
        return OpenMpiRules.ALLGATHER.choice(
                Call::bytes,
                Map.of(
                        "RecursiveDoubling",
                        (call, step) -> (Pairs.isPowerOfTwo(call.size()) ? doubling : bruck).step(call, step),
                        "Bruck",
                        bruck,
                        "Ring",
                        new RingAllgather(Shares.EQUAL),
                        "NeighborExchange",
                        new AllgatherNeighborExchange(Shares.EQUAL)));
    }

    static Algorithm allgatherv() {
        return OpenMpiRules.ALLGATHERV.choice(
                call -> Shares.STATED.bytes(call, 0, call.size()) / call.size(),
                Map.of(
                        "GatherBcast",
                        new AllgathervGatherBcast(bcast()),
                        "Bruck",
                        new AllgatherBruck(Shares.STATED),
                        "Ring",
                        new RingAllgather(Shares.STATED),
                        "NeighborExchange",
                        new AllgatherNeighborExchange(Shares.STATED)));
    }

    static Algorithm reduceScatter() {
        return OpenMpiRules.REDUCE_SCATTER.choice(
                call -> Shares.STATED.bytes(call, 0, call.size()),
                Map.of(
                        "NonOverlapping",
                        new ReduceThenScatter(Shares.STATED, reduce()),
                        "RecursiveHalving",
                        new RecursiveHalving(Shares.STATED, true),
                        "Ring",
                        new ReduceScatterRing(Shares.STATED),
                        "Butterfly",
                        new ReduceScatterButterfly(Shares.STATED)));
    }

    static Algorithm reduceScatterBlock() {
        return OpenMpiRules.REDUCE_SCATTER_BLOCK.choice(
                Call::bytes,
                Map.of(
                        "NonOverlapping",
                        new ReduceThenScatter(Shares.EQUAL, reduce()),
                        "RecursiveHalving",
                        new RecursiveHalving(Shares.EQUAL, true),
                        "RecursiveDoubling",
                        RecursiveDoubling.reducing(Shares.EQUAL),
                        "Butterfly",
                        new ReduceScatterButterfly(Shares.EQUAL)));
    }

    static Algorithm alltoall() {
        return OpenMpiRules.ALLTOALL.choice(
                Call::bytes,
                Map.of(
                        "Linear",
                        AlltoallLinear.unlimited(),
                        "PairwiseShifting",
                        AlltoallPairwise.shifting(),
                        "Bruck",
                        new AlltoallBruck()));
    }

    static Algorithm alltoallv() {
        return OpenMpiRules.ALLTOALLV.choice(
                Call::bytes,
                Map.of("Linear", AlltoallLinear.unlimited(), "PairwiseShifting", AlltoallPairwise.shifting()));
    }
}

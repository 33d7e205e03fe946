// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

/**
 * The fixed rules of Open MPI: for how many ranks and bytes it takes which algorithm, for predefined, commutative operations.
 * Bytes are those of all data in a broadcast or reduction, of one block elsewhere, but of
 * all blocks in a reduce-scatter with blocks of different sizes.
 *
 * <p>Source: Open MPI 4.1.4, {@code ompi/mca/coll/tuned/coll_tuned_decision_fixed.c}. Names are ours. What is the same by
 * these rules has one name: without a limit of requests linear exchanges with and without synchronisation; with two ranks
 * pairwise exchanges, rings and exchanges between two; without segments
 * pipelines and chains, and rings.
 */
final class OpenMpiRules {
    static final DecisionTable BARRIER = DecisionTable.of(
            "4: RecursiveDoubling",
            "8: Linear",
            "64: RecursiveDoubling",
            "256: Dissemination",
            "512: Tree",
            "1024: Dissemination",
            "4096: Tree",
            "*: Dissemination");

    static final DecisionTable BCAST = DecisionTable.of(
            "4: Chain 32 CompleteBinaryTree 256 Chain 512 KnomialTree 1024 Linear 32768 "
                    + "CompleteBinaryTree 131072 Chain 262144 Linear 524288 Binomial 1048576 CompleteBinaryTree",
            "8: CompleteBinaryTree 64 Binomial 128 CompleteBinaryTree 2048 Binomial 8192 Linear 1048576 Chain",
            "16: KnomialTree 8 CompleteBinaryTree 64 KnomialTree 4096 CompleteBinaryTree 16384 Binomial "
                    + "32768 Linear",
            "32: KnomialTree 4096 Binomial 1048576 ScatterAllgather",
            "64: Binomial 2048 KnomialTree",
            "128: KnomialTree",
            "256: Binomial 2 CompleteBinaryTree 16384 Linear 32768 CompleteBinaryTree 65536 KnomialTree",
            "1024: KnomialTree 16384 SplitBinaryTree 32768 KnomialTree",
            "2048: KnomialTree 524288 ScatterAllgather",
            "4096: KnomialTree 262144 ScatterAllgather",
            "*: KnomialTree 8192 CompleteBinaryTree 16384 KnomialTree 262144 ScatterAllgather");

    static final DecisionTable REDUCE = DecisionTable.of(
            "4: Rabenseifner 8 CompleteBinaryTree 16 Chain 32 Linear 262144 Chain",
            "8: CompleteBinaryTree 4096 Chain 65536 Binomial 262144 Linear 524288 Binomial 1048576 Linear",
            "16: CompleteBinaryTree 8192 Binomial",
            "32: CompleteBinaryTree 4096 Binomial",
            "256: Binomial",
            "512: Binomial 8192 InOrderBinaryTree 16384 Binomial",
            "2048: Binomial",
            "4096: Binomial 512 InOrderBinaryTree 1024 Binomial 8192 InOrderBinaryTree 16384 Binomial",
            "*: Binomial 16 InOrderBinaryTree 32 Binomial 1024 InOrderBinaryTree 2048 Binomial 8192 "
                    + "InOrderBinaryTree 16384 Binomial");

    static final DecisionTable ALLREDUCE = DecisionTable.of(
            "4: Ring 8 RecursiveDoubling 4096 Ring 8192 RecursiveDoubling 16384 Ring 262144 Rabenseifner",
            "8: Ring 16 RecursiveDoubling 8192 Rabenseifner",
            "16: RecursiveDoubling 8192 Rabenseifner",
            "32: Ring 64 RecursiveDoubling 4096 Rabenseifner",
            "64: Ring 128 Rabenseifner",
            "128: RecursiveDoubling 262144 Rabenseifner",
            "256: NonOverlapping 131072 RecursiveDoubling 262144 Rabenseifner",
            "512: NonOverlapping 4096 Rabenseifner",
            "2048: NonOverlapping 2048 RecursiveDoubling 16384 Rabenseifner",
            "4096: NonOverlapping 2048 Ring 4096 RecursiveDoubling 16384 Rabenseifner",
            "*: NonOverlapping 2048 Ring 16384 RecursiveDoubling 32768 Rabenseifner");

    static final DecisionTable GATHER = DecisionTable.of(
            "4: LinearSync 2 Direct 4 Binomial 32768 Direct 65536 Binomial 131072 LinearSync",
            "8: Binomial 1024 Direct 8192 Binomial 32768 Direct 262144 LinearSync",
            "256: Binomial",
            "512: Binomial 2048 Direct 8192 Binomial",
            "*: Binomial");

    static final DecisionTable SCATTER = DecisionTable.of(
            "4: Direct 2 Linear 131072 Direct 262144 Linear",
            "8: Binomial 2048 Linear 4096 Binomial 8192 Linear 32768 Direct 1048576 Linear",
            "16: Binomial 16384 Direct 1048576 Linear",
            "32: Binomial 16384 Linear 32768 Direct",
            "64: Binomial 512 Direct 8192 Binomial 16384 Direct",
            "*: Binomial 512 Direct");

    static final DecisionTable ALLGATHER = DecisionTable.of(
            "32: RecursiveDoubling",
            "64: RecursiveDoubling 1024 NeighborExchange 65536 Ring",
            "128: RecursiveDoubling 512 NeighborExchange 65536 Ring",
            "256: RecursiveDoubling 512 NeighborExchange 131072 Ring 524288 NeighborExchange 1048576 Ring",
            "512: RecursiveDoubling 32 Bruck 128 RecursiveDoubling 1024 NeighborExchange 131072 Ring "
                    + "524288 NeighborExchange 1048576 Ring",
            "1024: RecursiveDoubling 64 Bruck 256 RecursiveDoubling 2048 NeighborExchange",
            "2048: RecursiveDoubling 4 Bruck 8 RecursiveDoubling 16 Bruck 32 RecursiveDoubling 256 Bruck "
                    + "512 RecursiveDoubling 4096 NeighborExchange",
            "4096: Bruck 32 RecursiveDoubling 128 Bruck 512 RecursiveDoubling 4096 NeighborExchange",
            "*: RecursiveDoubling 2 Bruck 8 RecursiveDoubling 16 Bruck 512 RecursiveDoubling 4096 "
                    + "NeighborExchange");

    static final DecisionTable ALLGATHERV = DecisionTable.of(
            "3: Ring",
            "8: GatherBcast 256 NeighborExchange 4096 Ring 8192 NeighborExchange 16384 Bruck 262144 "
                    + "NeighborExchange",
            "16: GatherBcast 1024 Bruck",
            "32: GatherBcast 128 Bruck 262144 Ring",
            "64: GatherBcast 256 Bruck 8192 Ring",
            "128: GatherBcast 256 Bruck 4096 Ring",
            "256: Bruck 1024 NeighborExchange 65536 Ring",
            "512: Bruck 1024 Ring",
            "1024: Bruck 512 GatherBcast 1024 Bruck 4096 NeighborExchange 1048576 Ring",
            "*: Bruck 4096 NeighborExchange");

    static final DecisionTable REDUCE_SCATTER = DecisionTable.of(
            "4: Ring 65536 Butterfly 131072 Ring",
            "8: NonOverlapping 8 RecursiveHalving 262144 Ring",
            "32: RecursiveHalving 262144 Ring",
            "64: NonOverlapping 64 RecursiveHalving 2048 Butterfly 524288 Ring",
            "128: NonOverlapping 256 RecursiveHalving 512 Butterfly 2048 RecursiveHalving 4096 Butterfly",
            "256: NonOverlapping 256 RecursiveHalving 512 Butterfly",
            "512: NonOverlapping 256 RecursiveHalving 1024 Butterfly",
            "1024: NonOverlapping 512 RecursiveHalving 2048 Butterfly 8192 RecursiveHalving 16384 Butterfly",
            "2048: NonOverlapping 512 RecursiveHalving 4096 Butterfly 16384 RecursiveHalving 32768 Butterfly",
            "4096: NonOverlapping 512 RecursiveHalving 4096 Butterfly",
            "*: NonOverlapping 1024 RecursiveHalving 8192 Butterfly");

    static final DecisionTable REDUCE_SCATTER_BLOCK = DecisionTable.of(
            "4: RecursiveDoubling 4 Butterfly 8 RecursiveHalving 16 Butterfly 128 RecursiveHalving 256 "
                    + "Butterfly 4096 RecursiveHalving 8192 Butterfly 131072 NonOverlapping",
            "8: RecursiveHalving 8 RecursiveDoubling 32 Butterfly 256 RecursiveHalving 8192 Butterfly "
                    + "16384 RecursiveHalving 1048576 NonOverlapping",
            "16: NonOverlapping 4 RecursiveHalving 32 Butterfly 128 RecursiveHalving 524288 "
                    + "NonOverlapping 4194304 Butterfly",
            "32: NonOverlapping 32 RecursiveHalving 524288 NonOverlapping 2097152 RecursiveHalving "
                    + "4194304 Butterfly",
            "*: RecursiveHalving 4 NonOverlapping 16 Butterfly 65536 NonOverlapping 262144 Butterfly");

    static final DecisionTable ALLTOALL = DecisionTable.of(
            "3: PairwiseShifting 32768 Linear 262144 PairwiseShifting",
            "8: Linear 524288 PairwiseShifting 1048576 Linear",
            "16: Linear",
            "32: Linear 4 Bruck 512 Linear",
            "64: Bruck 512 Linear",
            "256: Bruck 1024 Linear 262144 PairwiseShifting",
            "512: Bruck 1024 Linear 32768 PairwiseShifting",
            "1024: Bruck 512 Linear 262144 PairwiseShifting",
            "2048: Bruck 512 Linear",
            "4096: Bruck 1024 Linear",
            "*: Bruck 2048 Linear");

    static final DecisionTable ALLTOALLV = DecisionTable.of(
            "4: PairwiseShifting",
            "64: Linear",
            "128: PairwiseShifting",
            "256: Linear",
            "1024: PairwiseShifting",
            "*: Linear");

    private OpenMpiRules() {}
}

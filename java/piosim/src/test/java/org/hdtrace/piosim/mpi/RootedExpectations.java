// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import static org.hdtrace.piosim.model.cluster.CommandType.BARRIER;
import static org.hdtrace.piosim.model.cluster.CommandType.BCAST;
import static org.hdtrace.piosim.model.cluster.CommandType.GATHER;
import static org.hdtrace.piosim.model.cluster.CommandType.GATHERV;
import static org.hdtrace.piosim.model.cluster.CommandType.REDUCE;
import static org.hdtrace.piosim.model.cluster.CommandType.SCATTER;
import static org.hdtrace.piosim.model.cluster.CommandType.SCATTERV;

import java.util.List;
import java.util.stream.Stream;
import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.model.cluster.GlobalSettings;
import org.hdtrace.piosim.model.program.Volume;
import org.hdtrace.piosim.mpi.Expectation.Formula;
import org.hdtrace.piosim.mpi.Expectation.Moved;

/** What the algorithms with a root and the barriers move; p ranks, m bytes of data or of one block. */
final class RootedExpectations {
    private RootedExpectations() {}

    static List<Expectation> rows() {
        return Stream.concat(
                        Stream.of(barriers(), broadcasts(), reductions(), gathers(), scatters())
                                .flatMap(List::stream),
                        OpenMpiExpectations.rooted().stream())
                .toList();
    }

    private static List<Expectation> barriers() {
        return List.of(
                new Expectation(BARRIER, "Direct", (p, root, m) -> Moved.framed(2 * (p - 1L), 20 * (p - 1L))),
                new Expectation(BARRIER, "BinaryTree", (p, root, m) -> Moved.bare(2 * (p - 1L), 0)),
                new Expectation(
                        BARRIER, "BarrierMPICH2", (p, root, m) -> Moved.framed((long) p * Expectation.rounds(p), 0)),
                new Expectation(BARRIER, "MPICH", (p, root, m) -> Moved.framed((long) p * Expectation.rounds(p), 0)),
                new Expectation(
                        BARRIER,
                        "RecursiveDoubling",
                        (p, root, m) -> Moved.framed(2L * beyondPower(p) + exchanges(power(p)), 0)),
                new Expectation(BARRIER, "DoubleRing", (p, root, m) -> Moved.framed(p == 1 ? 0 : 2L * p, 0)),
                new Expectation(BARRIER, "Linear", (p, root, m) -> Moved.framed(2 * (p - 1L), 0)),
                new Expectation(BARRIER, "Tree", (p, root, m) -> Moved.framed(2 * (p - 1L), 0)));
    }

    private static List<Expectation> broadcasts() {
        return List.of(
                new Expectation(BCAST, "Direct", (p, root, m) -> Moved.bare(p - 1L, (p - 1L) * m.stated())),
                new Expectation(BCAST, "BinaryTreeSimple", RootedExpectations::onceToEach),
                new Expectation(BCAST, "BinaryTree", RootedExpectations::onceToEachWhenReady),
                new Expectation(BCAST, "BinaryTreeNotMultiplexed", RootedExpectations::onceToEach),
                new Expectation(BCAST, "BroadcastScatterGatherall", RootedExpectations::scatterRing),
                new Expectation(
                        BCAST, "BroadcastScatterBarrierGatherall", (p, root, m) -> scatterBarrierRing(p, m.stated())),
                new Expectation(BCAST, "BinaryTreeSimpleBlockwise", (p, root, m) -> chain(p, m, 1 << 20)),
                new Expectation(BCAST, "ScatterRecursiveDoubling", RootedExpectations::scatterDoubling),
                new Expectation(BCAST, "PipedBlockwise", (p, root, m) -> chain(p, m, 1 << 20)
                        .plus(Moved.framed(p - 1L, 0))),
                new Expectation(BCAST, "PipedBlockwiseSMPAware", (p, root, m) -> chain(p, m, 1 << 20)
                        .plus(Moved.framed(p - 1L, 0))),
                new Expectation(BCAST, "PipelinedChain", (p, root, m) -> chain(p, m, 128 << 10)),
                new Expectation(BCAST, "SMPAware", RootedExpectations::onceToEach),
                new Expectation(BCAST, "Linear", RootedExpectations::onceToEach),
                new Expectation(BCAST, "Chain", RootedExpectations::onceToEach),
                new Expectation(BCAST, "CompleteBinaryTree", RootedExpectations::onceToEach),
                new Expectation(BCAST, "BinomialOpenMPI", RootedExpectations::onceToEach),
                new Expectation(BCAST, "KnomialTree", RootedExpectations::onceToEach),
                new Expectation(BCAST, "SplitBinaryTree", RootedExpectations::halvesToEach),
                new Expectation(BCAST, "ScatterAllgather", RootedExpectations::scatterAllgather),
                new Expectation(BCAST, "MPICH", RootedExpectations::mpichBroadcast));
    }

    private static List<Expectation> reductions() {
        return List.of(
                new Expectation(REDUCE, "BinaryTreeSimple", RootedExpectations::onceToEach),
                new Expectation(REDUCE, "BinaryTree", RootedExpectations::onceToEachWhenReady),
                new Expectation(REDUCE, "Binomial", RootedExpectations::onceToEach),
                new Expectation(REDUCE, "Linear", RootedExpectations::onceToEach),
                new Expectation(REDUCE, "Chain", RootedExpectations::onceToEach),
                new Expectation(REDUCE, "CompleteBinaryTree", RootedExpectations::onceToEach),
                new Expectation(REDUCE, "BinomialOpenMPI", RootedExpectations::onceToEach),
                new Expectation(
                        REDUCE, "InOrderBinaryTree", (p, root, m) -> onceToEach(root == p - 1 ? p : p + 1, root, m)),
                new Expectation(REDUCE, "PipelinedChain", (p, root, m) -> chain(p, m, 128 << 10)),
                new Expectation(REDUCE, "MPICH", RootedExpectations::mpichReduction),
                new Expectation(REDUCE, "ReduceScatterGatherMPICH2", RootedExpectations::halvingGather));
    }

    private static List<Expectation> gathers() {
        return List.of(
                new Expectation(GATHER, "Direct", RootedExpectations::onceToEach),
                new Expectation(GATHER, "FCFS", RootedExpectations::onceToEach),
                new Expectation(GATHER, "GatherMPICH2", RootedExpectations::gatherTree),
                new Expectation(GATHER, "GatherMPICH2Concurrent", RootedExpectations::gatherTree),
                new Expectation(GATHER, "MPICH", RootedExpectations::gatherTree),
                new Expectation(GATHER, "Binomial", RootedExpectations::scatterTree),
                new Expectation(GATHER, "LinearSync", (p, root, m) -> onceToEach(p, root, m)
                        .plus(Moved.framed(2 * (p - 1L), 0))),
                new Expectation(GATHERV, "OpenMPI", RootedExpectations::blocksThatAreNotEmpty),
                new Expectation(GATHERV, "Linear", RootedExpectations::blocksThatAreNotEmpty),
                new Expectation(GATHERV, "BinaryTree", RootedExpectations::gathervTree),
                new Expectation(GATHERV, "MPICH", RootedExpectations::blocksThatAreNotEmpty));
    }

    private static List<Expectation> scatters() {
        return List.of(
                new Expectation(SCATTER, "Direct", RootedExpectations::onceToEach),
                new Expectation(
                        SCATTER, "FCFS", (p, root, m) -> onceToEach(p, root, m).plus(Moved.framed(p - 1L, 0))),
                new Expectation(SCATTER, "ScatterMPICH2", (p, root, m) -> scatterTree(p, root, m)
                        .plus(Moved.framed(p - 1L, 0))),
                new Expectation(SCATTER, "MPICH", RootedExpectations::scatterTree),
                new Expectation(SCATTER, "Linear", RootedExpectations::onceToEach),
                new Expectation(SCATTERV, "OpenMPI", RootedExpectations::blocksThatAreNotEmpty),
                new Expectation(SCATTERV, "Linear", RootedExpectations::blocksThatAreNotEmpty),
                new Expectation(SCATTERV, "MPICH", RootedExpectations::blocksThatAreNotEmpty));
    }

    /** The formula of the algorithm that a model which chooses none gets. */
    static Formula byDefault(CommandType type) {
        return rows().stream()
                .filter(row -> row.type() == type && row.method().equals(type.defaultMethod()))
                .findFirst()
                .orElseThrow()
                .formula();
    }

    /** One message with all of it to or from every rank but the root. */
    private static Moved onceToEach(int ranks, int root, Volume volume) {
        return Moved.framed(ranks - 1L, (ranks - 1L) * volume.stated());
    }

    /** Ready messages and blocks down a tree, then each rank gets from its neighbour what it lacks. */
    private static Moved scatterRing(int ranks, int root, Volume volume) {
        Moved scatter = Moved.framed(2 * (ranks - 1L), Expectation.throughTree(volume.stated(), ranks));
        return scatter.plus(Moved.framed(ranks * (ranks - 1L), (ranks - 1L) * volume.stated()));
    }

    /** A block to each, a barrier, then each rank gets from its neighbour what it lacks. */
    private static Moved scatterBarrierRing(int ranks, long data) {
        Moved scatter = Moved.framed(ranks - 1L, Expectation.blocks(data, 1, ranks, ranks));
        Moved barrier = Moved.framed((long) ranks * Expectation.rounds(ranks), 0);
        return scatter.plus(barrier).plus(Moved.framed(ranks * (ranks - 1L), (ranks - 1L) * data));
    }

    /** As {@link #onceToEach}, after one ready message for each when there is much. */
    private static Moved onceToEachWhenReady(int ranks, int root, Volume volume) {
        long ready = volume.stated() > GlobalSettings.DEFAULT.maxEagerSendSize() ? ranks - 1L : 0;
        return onceToEach(ranks, root, volume).plus(Moved.framed(ready, 0));
    }

    /** The same to each, cut into segments. */
    private static Moved chain(int ranks, Volume volume, long segment) {
        long segments = volume.stated() == 0 ? 1 : (volume.stated() - 1) / segment + 1;
        return Moved.framed((ranks - 1L) * segments, (ranks - 1L) * volume.stated());
    }

    /** Blocks down a tree of a power of two, then each of these gets what it lacks, the ranks beyond all at once. */
    private static Moved scatterDoubling(int ranks, int root, Volume volume) {
        int power = power(ranks);
        long data = volume.stated();
        Moved scatter = Moved.framed(power - 1L, Expectation.throughTree(data, power));
        Moved doubling = Moved.framed(exchanges(power), (power - 1L) * data);
        return scatter.plus(doubling).plus(Moved.framed(beyondPower(ranks), beyondPower(ranks) * data));
    }

    /** With the limits that MPICH documents. */
    private static Moved mpichBroadcast(int ranks, int root, Volume volume) {
        if (volume.stated() <= 12 << 10 || ranks < 8) {
            return onceToEach(ranks, root, volume);
        }
        if (power(ranks) == ranks && volume.stated() <= 512 << 10) {
            return scatterDoubling(ranks, root, volume);
        }
        Moved scatter = Moved.framed(ranks - 1L, Expectation.throughTree(volume.stated(), ranks));
        return scatter.plus(Moved.framed(ranks * (ranks - 1L), (ranks - 1L) * volume.stated()));
    }

    private static Moved mpichReduction(int ranks, int root, Volume volume) {
        boolean tree = volume.stated() <= 2048 || volume.stated() < power(ranks);
        if (tree) {
            return onceToEach(ranks, root, volume);
        }
        // An odd root among those that fold gets its block back.
        boolean away = root < 2 * beyondPower(ranks) && root % 2 == 1;
        long block = Expectation.blocks(volume.stated(), 0, 1, power(ranks));
        Moved halving = halvingGather(ranks, root, volume);
        return away ? halving.plus(Moved.bare(1, block)) : halving;
    }

    /** Half of the data for each but the root, and the other half from a partner; a chain when there is no half. */
    private static Moved halvesToEach(int ranks, int root, Volume volume) {
        long data = volume.stated();
        return data < 2 ? onceToEach(ranks, root, volume) : Moved.framed(2 * (ranks - 1L), (ranks - 1L) * data);
    }

    /** Blocks down a tree, then each rank gets what it lacks from subtrees that exchange theirs. */
    private static Moved scatterAllgather(int ranks, int root, Volume volume) {
        long data = volume.stated();
        return data < ranks
                ? onceToEach(ranks, root, volume)
                : Moved.framed(ranks - 1L, Expectation.throughTree(data, ranks))
                        .plus(Moved.framed(AllExpectations.doublingMessages(ranks), (ranks - 1L) * data));
    }

    private static Moved gatherTree(int ranks, int root, Volume volume) {
        return Moved.bare(ranks - 1L, Expectation.throughTree(volume.stated() * ranks, ranks));
    }

    private static Moved scatterTree(int ranks, int root, Volume volume) {
        return Moved.framed(ranks - 1L, Expectation.throughTree(volume.stated() * ranks, ranks));
    }

    /** Every rank sends up the blocks of all ranks below it. */
    private static Moved gathervTree(int ranks, int root, Volume volume) {
        long data = 0;
        for (int relative = 1; relative < ranks; relative++) {
            for (int i = 0; i < Expectation.below(relative, ranks); i++) {
                data += volume.of((root + relative + i) % ranks);
            }
        }
        return Moved.framed(ranks - 1L, data);
    }

    private static Moved blocksThatAreNotEmpty(int ranks, int root, Volume volume) {
        Moved sum = Moved.NOTHING;
        for (int rank = 0; rank < ranks; rank++) {
            boolean moves = rank != root && volume.of(rank) > 0;
            sum = moves ? sum.plus(Moved.framed(1, volume.of(rank))) : sum;
        }
        return sum;
    }

    /** The ranks beyond a power of two give theirs away; halves are exchanged, the blocks gathered. */
    private static Moved halvingGather(int ranks, int root, Volume volume) {
        int power = power(ranks);
        long data = volume.stated();
        Moved beyond = Moved.framed(beyondPower(ranks), beyondPower(ranks) * data);
        Moved halving = Moved.framed(exchanges(power), (power - 1L) * data);
        return beyond.plus(halving).plus(Moved.bare(power - 1L, Expectation.throughTree(data, power)));
    }

    private static int power(int ranks) {
        return Integer.highestOneBit(ranks);
    }

    private static int beyondPower(int ranks) {
        return ranks - power(ranks);
    }

    /** Messages when each of a power of two exchanges one with a partner in each round. */
    private static long exchanges(int power) {
        return (long) power * Expectation.rounds(power);
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import static org.hdtrace.piosim.model.cluster.CommandType.BARRIER;
import static org.hdtrace.piosim.model.cluster.CommandType.BCAST;
import static org.hdtrace.piosim.model.cluster.CommandType.GATHER;
import static org.hdtrace.piosim.model.cluster.CommandType.REDUCE;

import java.util.List;
import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.model.program.Volume;
import org.hdtrace.piosim.mpi.Expectation.Formula;
import org.hdtrace.piosim.mpi.Expectation.Moved;

/** What the algorithms with a root and the barriers move; p ranks, m bytes of data or of one block. */
final class RootedExpectations {
    private RootedExpectations() {}

    static List<Expectation> rows() {
        return List.of(
                new Expectation(BARRIER, "Direct", (p, root, m) -> Moved.framed(2 * (p - 1L), 20 * (p - 1L))),
                new Expectation(BARRIER, "BinaryTree", (p, root, m) -> Moved.bare(2 * (p - 1L), 0)),
                new Expectation(
                        BARRIER, "BarrierMPICH2", (p, root, m) -> Moved.framed((long) p * Expectation.rounds(p), 0)),
                new Expectation(BCAST, "Direct", (p, root, m) -> Moved.bare(p - 1L, (p - 1L) * m.stated())),
                new Expectation(BCAST, "BinaryTreeSimple", RootedExpectations::onceToEach),
                new Expectation(BCAST, "BinaryTreeNotMultiplexed", RootedExpectations::onceToEach),
                new Expectation(BCAST, "BroadcastScatterGatherall", RootedExpectations::scatterRing),
                new Expectation(REDUCE, "BinaryTreeSimple", RootedExpectations::onceToEach),
                new Expectation(REDUCE, "ReduceScatterGatherMPICH2", RootedExpectations::halvingGather),
                new Expectation(GATHER, "Direct", RootedExpectations::onceToEach),
                new Expectation(
                        GATHER,
                        "GatherMPICH2",
                        (p, root, m) -> Moved.bare(p - 1L, Expectation.throughTree(m.stated() * p, p))));
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

    /** The ranks beyond a power of two give theirs away; halves are exchanged, the blocks gathered. */
    private static Moved halvingGather(int ranks, int root, Volume volume) {
        int power = Integer.highestOneBit(ranks);
        long data = volume.stated();
        Moved beyond = Moved.framed(ranks - power, (ranks - power) * data);
        Moved halving = Moved.framed((long) power * Expectation.rounds(power), (power - 1L) * data);
        return beyond.plus(halving).plus(Moved.bare(power - 1L, Expectation.throughTree(data, power)));
    }
}

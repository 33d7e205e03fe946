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
import static org.hdtrace.piosim.model.cluster.CommandType.REDUCE_SCATTER;
import static org.hdtrace.piosim.model.cluster.CommandType.REDUCE_SCATTER_BLOCK;
import static org.hdtrace.piosim.model.cluster.CommandType.SCAN;

import java.util.ArrayList;
import java.util.List;
import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.model.program.Volume;
import org.hdtrace.piosim.mpi.Expectation.Formula;
import org.hdtrace.piosim.mpi.Expectation.Moved;

/** What the algorithms move that all ranks take part in alike; p ranks, m bytes of data or of one block. */
final class AllExpectations {
    private static final int COMM_MASK = 260;

    private AllExpectations() {}

    static List<Expectation> rows() {
        List<Expectation> rows = new ArrayList<>();
        rows.add(new Expectation(COMM_CREATE, "MPICH", AllExpectations::commCreate));
        allreduce(rows);
        allgather(rows);
        reduceScatter(rows);
        alltoall(rows);
        for (CommandType type : List.of(SCAN, EXSCAN)) {
            rows.add(new Expectation(type, "Linear", (p, root, m) -> Moved.framed(p - 1L, (p - 1L) * m.stated())));
            rows.add(new Expectation(type, "RecursiveDoubling", AllExpectations::scanDoubling));
            rows.add(new Expectation(type, "MPICH", AllExpectations::scanDoubling));
            rows.add(new Expectation(type, "OpenMPI", (p, root, m) -> Moved.framed(p - 1L, (p - 1L) * m.stated())));
        }
        rows.addAll(OpenMpiExpectations.ofAll());
        return rows;
    }

    private static void allreduce(List<Expectation> rows) {
        rows.add(new Expectation(
                ALLREDUCE, "RootComputes", (p, root, m) -> Moved.framed(3 * (p - 1L), 2 * (p - 1L) * m.stated())));
        rows.add(new Expectation(
                ALLREDUCE, "ReduceBroadcast", (p, root, m) -> RootedExpectations.byDefault(CommandType.REDUCE)
                        .of(p, 0, m)
                        .plus(RootedExpectations.byDefault(CommandType.BCAST).of(p, 0, m))));
        Formula doubling = (p, root, m) -> {
            long exchanges = inPowerOfTwo(p) + 2L * beyond(p);
            return Moved.framed(exchanges, exchanges * m.stated());
        };
        Formula rabenseifner = (p, root, m) -> Moved.framed(
                2 * (inPowerOfTwo(p) + beyond(p)),
                2 * (Integer.highestOneBit(p) - 1L) * m.stated() + 2L * beyond(p) * m.stated());
        rows.add(new Expectation(ALLREDUCE, "BinaryTree", AllExpectations::upAndDown));
        rows.add(new Expectation(ALLREDUCE, "RecursiveDoubling", doubling));
        rows.add(new Expectation(ALLREDUCE, "Rabenseifner", rabenseifner));
        rows.add(new Expectation(
                ALLREDUCE, "Ring", (p, root, m) -> Moved.framed(2L * p * (p - 1), 2 * (p - 1L) * m.stated())));
        rows.add(new Expectation(ALLREDUCE, "SegmentedRing", AllExpectations::segmentedRing));
        rows.add(new Expectation(ALLREDUCE, "MPICH", (p, root, m) -> {
            boolean little = m.stated() <= 8 || m.stated() < Integer.highestOneBit(p);
            return (little ? doubling : rabenseifner).of(p, root, m);
        }));
    }

    private static void allgather(List<Expectation> rows) {
        Formula bruck = (p, root, m) -> Moved.framed((long) p * Expectation.rounds(p), (p - 1L) * sum(p, m));
        Formula ring = AllExpectations::everyPair;
        Formula doubling = (p, root, m) -> Moved.framed(doublingMessages(p), (p - 1L) * sum(p, m));
        for (CommandType type : List.of(ALLGATHER, ALLGATHERV)) {
            rows.add(new Expectation(type, "Direct", AllExpectations::everyPair));
            rows.add(new Expectation(type, "Bruck", bruck));
            rows.add(new Expectation(type, "RecursiveDoubling", doubling));
            rows.add(new Expectation(
                    type,
                    "NeighborExchange",
                    (p, root, m) -> Moved.framed(p % 2 == 0 ? p * (p / 2L) : p * (p - 1L), (p - 1L) * sum(p, m))));
            rows.add(new Expectation(type, "MPICH", (p, root, m) -> {
                Formula little = beyond(p) == 0 ? doubling : bruck;
                return (sum(p, m) < (beyond(p) == 0 ? 524_288 : 81_920) ? little : ring).of(p, root, m);
            }));
        }
        rows.add(new Expectation(ALLGATHER, "AllgatherMPICH2", ring));
        rows.add(new Expectation(ALLGATHERV, "Ring", ring));
    }

    private static void reduceScatter(List<Expectation> rows) {
        rows.add(new Expectation(REDUCE_SCATTER, "ReduceScatterPowerOfTwo", AllExpectations::halving));
        rows.add(new Expectation(REDUCE_SCATTER, "Direct", AllExpectations::everyPair));
        rows.add(new Expectation(REDUCE_SCATTER, "Ring", AllExpectations::everyPair));
        rows.add(new Expectation(REDUCE_SCATTER_BLOCK, "RecursiveHalving", AllExpectations::halving));
        for (CommandType type : List.of(REDUCE_SCATTER, REDUCE_SCATTER_BLOCK)) {
            rows.add(new Expectation(type, "Pairwise", AllExpectations::everyPair));
            rows.add(new Expectation(type, "Butterfly", AllExpectations::butterfly));
            rows.add(new Expectation(type, "RecursiveDoubling", AllExpectations::reducingDoubling));
            rows.add(new Expectation(
                    type, "MPICH", (p, root, m) -> sum(p, m) < 524_288 ? halving(p, root, m) : everyPair(p, root, m)));
        }
    }

    private static void alltoall(List<Expectation> rows) {
        Formula bruck = (p, root, m) -> {
            long hops = 0;
            for (int distance = 0; distance < p; distance++) {
                hops += Integer.bitCount(distance);
            }
            return Moved.framed((long) p * Expectation.rounds(p), p * hops * m.stated());
        };
        rows.add(new Expectation(ALLTOALL, "Bruck", bruck));
        rows.add(new Expectation(
                ALLTOALL,
                "MPICH",
                (p, root, m) -> p >= 8 && m.stated() <= 256 ? bruck.of(p, root, m) : everyPair(p, root, m)));
        rows.add(new Expectation(ALLTOALLV, "MPICH", AllExpectations::everyPair));
        rows.add(new Expectation(ALLTOALLW, "MPICH", AllExpectations::everyPair));
        rows.add(new Expectation(ALLTOALLW, "OpenMPI", AllExpectations::everyPair));
        for (CommandType type : List.of(ALLTOALL, ALLTOALLV, ALLTOALLW)) {
            rows.add(new Expectation(type, "Pairwise", AllExpectations::everyPair));
            rows.add(new Expectation(type, "PairwiseShifting", AllExpectations::everyPair));
            rows.add(new Expectation(type, "Linear", AllExpectations::everyPair));
        }
    }

    /** Once up and once down a tree. */
    private static Moved upAndDown(int ranks, int root, Volume volume) {
        return Moved.framed(2 * (ranks - 1L), 2 * (ranks - 1L) * volume.stated());
    }

    /** A ring with one block of each rank, then the reduction of a mask. */
    private static Moved commCreate(int ranks, int root, Volume volume) {
        long ring = volume.stated() == 0 ? 0 : ranks * (ranks - 1L);
        return Moved.framed(ring, ring * volume.stated()).plus(upAndDown(ranks, 0, new Volume.Uniform(COMM_MASK)));
    }

    /** As many messages as pairs; each block is in as many as there are other ranks. */
    private static Moved everyPair(int ranks, int root, Volume volume) {
        return Moved.framed(ranks * (ranks - 1L), (ranks - 1L) * sum(ranks, volume));
    }

    /** Each block goes once to every other rank of the power of two; ranks beyond give away all and get their block. */
    private static Moved halving(int ranks, int root, Volume volume) {
        long data = (Integer.highestOneBit(ranks) - 1L + beyond(ranks)) * sum(ranks, volume);
        for (int rank = Integer.highestOneBit(ranks); rank < ranks; rank++) {
            data += volume.of(rank);
        }
        return Moved.framed(inPowerOfTwo(ranks) + 2L * beyond(ranks), data);
    }

    /** What half of a group of ranks tells the other one is all but its own blocks, once to each of that one's ranks. */
    private static Moved reducingDoubling(int ranks, int root, Volume volume) {
        long data = 0;
        for (int half = 1; half < ranks; half *= 2) {
            for (int lower = 0; lower + half < ranks; lower += 2 * half) {
                int upper = lower + half;
                int end = Math.min(upper + half, ranks);
                data += (end - upper) * (sum(ranks, volume) - part(lower, upper, volume));
                data += half * (sum(ranks, volume) - part(upper, end, volume));
            }
        }
        return Moved.framed(doublingMessages(ranks), data);
    }

    /** One message to each rank of both halves of a group, for groups of 2, 4, 8 and so on. */
    static long doublingMessages(int ranks) {
        long messages = 0;
        for (int half = 1; half < ranks; half *= 2) {
            for (int lower = 0; lower + half < ranks; lower += 2 * half) {
                messages += Math.min(lower + 2 * half, ranks) - lower;
            }
        }
        return messages;
    }

    /** As a ring in both halves; the first one cut into phases of at most 1 MiB for each block. */
    private static Moved segmentedRing(int ranks, int root, Volume volume) {
        long phase = (long) ranks << 20;
        long rest = volume.stated() % phase;
        long phases = Math.max(1, volume.stated() / phase + (rest >= ranks && 2 * rest > phase ? 1 : 0));
        long messages = ranks * (ranks - 1L);
        return Moved.framed(
                (volume.stated() < phase ? 1 : phases) * messages + messages, 2 * (ranks - 1L) * volume.stated());
    }

    /**
     * The ranks beyond the power of two hand over all; halves of what is left are exchanged; at the end each block goes to
     * its owner unless the exchanges have left it there: the group of blocks of a rank is its number read backwards.
     */
    private static Moved butterfly(int ranks, int root, Volume volume) {
        int power = Integer.highestOneBit(ranks);
        long data = (power - 1L + beyond(ranks)) * sum(ranks, volume);
        long messages = inPowerOfTwo(ranks) + beyond(ranks);
        List<List<Integer>> groups = new ArrayList<>();
        for (int rank = 0; rank < ranks; rank++) {
            boolean joins = rank < 2 * beyond(ranks) && rank % 2 == 1;
            if (joins) {
                groups.get(groups.size() - 1).add(rank);
            } else {
                groups.add(new ArrayList<>(List.of(rank)));
            }
        }
        for (int member = 0; member < power; member++) {
            int last = groups.get(member).size() - 1;
            int worker = groups.get(member).get(last);
            for (int owner : groups.get(backwards(member, power))) {
                messages += owner == worker ? 0 : 1;
                data += owner == worker ? 0 : volume.of(owner);
            }
        }
        return Moved.framed(messages, data);
    }

    private static int backwards(int number, int power) {
        int result = 0;
        for (int bit = 1; bit < power; bit *= 2) {
            result = 2 * result + (number & bit) / bit;
        }
        return result;
    }

    private static Moved scanDoubling(int ranks, int root, Volume volume) {
        long messages = 0;
        for (int distance = 1; distance < ranks; distance *= 2) {
            for (int rank = 0; rank < ranks; rank++) {
                messages += (rank ^ distance) < ranks ? 1 : 0;
            }
        }
        return Moved.framed(messages, messages * volume.stated());
    }

    private static long inPowerOfTwo(int ranks) {
        int group = Integer.highestOneBit(ranks);
        return (long) group * Expectation.rounds(group);
    }

    private static int beyond(int ranks) {
        return ranks - Integer.highestOneBit(ranks);
    }

    private static long sum(int ranks, Volume volume) {
        return part(0, ranks, volume);
    }

    private static long part(int from, int to, Volume volume) {
        long bytes = 0;
        for (int block = from; block < to; block++) {
            bytes += volume.of(block);
        }
        return bytes;
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import static org.hdtrace.piosim.model.cluster.CommandType.ALLGATHER;
import static org.hdtrace.piosim.model.cluster.CommandType.ALLGATHERV;
import static org.hdtrace.piosim.model.cluster.CommandType.ALLREDUCE;
import static org.hdtrace.piosim.model.cluster.CommandType.ALLTOALL;
import static org.hdtrace.piosim.model.cluster.CommandType.ALLTOALLV;
import static org.hdtrace.piosim.model.cluster.CommandType.ALLTOALLW;
import static org.hdtrace.piosim.model.cluster.CommandType.BARRIER;
import static org.hdtrace.piosim.model.cluster.CommandType.BCAST;
import static org.hdtrace.piosim.model.cluster.CommandType.COMM_CREATE;
import static org.hdtrace.piosim.model.cluster.CommandType.EXSCAN;
import static org.hdtrace.piosim.model.cluster.CommandType.GATHER;
import static org.hdtrace.piosim.model.cluster.CommandType.GATHERV;
import static org.hdtrace.piosim.model.cluster.CommandType.REDUCE;
import static org.hdtrace.piosim.model.cluster.CommandType.REDUCE_SCATTER;
import static org.hdtrace.piosim.model.cluster.CommandType.REDUCE_SCATTER_BLOCK;
import static org.hdtrace.piosim.model.cluster.CommandType.SCAN;
import static org.hdtrace.piosim.model.cluster.CommandType.SCATTER;
import static org.hdtrace.piosim.model.cluster.CommandType.SCATTERV;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntToLongFunction;
import org.hdtrace.piosim.model.cluster.CommandType;

/**
 * The longest chain of messages in each algorithm that wait for each other, as its source counts its rounds: on an ideal
 * star, where a message is at one edge for 1 ns for each byte and takes two edges with 1,000 ns of latency each. Messages
 * that one rank sends or gets at the same time follow each other at its edge.
 *
 * <p>p ranks, m bytes of data or of one block; blocks are equal. Knows nothing of the simulator.
 */
final class CriticalPaths {
    private static final int EAGER = 100 << 10;
    private static final int COMM_MASK = 260;

    /** Nanoseconds. */
    @FunctionalInterface
    interface Path {
        long of(int ranks, long bytes);
    }

    private final Map<String, Path> paths = new HashMap<>();

    CriticalPaths() {
        barriers();
        broadcasts();
        reductions();
        gathersAndScatters();
        allreduce();
        for (CommandType type : List.of(ALLGATHER, ALLGATHERV)) {
            allgather(type);
        }
        for (CommandType type : List.of(REDUCE_SCATTER, REDUCE_SCATTER_BLOCK)) {
            reduceScatter(type);
        }
        for (CommandType type : List.of(ALLTOALL, ALLTOALLV, ALLTOALLW)) {
            alltoall(type);
        }
        for (CommandType type : List.of(SCAN, EXSCAN)) {
            add(type, "Linear", CriticalPaths::chain);
            same(type, "OpenMPI", "Linear");
            add(type, "RecursiveDoubling", CriticalPaths::tree);
            same(type, "MPICH", "RecursiveDoubling");
        }
        add(COMM_CREATE, "MPICH", (p, m) -> (m == 0 ? 0 : chain(p, m)) + 2 * tree(p, COMM_MASK));
    }

    /** Nanoseconds of an algorithm among at least two ranks. */
    long of(CommandType type, String method, int ranks, long bytes) {
        Path path = paths.get(type + " " + method);
        if (path == null) {
            throw new AssertionError(type.commandName() + " " + method + " has no critical path");
        }
        return path.of(ranks, bytes);
    }

    private void barriers() {
        add(BARRIER, "Direct", (p, m) -> 2 * allAtOnce(p, 20));
        add(BARRIER, "Linear", (p, m) -> 2 * allAtOnce(p, 0));
        add(BARRIER, "BinaryTree", (p, m) -> 2 * tree(p, 0));
        add(BARRIER, "Tree", (p, m) -> up(p, part -> 0) + down(p, part -> 0));
        add(BARRIER, "BarrierMPICH2", (p, m) -> tree(p, 0));
        same(BARRIER, "MPICH", "BarrierMPICH2");
        add(BARRIER, "RecursiveDoubling", (p, m) -> exchanges(p, 0));
        add(BARRIER, "DoubleRing", (p, m) -> 2L * p * message(0));
        openMpi(BARRIER, "Linear", "DoubleRing", "RecursiveDoubling", "BarrierMPICH2", "", "Tree");
    }

    private void broadcasts() {
        add(BCAST, "Direct", CriticalPaths::allAtOnce);
        add(BCAST, "Linear", CriticalPaths::allAtOnce);
        add(BCAST, "BinaryTreeSimple", CriticalPaths::downLargestLast);
        same(BCAST, "BinaryTreeSimpleBlockwise", "BinaryTreeNotMultiplexed");
        add(BCAST, "BinaryTree", (p, m) -> ready(p, m) + down(p, part -> m));
        add(BCAST, "BinomialOpenMPI", (p, m) -> lowestBitsFirst(0, p, m));
        for (String binomial : List.of("BinaryTreeNotMultiplexed", "SMPAware")) {
            add(BCAST, binomial, (p, m) -> down(p, part -> m));
        }
        add(BCAST, "BroadcastScatterGatherall", (p, m) -> ready(p) + scatterTree(p, m) + chain(p, part(p, m)));
        add(
                BCAST,
                "BroadcastScatterBarrierGatherall",
                (p, m) -> allAtOnce(p, part(p, m)) + tree(p, 0) + chain(p, part(p, m)));
        add(BCAST, "ScatterRecursiveDoubling", (p, m) -> 2 * scatter(power(p), m) + (isPower(p) ? 0 : message(m)));
        add(BCAST, "Chain", CriticalPaths::chain);
        add(BCAST, "PipedBlockwise", (p, m) -> message(0) + chain(p, m));
        same(BCAST, "PipedBlockwiseSMPAware", "PipedBlockwise");
        add(BCAST, "PipelinedChain", CriticalPaths::pipeline);
        add(BCAST, "CompleteBinaryTree", (p, m) -> completeDown(0, p, m));
        add(BCAST, "KnomialTree", (p, m) -> knomial(4, p, m));
        add(
                BCAST,
                "SplitBinaryTree",
                (p, m) -> m < 2 ? chain(p, m) : completeTree(p, half(m)) + message(half(m)) + edge(half(m)));
        add(BCAST, "ScatterAllgather", (p, m) -> m < p ? allAtOnce(p, m) : scatterTree(p, m) + doubling(p, part(p, m)));
        add(BCAST, "MPICH", (p, m) -> {
            boolean ring = !isPower(p) || m > 512 << 10;
            String method = ring ? "overTree" : "ScatterRecursiveDoubling";
            return of(BCAST, m <= 12 << 10 || p < 8 ? "BinaryTreeNotMultiplexed" : method, p, m);
        });
        add(BCAST, "overTree", (p, m) -> scatterTree(p, m) + chain(p, part(p, m)));
        openMpi(
                BCAST,
                "Linear",
                "Chain",
                "Chain",
                "SplitBinaryTree",
                "CompleteBinaryTree",
                "BinomialOpenMPI",
                "KnomialTree",
                "ScatterAllgather");
    }

    private void reductions() {
        for (String binomial : List.of("BinaryTreeSimple", "Binomial", "BinomialOpenMPI")) {
            add(REDUCE, binomial, (p, m) -> up(p, part -> m));
        }
        add(REDUCE, "BinaryTree", (p, m) -> ready(p, m) + up(p, part -> m));
        add(REDUCE, "Linear", CriticalPaths::allAtOnce);
        add(REDUCE, "Chain", CriticalPaths::chain);
        add(REDUCE, "PipelinedChain", CriticalPaths::pipeline);
        add(REDUCE, "CompleteBinaryTree", (p, m) -> completeUp(0, p, m));
        add(REDUCE, "InOrderBinaryTree", (p, m) -> inOrderUp(p, m) + message(m));
        add(REDUCE, "ReduceScatterGatherMPICH2", (p, m) -> (isPower(p) ? 0 : message(m)) + 2 * scatter(power(p), m));
        add(
                REDUCE,
                "MPICH",
                (p, m) -> of(REDUCE, m <= 2048 || m < power(p) ? "Binomial" : "ReduceScatterGatherMPICH2", p, m));
        openMpi(
                REDUCE,
                "Linear",
                "Chain",
                "Chain",
                "CompleteBinaryTree",
                "BinomialOpenMPI",
                "InOrderBinaryTree",
                "ReduceScatterGatherMPICH2");
    }

    private void gathersAndScatters() {
        for (CommandType type : List.of(GATHER, GATHERV, SCATTER, SCATTERV)) {
            add(type, "Linear", CriticalPaths::allAtOnce);
            same(type, "Direct", "Linear");
            boolean gathers = type == GATHER || type == GATHERV;
            add(type, "Binomial", (p, m) -> gathers ? up(p, part -> part * m) : down(p, part -> part * m));
        }
        same(GATHER, "FCFS", "Linear");
        for (String binomial : List.of("GatherMPICH2", "GatherMPICH2Concurrent", "MPICH")) {
            same(GATHER, binomial, "Binomial");
        }
        // The next turn begins when the block before has come; empty messages follow the blocks.
        add(GATHER, "LinearSync", (p, m) -> (p - 1) * (message(0) + message(m)) + edge(0));
        openMpi(GATHER, "Direct", "Binomial", "LinearSync");
        same(GATHERV, "MPICH", "Linear");
        same(GATHERV, "OpenMPI", "Linear");
        same(GATHERV, "BinaryTree", "Binomial");
        add(SCATTER, "FCFS", (p, m) -> allAtOnce(p, 0) + allAtOnce(p, m));
        add(SCATTER, "ScatterMPICH2", (p, m) -> ready(p) + down(p, part -> part * m));
        same(SCATTER, "MPICH", "Binomial");
        openMpi(SCATTER, "Linear", "MPICH", "Direct");
        same(SCATTERV, "MPICH", "Linear");
        same(SCATTERV, "OpenMPI", "Linear");
    }

    private void allreduce() {
        add(ALLREDUCE, "RootComputes", (p, m) -> 2 * allAtOnce(p, m) + message(0));
        add(
                ALLREDUCE,
                "ReduceBroadcast",
                (p, m) -> of(REDUCE, REDUCE.defaultMethod(), p, m) + of(BCAST, BCAST.defaultMethod(), p, m));
        add(ALLREDUCE, "BinaryTree", (p, m) -> up(p, part -> m) + down(p, part -> m));
        add(ALLREDUCE, "RecursiveDoubling", CriticalPaths::exchanges);
        add(ALLREDUCE, "Rabenseifner", (p, m) -> 2 * scatter(power(p), m) + (isPower(p) ? 0 : 2 * message(m)));
        add(ALLREDUCE, "Ring", (p, m) -> 2 * chain(p, part(p, m)));
        same(ALLREDUCE, "SegmentedRing", "Ring");
        add(
                ALLREDUCE,
                "MPICH",
                (p, m) -> of(ALLREDUCE, m <= 8 || m < power(p) ? "RecursiveDoubling" : "Rabenseifner", p, m));
        add(ALLREDUCE, "NonOverlapping", (p, m) -> of(REDUCE, "OpenMPI", p, m) + of(BCAST, "OpenMPI", p, m));
        add(ALLREDUCE, "RingOfMuch", (p, m) -> of(ALLREDUCE, m < p ? "RecursiveDoubling" : "Ring", p, m));
        openMpi(ALLREDUCE, "", "NonOverlapping", "RecursiveDoubling", "RingOfMuch", "RingOfMuch", "Rabenseifner");
    }

    private void allgather(CommandType type) {
        // Rank r begins with receiver 2r/3 and goes upwards, so the first message for the last rank is that of rank
        // p-2, behind
        // p-2 - 2(p-2)/3 = p/3 others (whole numbers); from then on the edge of the last rank is busy with p-1
        // messages.
        add(type, "Direct", (p, m) -> allAtOnce(p, m) + p / 3 * edge(m));
        add(type, "Bruck", CriticalPaths::bruck);
        add(type, "RecursiveDoubling", CriticalPaths::doubling);
        add(type, "Ring", CriticalPaths::chain);
        same(type, "AllgatherMPICH2", "Ring");
        add(type, "NeighborExchange", (p, m) -> p % 2 == 1 ? chain(p, m) : message(m) + (p / 2 - 1) * message(2 * m));
        add(type, "MPICH", (p, m) -> {
            String little = isPower(p) ? "RecursiveDoubling" : "Bruck";
            return of(type, p * m < (isPower(p) ? 524_288 : 81_920) ? little : "Ring", p, m);
        });
        add(type, "DoublingOrBruck", (p, m) -> of(type, isPower(p) ? "RecursiveDoubling" : "Bruck", p, m));
        add(type, "GatherBcast", (p, m) -> allAtOnce(p, m) + of(BCAST, "OpenMPI", p, p * m));
        if (type == ALLGATHER) {
            openMpi(type, "", "Bruck", "DoublingOrBruck", "Ring", "NeighborExchange", "RecursiveDoubling");
        } else {
            openMpi(type, "GatherBcast", "Bruck", "Ring", "NeighborExchange", "Ring");
        }
    }

    private void reduceScatter(CommandType type) {
        add(type, "Direct", CriticalPaths::allAtOnce);
        add(type, "Pairwise", CriticalPaths::chain);
        add(type, "Ring", CriticalPaths::chain);
        add(type, "RecursiveHalving", CriticalPaths::halving);
        same(type, "ReduceScatterPowerOfTwo", "RecursiveHalving");
        add(type, "RecursiveDoubling", CriticalPaths::reducingDoubling);
        add(type, "Butterfly", (p, m) -> halving(p, m) + (p == 2 ? 0 : isPower(p) ? message(m) : edge(m)));
        add(type, "MPICH", (p, m) -> of(type, p * m < 524_288 ? "RecursiveHalving" : "Pairwise", p, m));
        add(type, "NonOverlapping", (p, m) -> of(REDUCE, "OpenMPI", p, p * m) + allAtOnce(p, m));
        if (type == REDUCE_SCATTER) {
            openMpi(type, "NonOverlapping", "RecursiveHalving", "Ring", "Butterfly");
        } else {
            openMpi(type, "NonOverlapping", "RecursiveDoubling", "RecursiveHalving", "Butterfly");
        }
    }

    private void alltoall(CommandType type) {
        add(type, "Pairwise", CriticalPaths::chain);
        add(type, "PairwiseShifting", CriticalPaths::chain);
        add(type, "AllAtOnce", CriticalPaths::allAtOnce);
        // 32 ranks, the caller among them, then the next 32.
        add(type, "Linear", (p, m) -> allAtOnce(p, m) + (p - 1) / 32 * (message(m) - edge(m)));
        add(type, "Bruck", (p, m) -> {
            long sum = 0;
            for (int bit = 1; bit < p; bit *= 2) {
                long blocks = 0;
                for (int distance = bit; distance < p; distance++) {
                    blocks += (distance & bit) / bit;
                }
                sum += message(blocks * m);
            }
            return sum;
        });
        if (type == ALLTOALL) {
            add(
                    type,
                    "MPICH",
                    (p, m) -> of(type, p >= 8 && m <= 256 ? "Bruck" : m <= 32_768 ? "Linear" : "Pairwise", p, m));
        } else {
            same(type, "MPICH", "Linear");
        }
        if (type == ALLTOALLW) {
            same(type, "OpenMPI", "AllAtOnce");
        } else {
            openMpi(type, "AllAtOnce", "Pairwise", "Bruck", "AllAtOnce", "Pairwise");
        }
    }

    private void add(CommandType type, String method, Path path) {
        paths.put(type + " " + method, path);
    }

    private void same(CommandType type, String method, String as) {
        add(type, method, (p, m) -> of(type, as, p, m));
    }

    /** What Open MPI's rules choose, by the number there, from 1. */
    private void openMpi(CommandType type, String... methods) {
        boolean byAll = type == REDUCE_SCATTER;
        add(type, "OpenMPI", (p, m) -> {
            int number = OpenMpiFixedRules.algorithm(type, p, byAll ? p * m : m);
            return of(type, methods[number - 1], p, m);
        });
    }

    /** A message is at an edge for its data and what the protocol adds. */
    private static long edge(long bytes) {
        return AllToAllRun.OVERHEAD + bytes;
    }

    private static long message(long bytes) {
        return AllToAllRun.message(bytes);
    }

    /** One rank to or from all others. */
    private static long allAtOnce(int ranks, long bytes) {
        return message(bytes) + (ranks - 2) * edge(bytes);
    }

    private static long chain(int ranks, long bytes) {
        return (ranks - 1) * message(bytes);
    }

    /** A chain in segments of 128 KiB: the first one's way, behind which the others follow at the edge of the last rank. */
    private static long pipeline(int ranks, long bytes) {
        long segment = 128 << 10;
        long time = chain(ranks, Math.min(bytes, segment));
        for (long left = bytes - segment; left > 0; left -= segment) {
            time += edge(Math.min(left, segment));
        }
        return time;
    }

    /** All data in each round of a binomial tree, or of a dissemination. */
    private static long tree(int ranks, long bytes) {
        return Expectation.rounds(ranks) * message(bytes);
    }

    /** As {@link #down} with all data in each message; a root of more than two subtrees serves the largest last. */
    private static long downLargestLast(int ranks, long bytes) {
        int subtrees = Expectation.rounds(ranks);
        int largest = Integer.highestOneBit(ranks - 1);
        if (subtrees <= 2) {
            return down(ranks, part -> bytes);
        }
        long behind = (subtrees - 1) * edge(bytes);
        return Math.max(behind + message(bytes) + down(ranks - largest, part -> bytes), down(largest, part -> bytes));
    }

    /**
     * From the root of a binomial tree to the last rank: a rank that has its message sends to its subtrees, the largest
     * first, one after the other at its edge.
     *
     * @param bytes of the message to a subtree of that many ranks
     */
    private static long down(int ranks, IntToLongFunction bytes) {
        long longest = 0;
        long begin = 0;
        for (int distance = Integer.highestOneBit(ranks - 1); distance > 0; distance /= 2) {
            int subtree = Math.min(distance, ranks - distance);
            long size = bytes.applyAsLong(subtree);
            longest = Math.max(longest, begin + message(size) + down(subtree, bytes));
            begin += edge(size);
        }
        return longest;
    }

    /** The other way: a rank sends when it has the messages of all its subtrees, which come one after the other at its edge. */
    private static long up(int ranks, IntToLongFunction bytes) {
        List<long[]> messages = new ArrayList<>();
        for (int distance = 1; distance < ranks; distance *= 2) {
            int subtree = Math.min(distance, ranks - distance);
            long size = bytes.applyAsLong(subtree);
            messages.add(new long[] {up(subtree, bytes) + message(size), edge(size)});
        }
        messages.sort(Comparator.comparingLong(message -> message[0] - message[1]));
        long end = 0;
        for (long[] message : messages) {
            end = Math.max(message[0], end + message[1]);
        }
        return end;
    }

    /** From a rank of a tree whose levels are twice as large as those above, to the last rank below it. */
    private static long completeDown(int rank, int ranks, long bytes) {
        int level = Integer.highestOneBit(rank + 1);
        long longest = 0;
        long begin = 0;
        for (int child = rank + level; child <= rank + 2 * level && child < ranks; child += level) {
            longest = Math.max(longest, begin + message(bytes) + completeDown(child, ranks, bytes));
            begin += edge(bytes);
        }
        return longest;
    }

    /** The other way. */
    private static long completeUp(int rank, int ranks, long bytes) {
        int level = Integer.highestOneBit(rank + 1);
        if (rank + level >= ranks) {
            return 0;
        }
        long one = message(bytes) + completeUp(rank + level, ranks, bytes);
        if (rank + 2 * level >= ranks) {
            return one;
        }
        return bothAtOneEdge(one, message(bytes) + completeUp(rank + 2 * level, ranks, bytes), bytes);
    }

    /** To the last of a range of ranks from those that lead its lower half and what is between. */
    private static long inOrderUp(int ranks, long bytes) {
        if (ranks <= 2) {
            return ranks == 2 ? message(bytes) : 0;
        }
        long lower = message(bytes) + inOrderUp(ranks / 2, bytes);
        return bothAtOneEdge(lower, message(bytes) + inOrderUp(ranks - 1 - ranks / 2, bytes), bytes);
    }

    /** The later end of two messages to one rank, each of which ends at the given time when there is no other. */
    private static long bothAtOneEdge(long one, long other, long bytes) {
        return Math.max(Math.max(one, other), Math.min(one, other) + edge(bytes));
    }

    /** As {@link #down} with all data in each message; a rank sends to those that have one more bit above its highest. */
    private static long lowestBitsFirst(int rank, int ranks, long bytes) {
        long longest = 0;
        long begin = 0;
        for (int bit = Math.max(1, 2 * Integer.highestOneBit(rank)); rank + bit < ranks; bit *= 2) {
            longest = Math.max(longest, begin + message(bytes) + lowestBitsFirst(rank + bit, ranks, bytes));
            begin += edge(bytes);
        }
        return longest;
    }

    /** As {@link #down} with all data in each message in a tree by digits of that radix. */
    private static long knomial(int radix, int ranks, long bytes) {
        int distance = 1;
        while (distance * radix < ranks) {
            distance *= radix;
        }
        long longest = 0;
        long begin = 0;
        for (; distance > 0; distance /= radix) {
            for (int child = distance; child < radix * distance && child < ranks; child += distance) {
                int subtree = Math.min(distance, ranks - child);
                longest = Math.max(longest, begin + message(bytes) + knomial(radix, subtree, bytes));
                begin += edge(bytes);
            }
        }
        return longest;
    }

    /** Data cut into blocks of the ranks, handed down a binomial tree. */
    private static long scatterTree(int ranks, long bytes) {
        return down(ranks, subtree -> subtree * part(ranks, bytes));
    }

    /** Every rank of a tree has told the one before that it is ready. */
    private static long ready(int ranks) {
        return message(0) + (Expectation.rounds(ranks) - 1) * edge(0);
    }

    private static long ready(int ranks, long bytes) {
        return bytes > EAGER ? ready(ranks) : 0;
    }

    /** Two children for each rank, level by level. */
    private static long completeTree(int ranks, long bytes) {
        int levels = 31 - Integer.numberOfLeadingZeros(ranks);
        return levels * (message(bytes) + edge(bytes));
    }

    /** Subtrees of a binomial tree: half of the ranks, a quarter, down to one; the data is cut into blocks of the ranks. */
    private static long scatter(int ranks, long bytes) {
        long sum = 0;
        for (int distance = 1; distance < ranks; distance *= 2) {
            sum += message(Math.min(distance, ranks - distance) * part(ranks, bytes));
        }
        return sum;
    }

    /** As many blocks as there are already, in the last round those that lack. */
    private static long bruck(int ranks, long bytes) {
        long sum = 0;
        for (int distance = 1; distance < ranks; distance *= 2) {
            sum += message(Math.min(distance, ranks - distance) * bytes);
        }
        return sum;
    }

    /**
     * All data with each partner in a power of two; before and after, with the rank beyond it, while a partner that acts
     * for itself only doesn't wait, so that two messages may meet at an edge.
     */
    private static long exchanges(int ranks, long bytes) {
        return tree(power(ranks), bytes) + (isPower(ranks) ? 0 : 2 * message(bytes) + edge(bytes));
    }

    /** Blocks of a half of a subtree in each round; where the upper half is smaller, what it has goes down a tree. */
    private static long doubling(int ranks, long bytes) {
        long sum = 0;
        for (int half = 1; half < ranks; half *= 2) {
            sum += message(half * bytes) + passedOn(ranks, half, message(upper(ranks, half) * bytes));
        }
        return sum;
    }

    /** As above, of what the other half's blocks aren't. */
    private static long reducingDoubling(int ranks, long bytes) {
        long sum = 0;
        for (int half = 1; half < ranks; half *= 2) {
            long least = Math.min(half, upper(ranks, half));
            sum += message((ranks - least) * bytes)
                    + passedOn(ranks, half, message((ranks - upper(ranks, half)) * bytes));
        }
        return sum;
    }

    /** Ranks in the upper half of the last group of a round, 0 when there is no such half. */
    private static int upper(int ranks, int half) {
        int lower = (ranks - 1) / (2 * half) * 2 * half;
        return Math.max(0, ranks - lower - half);
    }

    private static long passedOn(int ranks, int half, long message) {
        int upper = upper(ranks, half);
        return upper == 0 || upper == half ? 0 : Expectation.rounds((half + upper - 1) / upper) * message;
    }

    /** Halves of all blocks among a power of two of ranks; a rank beyond it hands over all and gets its block. */
    private static long halving(int ranks, long bytes) {
        int blocksOfOne = isPower(ranks) ? 1 : 2;
        long sum = isPower(ranks) ? 0 : message(ranks * bytes) + message(bytes);
        for (int members = power(ranks) / 2; members > 0; members /= 2) {
            sum += message(Math.min(blocksOfOne * members, ranks) * bytes);
        }
        return sum;
    }

    private static boolean isPower(int ranks) {
        return power(ranks) == ranks;
    }

    private static int power(int ranks) {
        return Integer.highestOneBit(ranks);
    }

    private static long part(int ranks, long bytes) {
        return (bytes + ranks - 1) / ranks;
    }

    private static long half(long bytes) {
        return (bytes + 1) / 2;
    }
}

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
import static org.hdtrace.piosim.mpi.MessageChains.EAGER;
import static org.hdtrace.piosim.mpi.MessageChains.allAtOnce;
import static org.hdtrace.piosim.mpi.MessageChains.chain;
import static org.hdtrace.piosim.mpi.MessageChains.completeDown;
import static org.hdtrace.piosim.mpi.MessageChains.completeUp;
import static org.hdtrace.piosim.mpi.MessageChains.down;
import static org.hdtrace.piosim.mpi.MessageChains.edge;
import static org.hdtrace.piosim.mpi.MessageChains.inOrderUp;
import static org.hdtrace.piosim.mpi.MessageChains.isPower;
import static org.hdtrace.piosim.mpi.MessageChains.knomial;
import static org.hdtrace.piosim.mpi.MessageChains.lowestBitsFirst;
import static org.hdtrace.piosim.mpi.MessageChains.message;
import static org.hdtrace.piosim.mpi.MessageChains.part;
import static org.hdtrace.piosim.mpi.MessageChains.power;
import static org.hdtrace.piosim.mpi.MessageChains.ready;
import static org.hdtrace.piosim.mpi.MessageChains.tree;
import static org.hdtrace.piosim.mpi.MessageChains.up;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.hdtrace.piosim.model.cluster.CommandType;

/**
 * The longest chain of messages in each algorithm that wait for each other, as its source counts its rounds: on an ideal
 * star, where a message is at one edge for 1 ns for each byte and takes two edges with 1,000 ns of latency each. Messages
 * that one rank sends or gets at the same time follow each other at its edge.
 *
 * <p>p ranks, m bytes of data or of one block; blocks are equal. Knows nothing of the simulator.
 */
final class CriticalPaths {
    private static final int COMM_MASK = 260;

    /** What the protocol adds to data in collective functions. */
    private static final int FRAMING = 20;

    /** Nanoseconds. */
    @FunctionalInterface
    interface Path {
        long of(int ranks, long bytes);
    }

    /** The same where the number of the root matters. */
    @FunctionalInterface
    private interface RootedPath {
        long of(int ranks, int root, long bytes);
    }

    @FunctionalInterface
    private interface Choice {
        String of(int ranks, long bytes);
    }

    /** What the ranks of an algorithm do. */
    @FunctionalInterface
    private interface Order {
        void write(MessageStar star, long bytes);
    }

    private final Map<String, RootedPath> paths = new HashMap<>();
    private final Map<String, Order> orders = new HashMap<>();

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
            add(type, "Linear", MessageChains::chain);
            same(type, "OpenMPI", "Linear");
            add(type, "RecursiveDoubling", MessageChains::tree);
            same(type, "MPICH", "RecursiveDoubling");
        }
        order(COMM_CREATE, "MPICH", (star, m) -> {
            if (m > 0) {
                MessageOrders.ring(star, MessageOrders.equal(m));
            }
            MessageOrders.upAndDown(star, FRAMING + COMM_MASK);
        });
    }

    /** Nanoseconds of an algorithm among at least two ranks. */
    long of(CommandType type, String method, int ranks, int root, long bytes) {
        RootedPath path = paths.get(key(type, method));
        if (path == null) {
            throw new AssertionError(type.commandName() + " " + method + " has no critical path");
        }
        return path.of(ranks, root, bytes);
    }

    private void barriers() {
        add(BARRIER, "Direct", (p, m) -> 2 * allAtOnce(p, 10));
        add(BARRIER, "Linear", (p, m) -> 2 * allAtOnce(p, 0));
        order(BARRIER, "BinaryTree", (star, m) -> MessageOrders.upAndDown(star, 0));
        add(BARRIER, "Tree", (p, m) -> up(p, part -> 0) + down(p, part -> 0));
        add(BARRIER, "BarrierMPICH2", (p, m) -> tree(p, 0));
        same(BARRIER, "MPICH", "BarrierMPICH2");
        order(BARRIER, "RecursiveDoubling", MessageOrders::foldedDoubling);
        add(BARRIER, "DoubleRing", (p, m) -> 2L * p * message(0));
        openMpi(BARRIER, "Linear", "DoubleRing", "RecursiveDoubling", "BarrierMPICH2", "", "Tree");
    }

    private void broadcasts() {
        add(BCAST, "Direct", (p, m) -> allAtOnce(p, m - FRAMING));
        add(BCAST, "Linear", MessageChains::allAtOnce);
        add(BCAST, "BinaryTreeSimple", MessageChains::downLargestLast);
        same(BCAST, "BinaryTreeSimpleBlockwise", "BinaryTreeNotMultiplexed");
        add(BCAST, "BinaryTree", (p, m) -> ready(p, m) + down(p, part -> m));
        add(BCAST, "BinomialOpenMPI", (p, m) -> lowestBitsFirst(0, p, m));
        for (String binomial : List.of("BinaryTreeNotMultiplexed", "SMPAware")) {
            add(BCAST, binomial, (p, m) -> down(p, part -> m));
        }
        order(BCAST, "BroadcastScatterGatherall", MessageOrders::announcedScatterAndRing);
        order(BCAST, "BroadcastScatterBarrierGatherall", MessageOrders::scatterMeetAndRing);
        order(BCAST, "ScatterRecursiveDoubling", MessageOrders::scatterAndFoldedDoubling);
        add(BCAST, "Chain", MessageChains::chain);
        order(BCAST, "PipedBlockwise", MessageOrders::announcedChain);
        same(BCAST, "PipedBlockwiseSMPAware", "PipedBlockwise");
        add(BCAST, "PipelinedChain", MessageChains::pipeline);
        add(BCAST, "CompleteBinaryTree", (p, m) -> completeDown(0, p, m));
        add(BCAST, "KnomialTree", (p, m) -> knomial(4, p, m));
        order(BCAST, "SplitBinaryTree", MessageOrders::splitTree);
        order(BCAST, "ScatterAllgather", MessageOrders::scatterAndDoubling);
        choose(BCAST, "MPICH", (p, m) -> {
            boolean ring = !isPower(p) || m > 512 << 10;
            String method = ring ? "overTree" : "ScatterRecursiveDoubling";
            return m <= 12 << 10 || p < 8 ? "BinaryTreeNotMultiplexed" : method;
        });
        order(BCAST, "overTree", MessageOrders::scatterAndRing);
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
        order(REDUCE, "BinaryTree", (star, m) -> {
            if (m > EAGER) {
                MessageOrders.announceDown(star);
            }
            MessageOrders.up(star, star.ranks(), rank -> FRAMING + m);
        });
        add(REDUCE, "Linear", MessageChains::allAtOnce);
        add(REDUCE, "Chain", MessageChains::chain);
        add(REDUCE, "PipelinedChain", MessageChains::pipeline);
        add(REDUCE, "CompleteBinaryTree", (p, m) -> completeUp(0, p, m));
        paths.put(key(REDUCE, "InOrderBinaryTree"), (p, root, m) -> inOrderUp(p, m) + (root == p - 1 ? 0 : message(m)));
        order(REDUCE, "ReduceScatterGatherMPICH2", MessageOrders::halvingAndGather);
        order(REDUCE, "nearestFirst", MpichOrders::reduce);
        choose(REDUCE, "MPICH", (p, m) -> m <= 2048 || m < power(p) ? "Binomial" : "nearestFirst");
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
            add(type, "Linear", MessageChains::allAtOnce);
            same(type, "Direct", "Linear");
            boolean gathers = type == GATHER || type == GATHERV;
            add(type, "Binomial", (p, m) -> gathers ? up(p, part -> part * m) : down(p, part -> part * m));
        }
        same(GATHER, "FCFS", "Linear");
        for (String bare : List.of("GatherMPICH2", "GatherMPICH2Concurrent", "MPICH")) {
            add(GATHER, bare, (p, m) -> up(p, part -> part * m - FRAMING));
        }
        // The next turn begins when the block before has come; empty messages follow the blocks.
        add(GATHER, "LinearSync", (p, m) -> (p - 1) * (message(0) + message(m)) + edge(0));
        openMpi(GATHER, "Direct", "Binomial", "LinearSync");
        same(GATHERV, "MPICH", "Linear");
        same(GATHERV, "OpenMPI", "Linear");
        same(GATHERV, "BinaryTree", "Binomial");
        add(SCATTER, "FCFS", (p, m) -> message(0) + allAtOnce(p, m));
        order(SCATTER, "ScatterMPICH2", (star, m) -> MessageOrders.announcedScatter(star, MessageOrders.equal(m)));
        same(SCATTER, "MPICH", "Binomial");
        openMpi(SCATTER, "Linear", "MPICH", "Direct");
        same(SCATTERV, "MPICH", "Linear");
        same(SCATTERV, "OpenMPI", "Linear");
    }

    private void allreduce() {
        add(ALLREDUCE, "RootComputes", (p, m) -> 2 * allAtOnce(p, m) + message(0));
        order(ALLREDUCE, "ReduceBroadcast", (star, m) -> {
            orders.get(key(REDUCE, REDUCE.defaultMethod())).write(star, m);
            orders.get(key(BCAST, BCAST.defaultMethod())).write(star, m);
        });
        add(ALLREDUCE, "BinaryTree", (p, m) -> up(p, part -> m) + down(p, part -> m));
        order(ALLREDUCE, "RecursiveDoubling", MessageOrders::foldedDoubling);
        order(ALLREDUCE, "Rabenseifner", MessageOrders::halvingAndDoubling);
        add(ALLREDUCE, "Ring", (p, m) -> 2 * chain(p, part(p, m)));
        same(ALLREDUCE, "SegmentedRing", "Ring");
        order(ALLREDUCE, "nearestFirst", MpichOrders::allreduce);
        choose(ALLREDUCE, "MPICH", (p, m) -> m <= 8 || m < power(p) ? "RecursiveDoubling" : "nearestFirst");
        add(ALLREDUCE, "NonOverlapping", (p, m) -> of(REDUCE, "OpenMPI", p, 0, m) + of(BCAST, "OpenMPI", p, 0, m));
        choose(ALLREDUCE, "RingOfMuch", (p, m) -> m < p ? "RecursiveDoubling" : "Ring");
        openMpi(ALLREDUCE, "", "NonOverlapping", "RecursiveDoubling", "RingOfMuch", "RingOfMuch", "Rabenseifner");
    }

    private void allgather(CommandType type) {
        // Rank r begins with receiver 2r/3 and goes upwards, so the first message for the last rank is that of rank
        // p-2, behind
        // p-2 - 2(p-2)/3 = p/3 others (whole numbers); from then on the edge of the last rank is busy with p-1
        // messages.
        add(type, "Direct", (p, m) -> allAtOnce(p, m) + p / 3 * edge(m));
        add(type, "Bruck", MessageChains::bruck);
        order(type, "RecursiveDoubling", MessageOrders::doubling);
        add(type, "Ring", MessageChains::chain);
        same(type, "AllgatherMPICH2", "Ring");
        add(type, "NeighborExchange", (p, m) -> p % 2 == 1 ? chain(p, m) : message(m) + (p / 2 - 1) * message(2 * m));
        choose(type, "MPICH", (p, m) -> {
            String little = isPower(p) ? "RecursiveDoubling" : "Bruck";
            return p * m < (isPower(p) ? 524_288 : 81_920) ? little : "Ring";
        });
        choose(type, "DoublingOrBruck", (p, m) -> isPower(p) ? "RecursiveDoubling" : "Bruck");
        add(type, "GatherBcast", (p, m) -> allAtOnce(p, m) + of(BCAST, "OpenMPI", p, 0, p * m));
        if (type == ALLGATHER) {
            openMpi(type, "", "Bruck", "DoublingOrBruck", "Ring", "NeighborExchange", "RecursiveDoubling");
        } else {
            openMpi(type, "GatherBcast", "Bruck", "Ring", "NeighborExchange", "Ring");
        }
    }

    private void reduceScatter(CommandType type) {
        add(type, "Direct", MessageChains::allAtOnce);
        add(type, "Pairwise", MessageChains::chain);
        add(type, "Ring", MessageChains::chain);
        order(type, "RecursiveHalving", MessageOrders::halvingAndReturning);
        same(type, "ReduceScatterPowerOfTwo", "RecursiveHalving");
        order(type, "RecursiveDoubling", MessageOrders::reducingDoubling);
        order(type, "Butterfly", (star, m) -> new Butterfly(star, m).write());
        choose(type, "MPICH", (p, m) -> p * m < 524_288 ? "RecursiveHalving" : "Pairwise");
        add(type, "NonOverlapping", (p, m) -> of(REDUCE, "OpenMPI", p, 0, p * m) + allAtOnce(p, m));
        if (type == REDUCE_SCATTER) {
            openMpi(type, "NonOverlapping", "RecursiveHalving", "Ring", "Butterfly");
        } else {
            openMpi(type, "NonOverlapping", "RecursiveDoubling", "RecursiveHalving", "Butterfly");
        }
    }

    private void alltoall(CommandType type) {
        add(type, "Pairwise", MessageChains::chain);
        add(type, "PairwiseShifting", MessageChains::chain);
        add(type, "AllAtOnce", MessageChains::allAtOnce);
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
            choose(type, "MPICH", (p, m) -> p >= 8 && m <= 256 ? "Bruck" : m <= 32_768 ? "Linear" : "Pairwise");
        } else {
            same(type, "MPICH", "Linear");
        }
        if (type == ALLTOALLW) {
            same(type, "OpenMPI", "AllAtOnce");
        } else {
            openMpi(type, "AllAtOnce", "Pairwise", "Bruck", "AllAtOnce", "Pairwise");
        }
    }

    private static String key(CommandType type, String method) {
        return type + " " + method;
    }

    private void add(CommandType type, String method, Path path) {
        paths.put(key(type, method), (p, root, m) -> path.of(p, m));
    }

    private void order(CommandType type, String method, Order order) {
        orders.put(key(type, method), order);
        paths.put(key(type, method), (p, root, m) -> {
            MessageStar star = new MessageStar(p, root);
            order.write(star, m);
            return star.nanos();
        });
    }

    private void same(CommandType type, String method, String as) {
        choose(type, method, (p, m) -> as);
    }

    /** As the method that a library chooses. */
    private void choose(CommandType type, String method, Choice choice) {
        paths.put(key(type, method), (p, root, m) -> of(type, choice.of(p, m), p, root, m));
    }

    /** What Open MPI's rules choose, by the number there, from 1. */
    private void openMpi(CommandType type, String... methods) {
        boolean byAll = type == REDUCE_SCATTER;
        choose(type, "OpenMPI", (p, m) -> methods[OpenMpiFixedRules.algorithm(type, p, byAll ? p * m : m) - 1]);
    }
}

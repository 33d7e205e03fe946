// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import static org.hdtrace.piosim.model.cluster.CommandType.ALLGATHER;
import static org.hdtrace.piosim.model.cluster.CommandType.ALLGATHERV;
import static org.hdtrace.piosim.model.cluster.CommandType.ALLREDUCE;
import static org.hdtrace.piosim.model.cluster.CommandType.ALLTOALL;
import static org.hdtrace.piosim.model.cluster.CommandType.ALLTOALLV;
import static org.hdtrace.piosim.model.cluster.CommandType.BARRIER;
import static org.hdtrace.piosim.model.cluster.CommandType.BCAST;
import static org.hdtrace.piosim.model.cluster.CommandType.GATHER;
import static org.hdtrace.piosim.model.cluster.CommandType.REDUCE;
import static org.hdtrace.piosim.model.cluster.CommandType.REDUCE_SCATTER;
import static org.hdtrace.piosim.model.cluster.CommandType.REDUCE_SCATTER_BLOCK;
import static org.hdtrace.piosim.model.cluster.CommandType.SCATTER;
import static org.hdtrace.piosim.model.cluster.CommandType.SCATTERV;

import java.util.List;
import java.util.Map;
import java.util.function.ToLongBiFunction;
import java.util.stream.Stream;
import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.model.program.Volume;
import org.hdtrace.piosim.mpi.Expectation.Formula;
import org.hdtrace.piosim.mpi.Expectation.Moved;

/** What Open MPI's choice and what is made of parts that it chooses moves, by {@link OpenMpiFixedRules}. */
final class OpenMpiExpectations {
    private OpenMpiExpectations() {}

    static List<Expectation> rooted() {
        return List.of(
                choice(
                        BARRIER,
                        Map.of(1, "Linear", 2, "DoubleRing", 3, "RecursiveDoubling", 4, "BarrierMPICH2", 6, "Tree")),
                new Expectation(BCAST, "OpenMPI", OpenMpiExpectations::bcast),
                new Expectation(REDUCE, "OpenMPI", OpenMpiExpectations::reduce),
                choice(GATHER, Map.of(1, "Direct", 2, "Binomial", 3, "LinearSync")),
                choice(SCATTER, Map.of(1, "Linear", 2, "MPICH", 3, "Direct")));
    }

    static List<Expectation> ofAll() {
        Formula nonOverlapping = (p, root, m) -> reduce(p, 0, m).plus(bcast(p, 0, m));
        Formula gatherBcast = (p, root, m) ->
                named(CommandType.GATHERV, "Linear", p, 0, m).plus(bcast(p, 0, new Volume.Uniform(total(p, m))));
        Formula reduceScatter =
                (p, root, m) -> reduce(p, 0, new Volume.Uniform(total(p, m))).plus(named(SCATTERV, "Linear", p, 0, m));
        return List.of(
                new Expectation(ALLREDUCE, "NonOverlapping", nonOverlapping),
                new Expectation(ALLGATHERV, "GatherBcast", gatherBcast),
                new Expectation(REDUCE_SCATTER, "NonOverlapping", reduceScatter),
                new Expectation(REDUCE_SCATTER_BLOCK, "NonOverlapping", reduceScatter),
                new Expectation(ALLREDUCE, "OpenMPI", OpenMpiExpectations::allreduce),
                new Expectation(ALLGATHER, "OpenMPI", OpenMpiExpectations::allgather),
                choice(
                        ALLGATHERV,
                        (p, m) -> total(p, m) / p,
                        Map.of(1, "GatherBcast", 2, "Bruck", 3, "Ring", 4, "NeighborExchange", 5, "Ring")),
                choice(
                        REDUCE_SCATTER,
                        OpenMpiExpectations::total,
                        Map.of(1, "NonOverlapping", 2, "ReduceScatterPowerOfTwo", 3, "Ring", 4, "Butterfly")),
                choice(
                        REDUCE_SCATTER_BLOCK,
                        Map.of(1, "NonOverlapping", 2, "RecursiveDoubling", 3, "RecursiveHalving", 4, "Butterfly")),
                choice(ALLTOALL, Map.of(1, "Linear", 2, "Pairwise", 3, "Bruck", 4, "Linear", 5, "Pairwise")),
                choice(ALLTOALLV, Map.of(1, "Linear", 2, "Pairwise")));
    }

    private static Moved bcast(int ranks, int root, Volume volume) {
        String method =
                switch (OpenMpiFixedRules.algorithm(BCAST, ranks, volume.stated())) {
                    case 4 -> "SplitBinaryTree";
                    case 8 -> "ScatterAllgather";
                    default -> "Linear";
                };
        return named(BCAST, method, ranks, root, volume);
    }

    private static Moved reduce(int ranks, int root, Volume volume) {
        String method =
                switch (OpenMpiFixedRules.algorithm(REDUCE, ranks, volume.stated())) {
                    case 6 -> "InOrderBinaryTree";
                    case 7 -> volume.stated() < Integer.highestOneBit(ranks) ? "Linear" : "ReduceScatterGatherMPICH2";
                    default -> "Linear";
                };
        return named(REDUCE, method, ranks, root, volume);
    }

    private static Moved allreduce(int ranks, int root, Volume volume) {
        String method =
                switch (OpenMpiFixedRules.algorithm(ALLREDUCE, ranks, volume.stated())) {
                    case 2 -> "NonOverlapping";
                    case 3 -> "RecursiveDoubling";
                    case 4, 5 -> volume.stated() < ranks ? "RecursiveDoubling" : "Ring";
                    default -> "Rabenseifner";
                };
        return named(ALLREDUCE, method, ranks, root, volume);
    }

    private static Moved allgather(int ranks, int root, Volume volume) {
        String method =
                switch (OpenMpiFixedRules.algorithm(ALLGATHER, ranks, volume.stated())) {
                    case 2 -> "Bruck";
                    case 3 -> Integer.bitCount(ranks) == 1 ? "RecursiveDoubling" : "Bruck";
                    case 4 -> "AllgatherMPICH2";
                    case 5 -> "NeighborExchange";
                    default -> "RecursiveDoubling";
                };
        return named(ALLGATHER, method, ranks, root, volume);
    }

    private static Expectation choice(CommandType type, Map<Integer, String> methods) {
        return choice(type, (p, m) -> m.stated(), methods);
    }

    private static Expectation choice(
            CommandType type, ToLongBiFunction<Integer, Volume> bytes, Map<Integer, String> methods) {
        return new Expectation(type, "OpenMPI", (p, root, m) -> {
            int number = OpenMpiFixedRules.algorithm(type, p, bytes.applyAsLong(p, m));
            return named(type, methods.get(number), p, root, m);
        });
    }

    private static Moved named(CommandType type, String method, int ranks, int root, Volume volume) {
        return Stream.concat(RootedExpectations.rows().stream(), AllExpectations.rows().stream())
                .filter(row -> row.type() == type && row.method().equals(method))
                .findFirst()
                .orElseThrow(() -> new AssertionError(type + " " + method))
                .formula()
                .of(ranks, root, volume);
    }

    private static long total(int ranks, Volume volume) {
        long sum = 0;
        for (int rank = 0; rank < ranks; rank++) {
            sum += volume.of(rank);
        }
        return sum;
    }
}

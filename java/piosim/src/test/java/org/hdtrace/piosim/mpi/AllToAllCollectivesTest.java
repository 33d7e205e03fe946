// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import static org.hdtrace.piosim.mpi.AllToAllRun.OVERHEAD;
import static org.hdtrace.piosim.mpi.AllToAllRun.message;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.model.program.CollectiveCall;
import org.hdtrace.piosim.model.program.Command;
import org.hdtrace.piosim.model.program.Communicator;
import org.hdtrace.piosim.model.program.Neighbors;
import org.hdtrace.piosim.model.program.Origin;
import org.hdtrace.piosim.model.program.ProgramBuilder;
import org.hdtrace.piosim.model.program.Volume;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Rounds, sizes of each pair, neighbours, parameters: what {@link CollectiveConformanceTest} doesn't ask. */
class AllToAllCollectivesTest {
    private static final Map<String, Long> NONE = Map.of();

    static Stream<Arguments> rounds() {
        long k = message(1000);
        long halves = message(4000) + message(2000) + message(1000);
        return Stream.of(
                Arguments.of("Allgather", "AllgatherMPICH2", 8, 1000, 7 * k),
                Arguments.of("Allgather", "Bruck", 8, 1000, halves),
                Arguments.of("Allgather", "Bruck", 5, 1000, k + message(2000) + k),
                Arguments.of("Allgather", "RecursiveDoubling", 8, 1000, halves),
                Arguments.of("Allgather", "NeighborExchange", 8, 1000, k + 3 * message(2000)),
                Arguments.of("Allgather", "NeighborExchange", 7, 1000, 6 * k),
                // Ranks 1 and 2 and twice more two ranks begin with the same receiver.
                Arguments.of("Allgather", "Direct", 8, 1000, k + 8 * (1000 + OVERHEAD)),
                Arguments.of("Alltoall", "Pairwise", 8, 1000, 7 * k),
                Arguments.of("Alltoall", "Pairwise", 7, 1000, 6 * k),
                Arguments.of("Alltoall", "Bruck", 8, 1000, 3 * message(4000)),
                Arguments.of("Alltoall", "Bruck", 5, 1000, 2 * message(2000) + k),
                Arguments.of("Alltoall", "Linear", 8, 1000, k + 6 * (1000 + OVERHEAD)),
                Arguments.of("Allreduce", "RecursiveDoubling", 8, 1000, 3 * k),
                // Rank 1, which doesn't wait, and rank 4 send to rank 0 at the same time.
                Arguments.of("Allreduce", "RecursiveDoubling", 5, 1000, 3 * k + 1000 + OVERHEAD),
                Arguments.of("Allreduce", "Rabenseifner", 8, 8000, 2 * halves),
                // What rank 4 sends to rank 0 is on its last edge until 60 ns after that of rank 8 gets there.
                Arguments.of("Allreduce", "Rabenseifner", 9, 8000, 2 * halves + 2 * message(8000) + 60),
                Arguments.of("Allreduce", "Ring", 8, 8000, 14 * k),
                Arguments.of("ReduceScatter", "ReduceScatterPowerOfTwo", 8, 1000, halves),
                Arguments.of("ReduceScatter", "Direct", 8, 1000, k + 6 * (1000 + OVERHEAD)),
                Arguments.of("ReduceScatter", "Pairwise", 8, 1000, 7 * k),
                Arguments.of("ReduceScatter", "Ring", 8, 1000, 7 * k),
                Arguments.of(
                        "ReduceScatter", "RecursiveDoubling", 8, 1000, message(7000) + message(6000) + message(4000)),
                Arguments.of("ReduceScatterBlock", "RecursiveHalving", 8, 1000, halves),
                Arguments.of("Scan", "RecursiveDoubling", 8, 1000, 3 * k),
                Arguments.of("Scan", "Linear", 8, 1000, 7 * k),
                Arguments.of("Exscan", "RecursiveDoubling", 8, 1000, 3 * k),
                Arguments.of("Exscan", "Linear", 8, 1000, 7 * k));
    }

    @ParameterizedTest(name = "{0} {1}, {2} ranks, {3} B: {4} ns")
    @MethodSource("rounds")
    void takesItsRoundsOnAnIdealStar(String command, String method, int ranks, long bytes, long expected)
            throws TraceFormatException {
        CommandType type = CommandType.byName(command).orElseThrow();
        assertEquals(expected, equal(type, method, ranks, bytes, NONE).nanos());
    }

    @ParameterizedTest(name = "{0} ranks")
    @ValueSource(ints = {3, 5, 7, 17})
    void reduceScatterTakesTimeWithRanksThatAreNoPowerOfTwo(int ranks) throws TraceFormatException {
        AllToAllRun run = equal(CommandType.REDUCE_SCATTER, "ReduceScatterPowerOfTwo", ranks, 1000, NONE);
        assertTrue(run.nanos() >= 3 * message(1000), run + " for " + ranks + " ranks");
    }

    @ParameterizedTest(name = "{0} {1}")
    @CsvSource({
        "ALLTOALLV, Pairwise",
        "ALLTOALLV, Linear",
        "ALLTOALLV, MPICH",
        "ALLTOALLW, Pairwise",
        "ALLTOALLW, Linear",
        "ALLTOALLW, MPICH"
    })
    void eachPairMovesItsOwnSize(CommandType type, String method) throws TraceFormatException {
        for (int ranks = 1; ranks <= 65; ranks++) {
            ProgramBuilder program = new ProgramBuilder("pairs", ranks);
            int[] backwards = new int[ranks];
            for (int rank = 0; rank < ranks; rank++) {
                backwards[rank] = ranks - 1 - rank;
            }
            long moved = alltoall(program, program.world(), type, Command.BLOCKING)
                    + alltoall(program, program.createCommunicator("backwards", backwards), type, Command.BLOCKING);
            long overhead = 2 * OVERHEAD * ranks * (ranks - 1L);
            assertEquals(
                    moved + overhead,
                    AllToAllRun.of(program, ranks, type, method, NONE).bytes(),
                    ranks + " ranks");
        }
    }

    @ParameterizedTest(name = "requests ended in the order {0} {1} {2}")
    @CsvSource({"1, 2, 3", "1, 3, 2", "2, 1, 3", "2, 3, 1", "3, 1, 2", "3, 2, 1"})
    void severalAtTheSameTimeMoveTheirOwnSizes(long first, long second, long third) throws TraceFormatException {
        for (String method : List.of("Pairwise", "Linear")) {
            ProgramBuilder program = new ProgramBuilder("several", 6);
            long moved = 0;
            for (long request = 1; request <= 3; request++) {
                moved += alltoall(program, program.world(), CommandType.ALLTOALLV, request);
            }
            for (int rank = 0; rank < 6; rank++) {
                program.addWaitAll(rank, first).addWaitAll(rank, second).addWaitAll(rank, third);
            }
            AllToAllRun run = AllToAllRun.of(program, 6, CommandType.ALLTOALLV, method, NONE);
            assertEquals(moved + 3 * 30 * OVERHEAD, run.bytes());
        }
    }

    /** A ring of 4 in which the outer dimension has one rank, which is its own neighbour and only copies. */
    @ParameterizedTest(name = "{0}")
    @CsvSource({"NEIGHBOR_ALLGATHER", "NEIGHBOR_ALLTOALL"})
    void neighboursOfAGridExchangeAllAtOnce(CommandType type) throws TraceFormatException {
        for (String method : List.of("Linear", "MPICH", "OpenMPI")) {
            ProgramBuilder program = new ProgramBuilder("grid", 4);
            Neighbors grid = Neighbors.grid(new int[] {1, 4}, true, true);
            Communicator ring = program.createCommunicator("ring", grid, 3, 1, 0, 2);
            program.addCollective(type, ring, Command.NO_ROOT, new Volume.Uniform(1000));
            AllToAllRun run = AllToAllRun.of(program, 4, type, method, NONE);
            assertEquals(8 * (1000 + OVERHEAD), run.bytes());
            assertEquals(message(1000) + 1000 + OVERHEAD, run.nanos());
        }
    }

    @Test
    void neighboursOfAGraphGetTheBlockOfTheSender() throws TraceFormatException {
        ProgramBuilder program = new ProgramBuilder("graph", 3);
        program.addCollective(
                CommandType.NEIGHBOR_ALLGATHERV, graph(program), Command.NO_ROOT, new Volume.PerRank(100, 20, 3));
        AllToAllRun run = AllToAllRun.of(program, 3, CommandType.NEIGHBOR_ALLGATHERV, "Linear", NONE);
        assertEquals(3 * 100 + 20 + 4 * OVERHEAD, run.bytes());
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({"NEIGHBOR_ALLTOALLV", "NEIGHBOR_ALLTOALLW"})
    void neighboursOfAGraphGetABlockOfTheirOwn(CommandType type) throws TraceFormatException {
        ProgramBuilder program = new ProgramBuilder("graph", 3);
        Communicator graph = graph(program);
        long[][] sizes = {{7, 50, 300}, {11, 1000}, {}};
        for (int rank = 0; rank < 3; rank++) {
            program.add(rank, collective(type, graph, new Volume.PerPair(sizes[rank]), Command.BLOCKING));
        }
        AllToAllRun run = AllToAllRun.of(program, 3, type, "MPICH", NONE);
        assertEquals(7 + 50 + 300 + 11 + 4 * OVERHEAD, run.bytes());
    }

    @Test
    void linearAlltoallPostsAsManyAsItsParameterSays() throws TraceFormatException {
        assertEquals(7 * message(1000), linear(1));
        assertEquals(3 * (message(1000) + 1000 + OVERHEAD) + message(1000), linear(2));
        assertEquals(message(1000) + 6 * (1000 + OVERHEAD), linear(0));
        assertEquals(linear(0), linear(32));
    }

    @ParameterizedTest(name = "{0} of {1} ranks, {2} B: {3}={4} takes {5}")
    @CsvSource({
        "ALLTOALL, 8, 300, shortMessage, 256, Linear",
        "ALLTOALL, 8, 300, shortMessage, 300, Bruck",
        "ALLTOALL, 8, 2000, mediumMessage, 1999, Pairwise",
        "ALLTOALL, 8, 2000, mediumMessage, 2000, Linear",
        "ALLGATHER, 8, 1000, longMessage, 8001, RecursiveDoubling",
        "ALLGATHER, 8, 1000, longMessage, 8000, AllgatherMPICH2",
        "ALLGATHER, 6, 1000, shortMessage, 6001, Bruck",
        "ALLGATHER, 6, 1000, shortMessage, 6000, AllgatherMPICH2",
        "ALLREDUCE, 8, 1000, shortMessage, 1000, RecursiveDoubling",
        "ALLREDUCE, 8, 1000, shortMessage, 999, Rabenseifner",
        "REDUCE_SCATTER_BLOCK, 8, 1000, longMessage, 8001, RecursiveHalving",
        "REDUCE_SCATTER_BLOCK, 8, 1000, longMessage, 8000, Pairwise",
    })
    void mpichChoosesByItsLimits(CommandType type, int ranks, long bytes, String name, long value, String taken)
            throws TraceFormatException {
        AllToAllRun expected = equal(type, taken, ranks, bytes, NONE);
        assertEquals(expected, equal(type, "MPICH", ranks, bytes, Map.of(name, value)));
    }

    private static long linear(long throttle) throws TraceFormatException {
        return equal(CommandType.ALLTOALL, "Linear", 8, 1000, Map.of("throttle", throttle))
                .nanos();
    }

    private static AllToAllRun equal(CommandType type, String method, int ranks, long bytes, Map<String, Long> values)
            throws TraceFormatException {
        ProgramBuilder program = new ProgramBuilder("equal", ranks);
        long[] each = new long[ranks];
        Arrays.fill(each, bytes);
        Volume volume = type == CommandType.REDUCE_SCATTER ? new Volume.PerRank(each) : new Volume.Uniform(bytes);
        program.addCollective(type, program.world(), Command.NO_ROOT, volume);
        return AllToAllRun.of(program, ranks, type, method, values);
    }

    /** Adds one operation, every seventh size of which is 0; returns the data that goes over the network. */
    private static long alltoall(ProgramBuilder program, Communicator communicator, CommandType type, long request) {
        int ranks = communicator.size();
        long moved = 0;
        for (int rank = 0; rank < ranks; rank++) {
            long[] sizes = new long[ranks];
            for (int target = 0; target < ranks; target++) {
                sizes[target] = (3L * rank + target) % 7 * 1009 * Math.max(1, request);
                moved += target == rank ? 0 : sizes[target];
            }
            Command command = collective(type, communicator, new Volume.PerPair(sizes), request);
            program.add(communicator.worldRank(rank), command);
        }
        return moved;
    }

    /** Rank 0 tells rank 1 twice and rank 2, which tells nobody; rank 1 tells rank 0 and itself. */
    private static Communicator graph(ProgramBuilder program) {
        Neighbors graph = Neighbors.graph(new int[] {1, 2, 1}, new int[] {0, 1}, new int[] {});
        return program.createCommunicator("graph", graph, 0, 1, 2);
    }

    private static Command collective(CommandType type, Communicator communicator, Volume volume, long request) {
        return new CollectiveCall(type, communicator, Command.NO_ROOT, volume, request, Origin.NONE);
    }
}

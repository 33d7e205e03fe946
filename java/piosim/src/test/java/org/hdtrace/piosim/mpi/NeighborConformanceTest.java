// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.piosim.RunObserver;
import org.hdtrace.piosim.Simulation;
import org.hdtrace.piosim.SimulationOptions;
import org.hdtrace.piosim.SimulationResult;
import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.model.program.CollectiveCall;
import org.hdtrace.piosim.model.program.Command;
import org.hdtrace.piosim.model.program.Communicator;
import org.hdtrace.piosim.model.program.Origin;
import org.hdtrace.piosim.model.program.ProgramBuilder;
import org.hdtrace.piosim.model.program.Volume;
import org.hdtrace.piosim.network.ServedSums;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Neighbourhood functions with every algorithm on grids, graphs and directed graphs of every number of ranks from 1 to 65,
 * several at once: each rank sends and gets exactly what {@link NeighborShapes} says, and no rank takes longer than all
 * its messages at its two edges.
 */
class NeighborConformanceTest {
    private static final int MOST_RANKS = 65;
    private static final int MOST_RANKS_FOR_TIME = 33;
    private static final long BYTES = 1000;

    static Stream<Arguments> algorithms() {
        return Arrays.stream(CommandType.values())
                .filter(CommandType::isNeighborhood)
                .flatMap(type -> Algorithms.all().names(type).stream().map(name -> Arguments.of(type, name)));
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("algorithms")
    void everyRankSendsAndGetsItsBlocksInSeveralTopologiesAtOnce(CommandType type, String method)
            throws TraceFormatException {
        for (int ranks = 1; ranks <= MOST_RANKS; ranks++) {
            ProgramBuilder program = new ProgramBuilder("neighbours", ranks);
            long[] sent = new long[ranks];
            long[] received = new long[ranks];
            List<Communicator> together = new ArrayList<>();
            for (NeighborShapes.Shape shape : NeighborShapes.of(ranks)) {
                Communicator made = shape.in(program);
                together.add(made);
                add(program, type, made, made.id());
                if (!method.equals("NoOperation")) {
                    expect(type, shape, sent, received);
                }
            }
            Parts.waitFor(program, ranks, together);
            EdgeBytes bytes = run(program, ranks, type, method);
            assertArrayEquals(sent, bytes.sent(), ranks + " ranks: bytes sent by each");
            assertArrayEquals(received, bytes.received(), ranks + " ranks: bytes received by each");
        }
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("algorithms")
    void takesOneLatencyAndWhatTheEdgesOfTheBusiestRankTake(CommandType type, String method)
            throws TraceFormatException {
        for (int ranks = 2; ranks <= MOST_RANKS_FOR_TIME; ranks++) {
            for (NeighborShapes.Shape shape : NeighborShapes.of(ranks)) {
                ProgramBuilder program = new ProgramBuilder("time", ranks);
                add(program, type, shape.in(program), Command.BLOCKING);
                long[] sent = new long[ranks];
                long[] received = new long[ranks];
                expect(type, shape, sent, received);
                long out = Arrays.stream(sent).max().orElseThrow();
                long in = Arrays.stream(received).max().orElseThrow();
                boolean moves = out > 0 && !method.equals("NoOperation");
                long nanos =
                        AllToAllRun.of(program, ranks, type, method, Map.of()).nanos();
                String what = shape + " of " + ranks + " ranks takes " + nanos + " ns";
                assertTrue(nanos <= (moves ? 2000 + out + in : 0), what + ", more than with all messages at once");
                assertTrue(nanos >= (moves ? 2000 + Math.max(out, in) : 0), what + ", less than at the busiest edge");
            }
        }
    }

    /** Block to the neighbour of that number; of functions that gather, all blocks of a rank are its own one. */
    private static long block(CommandType type, int rank, int number) {
        return switch (type) {
            case NEIGHBOR_ALLGATHER, NEIGHBOR_ALLTOALL -> BYTES;
            case NEIGHBOR_ALLGATHERV -> rank % 4 * BYTES + rank;
            default -> (rank + 3L * number) % 5 * BYTES + number;
        };
    }

    private static void add(ProgramBuilder program, CommandType type, Communicator communicator, long request) {
        for (int rank = 0; rank < communicator.size(); rank++) {
            int local = rank;
            int neighbours = communicator.neighbors().destinations(rank).length;
            Volume volume =
                    switch (type) {
                        case NEIGHBOR_ALLGATHER, NEIGHBOR_ALLTOALL -> new Volume.Uniform(BYTES);
                        case NEIGHBOR_ALLGATHERV ->
                            new Volume.PerRank(IntStream.range(0, communicator.size())
                                    .mapToLong(other -> block(type, other, 0))
                                    .toArray());
                        default ->
                            new Volume.PerPair(IntStream.range(0, neighbours)
                                    .mapToLong(number -> block(type, local, number))
                                    .toArray());
                    };
            program.add(
                    communicator.worldRank(rank),
                    new CollectiveCall(type, communicator, Command.NO_ROOT, volume, request, Origin.NONE));
        }
    }

    /** A message for each neighbour other than the rank itself, with a header. */
    private static void expect(CommandType type, NeighborShapes.Shape shape, long[] sent, long[] received) {
        for (int rank = 0; rank < shape.size(); rank++) {
            int[] destinations = shape.destinations(rank);
            for (int number = 0; number < destinations.length; number++) {
                if (destinations[number] != rank) {
                    long bytes = block(type, rank, number) + AllToAllRun.OVERHEAD;
                    sent[shape.worldRank(rank)] += bytes;
                    received[shape.worldRank(destinations[number])] += bytes;
                }
            }
        }
    }

    private static EdgeBytes run(ProgramBuilder program, int ranks, CommandType type, String method)
            throws TraceFormatException {
        Simulation simulation = new Simulation(
                AllToAllRun.star(ranks).method(type, method).build(),
                Map.of("A", program.build()),
                Algorithms.all(),
                RunObserver.NONE);
        ServedSums sums = ServedSums.of(simulation.network());
        SimulationResult result = simulation.run(SimulationOptions.UNLIMITED);
        assertNull(result.deadlock(), ranks + " ranks");
        assertEquals(0, result.unreceivedMessages(), ranks + " ranks");
        return EdgeBytes.of(simulation.network().plan(), sums, ranks);
    }
}

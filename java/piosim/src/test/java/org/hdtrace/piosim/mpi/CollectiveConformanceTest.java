// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.piosim.RunObserver;
import org.hdtrace.piosim.Simulation;
import org.hdtrace.piosim.SimulationOptions;
import org.hdtrace.piosim.SimulationResult;
import org.hdtrace.piosim.model.cluster.ClusterModel;
import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.model.cluster.ModelBuilder;
import org.hdtrace.piosim.model.cluster.Nic;
import org.hdtrace.piosim.model.cluster.Node;
import org.hdtrace.piosim.model.cluster.SimpleNetworkEdge;
import org.hdtrace.piosim.model.cluster.StoreForwardNode;
import org.hdtrace.piosim.model.program.Communicator;
import org.hdtrace.piosim.model.program.ProgramBuilder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every algorithm with every number of ranks from 1 to 17, every root, and on parts of the ranks in any order. */
class CollectiveConformanceTest {
    private static final List<CommandType> COLLECTIVES = List.of(
            CommandType.BARRIER, CommandType.BCAST, CommandType.REDUCE, CommandType.ALLREDUCE, CommandType.GATHER);
    private static final int MOST_RANKS = 17;
    private static final long BYTES = 150_001;

    static Stream<Arguments> algorithms() {
        Algorithms table = Algorithms.all();
        return COLLECTIVES.stream().flatMap(type -> table.names(type).stream().map(name -> Arguments.of(type, name)));
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("algorithms")
    void endsForEveryNumberOfRanksAndEveryRoot(CommandType type, String method) throws TraceFormatException {
        for (int ranks = 1; ranks <= MOST_RANKS; ranks++) {
            ProgramBuilder program = new ProgramBuilder("all-roots", ranks);
            for (int root = 0; root < ranks; root++) {
                add(program, program.world(), type, root);
            }
            Traffic traffic = run(ranks, type, method, program);
            checkBytes(type, method, ranks, ranks, traffic);
        }
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("algorithms")
    void endsOnPartsOfTheRanks(CommandType type, String method) throws TraceFormatException {
        int[][] parts = {{1, 3, 4, 6}, {6, 4, 3, 1, 0}, {7}, {5, 2}};
        ProgramBuilder program = new ProgramBuilder("parts", 8);
        for (int[] part : parts) {
            Communicator communicator = program.createCommunicator("part" + Arrays.toString(part), part);
            for (int root : part) {
                add(program, communicator, type, root);
            }
        }
        run(8, type, method, program);
    }

    private record Traffic(long payload) {}

    private static Traffic run(int ranks, CommandType type, String method, ProgramBuilder program)
            throws TraceFormatException {
        ClusterModel model = new ModelBuilder()
                .star(
                        ranks,
                        "A",
                        Node.of(1, 1e9, 1L << 32),
                        Nic.of(1e10),
                        SimpleNetworkEdge.of(1000, 1e9),
                        StoreForwardNode.of(1e11))
                .method(type, method)
                .build();
        Simulation simulation = new Simulation(model, Map.of("A", program.build()), Algorithms.all(), RunObserver.NONE);
        SimulationResult result = simulation.run(SimulationOptions.UNLIMITED);
        String what = type + " " + method + " of " + ranks;
        assertNull(result.deadlock(), what);
        assertEquals(0, result.unreceivedMessages(), what);
        long sent = 0;
        long received = 0;
        for (int i = 0; i < simulation.network().plan().size(); i++) {
            String name = simulation.network().plan().name(i);
            sent += name.endsWith("_TX") ? simulation.network().bytesServed(i) : 0;
            received += name.endsWith("_RX") ? simulation.network().bytesServed(i) : 0;
            assertEquals(0, simulation.network().queueLength(i), what + " at " + name);
        }
        assertEquals(sent, received, what + ": bytes into the switch and out of it");
        return new Traffic(received);
    }

    /** What has to move at least, whatever the algorithm, in as many operations as there are ranks. */
    private static void checkBytes(CommandType type, String method, int ranks, int operations, Traffic traffic) {
        if (method.equals("NoOperation") || method.equals("VirtualSync")) {
            assertEquals(0, traffic.payload());
            return;
        }
        long others = ranks - 1L;
        long least =
                switch (type) {
                    case BCAST, GATHER -> others * BYTES;
                    case REDUCE -> others * BYTES;
                    case ALLREDUCE -> 2 * others * BYTES;
                    default -> others;
                };
        String what = type + " " + method + " of " + ranks + " moves " + traffic.payload() / operations;
        assertTrue(traffic.payload() >= least * operations, what + ", needed " + least);
        boolean passesOn = type == CommandType.GATHER && !method.equals("Direct");
        long depth = 32L - Integer.numberOfLeadingZeros(ranks);
        long most = least * (passesOn ? depth : 2) + 400 * others * depth + 400 * others;
        assertTrue(traffic.payload() <= most * operations, what + ", expected at most " + most);
    }

    private static void add(ProgramBuilder program, Communicator communicator, CommandType type, int root) {
        switch (type) {
            case BARRIER -> program.addBarrier(communicator);
            case BCAST -> program.addBroadcast(communicator, root, BYTES);
            case REDUCE -> program.addReduce(communicator, root, BYTES);
            case ALLREDUCE -> program.addAllreduce(communicator, BYTES);
            case GATHER -> program.addGather(communicator, root, BYTES);
            default -> throw new IllegalArgumentException(type.commandName());
        }
    }
}

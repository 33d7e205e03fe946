// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumMap;
import java.util.Map;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.piosim.RunObserver;
import org.hdtrace.piosim.Simulation;
import org.hdtrace.piosim.SimulationOptions;
import org.hdtrace.piosim.SimulationResult;
import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.model.cluster.ModelBuilder;
import org.hdtrace.piosim.model.cluster.Nic;
import org.hdtrace.piosim.model.cluster.Node;
import org.hdtrace.piosim.model.cluster.SimpleNetworkEdge;
import org.hdtrace.piosim.model.cluster.StoreForwardNode;
import org.hdtrace.piosim.model.program.Command;
import org.hdtrace.piosim.model.program.Communicator;
import org.hdtrace.piosim.model.program.ProgramBuilder;
import org.hdtrace.piosim.model.program.Volume;
import org.hdtrace.piosim.mpi.Expectation.Moved;
import org.hdtrace.piosim.network.ServedSums;

/**
 * A program of operations with one algorithm, and what they have to move together. Runs it on a star and checks that it
 * ends, that nothing is left over anywhere, that exactly these bytes went over the network, and that no rank sent or
 * received less than {@link LeastFlow} says.
 */
final class ConformanceRun {
    private final Expectation expectation;
    private final int ranks;
    private final ProgramBuilder program;
    private final Map<CommandType, String> otherMethods = new EnumMap<>(CommandType.class);
    private final long[] leastSent;
    private final long[] leastReceived;
    private Moved expected = Moved.NOTHING;

    ConformanceRun(Expectation expectation, int ranks) {
        this.expectation = expectation;
        this.ranks = ranks;
        this.program = new ProgramBuilder("conformance", ranks);
        this.leastSent = new long[ranks];
        this.leastReceived = new long[ranks];
    }

    ProgramBuilder program() {
        return program;
    }

    /** Add a blocking operation; the root is a local rank. */
    ConformanceRun add(Communicator communicator, int root, long bytes) {
        return add(communicator, root, bytes, Command.BLOCKING);
    }

    /** Add an operation with a request; the root is a local rank. */
    ConformanceRun add(Communicator communicator, int root, long bytes, long request) {
        return add(communicator, root, volume(expectation.type(), communicator.size(), bytes), request);
    }

    /** Add an operation of any volume with a request; the root is a local rank. */
    ConformanceRun add(Communicator communicator, int root, Volume volume, long request) {
        CommandType type = expectation.type();
        int worldRoot = type.isRooted() ? communicator.worldRank(root) : Command.NO_ROOT;
        if (request == Command.BLOCKING) {
            program.addCollective(type, communicator, worldRoot, volume);
        } else {
            program.addNonblockingCollective(type, communicator, worldRoot, volume, request);
        }
        expected = expected.plus(expectation.formula().of(communicator.size(), root, volume));
        if (!expectation.isSilent()) {
            for (int rank = 0; rank < communicator.size(); rank++) {
                LeastFlow least = LeastFlow.of(type, communicator.size(), rank, root, volume);
                leastSent[communicator.worldRank(rank)] += least.sent();
                leastReceived[communicator.worldRank(rank)] += least.received();
            }
        }
        return this;
    }

    /** Take a method for another type of operation, too. */
    ConformanceRun with(Expectation other) {
        otherMethods.put(other.type(), other.method());
        return this;
    }

    /** Expect something more to be moved. */
    ConformanceRun expect(Moved more) {
        expected = expected.plus(more);
        return this;
    }

    /** Simulate and tell when each rank ended. */
    long[] ends() throws TraceFormatException {
        return simulation().run(SimulationOptions.UNLIMITED).clients().stream()
                .mapToLong(SimulationResult.ClientResult::endNanos)
                .toArray();
    }

    private Simulation simulation() throws TraceFormatException {
        ModelBuilder builder = new ModelBuilder()
                .star(
                        ranks,
                        "A",
                        Node.of(1, 1e9, 1L << 32),
                        Nic.of(1e10),
                        SimpleNetworkEdge.of(1000, 1e9),
                        StoreForwardNode.of(1e11))
                .method(expectation.type(), expectation.method());
        otherMethods.forEach(builder::method);
        return new Simulation(builder.build(), Map.of("A", program.build()), Algorithms.all(), RunObserver.NONE);
    }

    /** Simulate and check. */
    void check() throws TraceFormatException {
        Simulation simulation = simulation();
        ServedSums sums = ServedSums.of(simulation.network());
        SimulationResult result = simulation.run(SimulationOptions.UNLIMITED);
        String what = expectation + " of " + ranks;
        assertNull(result.deadlock(), what);
        assertEquals(0, result.unreceivedMessages(), what);
        for (int i = 0; i < simulation.network().plan().size(); i++) {
            String name = simulation.network().plan().name(i);
            assertEquals(0, sums.waiting(i), what + " at " + name);
        }
        EdgeBytes bytes = EdgeBytes.of(simulation.network().plan(), sums, ranks);
        assertEquals(expected.wire(), bytes.sentByAll(), what + ": bytes into the switch; " + expected);
        assertEquals(bytes.sentByAll(), bytes.receivedByAll(), what + ": bytes into the switch and out of it");
        for (int rank = 0; rank < ranks; rank++) {
            assertAtLeast(leastSent[rank], bytes.sent()[rank], what + " out of rank " + rank);
            assertAtLeast(leastReceived[rank], bytes.received()[rank], what + " into rank " + rank);
        }
    }

    private static void assertAtLeast(long least, long bytes, String what) {
        assertTrue(bytes >= least, () -> what + ": " + bytes + " B, less than the " + least + " B that MPI asks for");
    }

    /** A size for each rank, some of them none, where a command has one for each. */
    static Volume volume(CommandType type, int ranks, long bytes) {
        return switch (type) {
            case BARRIER -> Volume.NONE;
            case GATHERV, SCATTERV, ALLGATHERV, REDUCE_SCATTER -> {
                long[] each = new long[ranks];
                for (int rank = 0; rank < ranks; rank++) {
                    each[rank] = bytes * (rank * 7 % 5) / 3;
                }
                yield new Volume.PerRank(each);
            }
            default -> new Volume.Uniform(bytes);
        };
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.rma;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
import org.hdtrace.piosim.model.program.Command;
import org.hdtrace.piosim.model.program.ProgramBuilder;
import org.hdtrace.piosim.mpi.Algorithms;
import org.hdtrace.piosim.network.ServedSums;
import org.hdtrace.piosim.process.Client;

/**
 * One run on an ideal star: only its edges cost time, each 1,000 ns and 1 ns for a byte, unless processors have a speed.
 *
 * @param result of the simulation
 * @param bytes into the switch
 * @param calls in the order of their ends
 */
record WindowRun(SimulationResult result, long bytes, List<Ended> calls) {
    /** What a packet has besides what a message holds. */
    static final long HEADER = 40;

    /** What a message with data has besides it. */
    static final long FRAME = 8;

    static final long REQUEST = 8;
    static final long ANSWER = 100;
    private static final long SIGNAL_OF_BARRIER = 20;
    private static final int LATENCY = 1000;

    /** A call that has ended. */
    record Ended(String name, int rank, long start, long end) {}

    /** Run a program, whose windows are made without any cost, to its end. */
    static WindowRun of(ProgramBuilder program, int ranks) throws TraceFormatException {
        WindowRun run = of(program, model(ranks, Double.POSITIVE_INFINITY));
        assertNull(run.result.deadlock());
        assertEquals(0, run.result.unreceivedMessages());
        return run;
    }

    static WindowRun of(ProgramBuilder program, ClusterModel model) throws TraceFormatException {
        List<Ended> calls = new ArrayList<>();
        RunObserver observer = new RunObserver() {
            @Override
            public void commandEnded(Client client, Command command, long start, long end, long bytes) {
                calls.add(new Ended(command.origin().name(), client.worldRank(), start, end));
            }
        };
        Simulation simulation = new Simulation(model, Map.of("A", program.build()), Algorithms.all(), observer);
        ServedSums sums = ServedSums.of(simulation.network());
        SimulationResult result = simulation.run(SimulationOptions.UNLIMITED);
        long sent = 0;
        for (int i = 0; i < simulation.network().plan().size(); i++) {
            if (simulation.network().plan().name(i).endsWith("_TX")) {
                sent += sums.bytes(i);
            }
        }
        return new WindowRun(result, sent, calls);
    }

    static ClusterModel model(int ranks, double instructionsPerSecond) {
        return builder(ranks, instructionsPerSecond)
                .method(CommandType.WIN_CREATE, "NoOperation")
                .build();
    }

    static ModelBuilder builder(int ranks, double instructionsPerSecond) {
        return new ModelBuilder()
                .star(
                        ranks,
                        "A",
                        Node.of(1, instructionsPerSecond, 1L << 32),
                        Nic.of(Double.POSITIVE_INFINITY),
                        SimpleNetworkEdge.of(LATENCY, 1e9),
                        StoreForwardNode.of(Double.POSITIVE_INFINITY));
    }

    long nanos() {
        return result.virtualTimeNanos();
    }

    /** Time at which a rank's program ended. */
    long end(int rank) {
        return result.clients().get(rank).endNanos();
    }

    /** Calls of a name in the order of their ends. */
    List<Ended> calls(String name) {
        return calls.stream().filter(call -> call.name().equals(name)).toList();
    }

    /** Time of a message of one packet from rank to rank. */
    static long message(long payload) {
        return 2 * (payload + HEADER) + 2 * LATENCY;
    }

    /** Rounds of a barrier by dissemination. */
    static int rounds(int ranks) {
        return Integer.SIZE - Integer.numberOfLeadingZeros(ranks - 1);
    }

    /** Time of a barrier that all ranks begin at once. */
    static long barrier(int ranks) {
        return rounds(ranks) * message(SIGNAL_OF_BARRIER);
    }

    /** Bytes of a barrier on the wire. */
    static long barrierBytes(int ranks) {
        return (long) ranks * rounds(ranks) * (SIGNAL_OF_BARRIER + HEADER);
    }
}

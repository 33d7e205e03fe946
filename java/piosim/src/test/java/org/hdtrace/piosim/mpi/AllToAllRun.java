// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

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
import org.hdtrace.piosim.model.program.ProgramBuilder;

/**
 * One run on an ideal star: only its edges cost time, each 1,000 ns and 1 ns for a byte.
 *
 * @param nanos virtual time
 * @param bytes into the switch
 */
record AllToAllRun(long nanos, long bytes) {
    /** What a message has besides its data. */
    static final long OVERHEAD = 60;

    /** Run a program to its end with a method, parameters by name. */
    static AllToAllRun of(ProgramBuilder program, int ranks, CommandType type, String method, Map<String, Long> values)
            throws TraceFormatException {
        ModelBuilder model = star(ranks).method(type, method, values);
        Simulation simulation =
                new Simulation(model.build(), Map.of("A", program.build()), Algorithms.all(), RunObserver.NONE);
        SimulationResult result = simulation.run(SimulationOptions.UNLIMITED);
        String what = type + " " + method + " of " + ranks;
        assertNull(result.deadlock(), what);
        assertEquals(0, result.unreceivedMessages(), what);
        long sent = 0;
        for (int i = 0; i < simulation.network().plan().size(); i++) {
            if (simulation.network().plan().name(i).endsWith("_TX")) {
                sent += simulation.network().bytesServed(i);
            }
        }
        return new AllToAllRun(result.virtualTimeNanos(), sent);
    }

    /** The ideal star. */
    static ModelBuilder star(int ranks) {
        return new ModelBuilder()
                .star(
                        ranks,
                        "A",
                        Node.of(1, Double.POSITIVE_INFINITY, 1L << 32),
                        Nic.of(Double.POSITIVE_INFINITY),
                        SimpleNetworkEdge.of(1000, 1e9),
                        StoreForwardNode.of(Double.POSITIVE_INFINITY));
    }

    /** Time of a message of one packet from rank to rank. */
    static long message(long data) {
        return 2 * (data + OVERHEAD) + 2 * 1000;
    }
}

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
import org.hdtrace.piosim.network.ServedSums;

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
        return of(star(ranks).method(type, method, values), program, ranks, type + " " + method);
    }

    /** Run a program to its end on a star. */
    static AllToAllRun of(ModelBuilder model, ProgramBuilder program, int ranks, String name)
            throws TraceFormatException {
        Simulation simulation =
                new Simulation(model.build(), Map.of("A", program.build()), Algorithms.all(), RunObserver.NONE);
        ServedSums sums = ServedSums.of(simulation.network());
        SimulationResult result = simulation.run(SimulationOptions.UNLIMITED);
        String what = name + " of " + ranks;
        assertNull(result.deadlock(), what);
        assertEquals(0, result.unreceivedMessages(), what);
        return new AllToAllRun(
                result.virtualTimeNanos(),
                EdgeBytes.of(simulation.network().plan(), sums, ranks).sentByAll());
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

    /** The ideal star without packets: every message is a single one, for all its data. */
    static ModelBuilder wholeMessages(int ranks) {
        return star(ranks).transferGranularity(1L << 30);
    }

    /** Time of a message of one packet from rank to rank. */
    static long message(long data) {
        return 2 * (data + OVERHEAD) + 2 * 1000;
    }
}

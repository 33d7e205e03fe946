// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
import org.junit.jupiter.api.Test;

/** Figure 4 of the HDTrace paper: a broadcast of 100 MiB among 8 ranks by scatter and ring. */
class ScatterAllgatherFigureTest {
    private static final int RANKS = 8;
    private static final long MIB = 1 << 20;
    private static final long BYTES = 100 * MIB;
    private static final long ADDED = 20 + 40;

    @Test
    void rootSendsHalfAQuarterAnEighthAndThenSevenBlocks() throws TraceFormatException {
        ModelBuilder model = new ModelBuilder()
                .star(
                        RANKS,
                        "A",
                        Node.of(1, 1e9, 1L << 32),
                        Nic.of(7629.0 * MIB),
                        SimpleNetworkEdge.of(287_500, 67.0 * MIB),
                        StoreForwardNode.of(48.0 * (1L << 30)))
                .method(CommandType.BCAST, "BroadcastScatterGatherall");
        ProgramBuilder program = new ProgramBuilder("figure4", RANKS);
        program.addBroadcast(program.world(), 0, BYTES);
        Simulation simulation =
                new Simulation(model.build(), Map.of("A", program.build()), Algorithms.all(), RunObserver.NONE);
        ServedSums sums = ServedSums.of(simulation.network());
        SimulationResult result = simulation.run(SimulationOptions.UNLIMITED);
        long tree = BYTES / 2 + BYTES / 4 + BYTES / 8 + 3 * ADDED;
        long ring = 7 * (BYTES / 8 + ADDED);
        assertEquals(tree + ring, sentBy(simulation, sums, "e0_TX"));
        assertEquals(ADDED + ring, sentBy(simulation, sums, "e7_TX"), "a leaf of the tree says that it is ready");
        double bound = 175 / 67.0;
        double seconds = result.virtualTimeNanos() / 1e9;
        assertTrue(seconds >= bound, seconds + " s: the root's edge needs " + bound);
        assertTrue(
                seconds < 1.02 * bound, seconds + " s: latencies and packets on their way are little beside " + bound);
    }

    private static long sentBy(Simulation simulation, ServedSums sums, String edge) {
        for (int i = 0; i < simulation.network().plan().size(); i++) {
            if (simulation.network().plan().name(i).equals(edge)) {
                return sums.bytes(i);
            }
        }
        throw new IllegalArgumentException(edge);
    }
}

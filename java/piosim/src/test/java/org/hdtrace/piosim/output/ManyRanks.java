// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.output;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.piosim.Simulation;
import org.hdtrace.piosim.SimulationOptions;
import org.hdtrace.piosim.SimulationResult;
import org.hdtrace.piosim.model.cluster.ClusterModel;
import org.hdtrace.piosim.model.cluster.ModelBuilder;
import org.hdtrace.piosim.model.cluster.Nic;
import org.hdtrace.piosim.model.cluster.Node;
import org.hdtrace.piosim.model.cluster.SimpleNetworkEdge;
import org.hdtrace.piosim.model.cluster.StoreForwardNode;
import org.hdtrace.piosim.model.program.Application;
import org.hdtrace.piosim.model.program.ProgramBuilder;
import org.hdtrace.piosim.mpi.Algorithms;

/** Simulates a ring of many ranks, one on each node, and writes it; a test runs it with few files and little memory. */
public final class ManyRanks {
    private static final String ALIAS = "A";

    private ManyRanks() {}

    /** Arguments: folder, number of ranks, level; prints the seconds of the run and of the end. */
    public static void main(String[] arguments) throws IOException, TraceFormatException {
        Path folder = Path.of(arguments[0]);
        int ranks = Integer.parseInt(arguments[1]);
        ClusterModel model = new ModelBuilder()
                .star(
                        ranks,
                        ALIAS,
                        Node.of(1, 1e9, 1L << 32),
                        Nic.of(1e12),
                        SimpleNetworkEdge.of(25_000, 125e6),
                        StoreForwardNode.of(1e12))
                .build();
        long begin = System.nanoTime();
        try (ProjectOutput output = new ProjectOutput(TraceLevel.valueOf(arguments[2]), ALIAS, folder)) {
            SimulationResult result = new Simulation(model, Map.of(ALIAS, ring(ranks)), Algorithms.all(), output)
                    .run(SimulationOptions.UNLIMITED);
            long simulated = System.nanoTime();
            output.finish(ALIAS, null);
            System.out.println(
                    result.outcome() + " " + (simulated - begin) / 1e9 + " " + (System.nanoTime() - simulated) / 1e9);
        }
    }

    private static Application ring(int ranks) {
        ProgramBuilder program = new ProgramBuilder("ring", ranks);
        for (int rank = 0; rank < ranks; rank++) {
            int next = (rank + 1) % ranks;
            program.addSendrecv(rank, next, 1000, 1, (rank + ranks - 1) % ranks, 1);
            program.addSendrecv(rank, next, 1000, 2, (rank + ranks - 1) % ranks, 2);
        }
        return program.build();
    }
}

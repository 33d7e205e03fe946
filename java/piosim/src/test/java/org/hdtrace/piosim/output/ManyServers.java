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
import org.hdtrace.piosim.model.cluster.NetworkNodeModel;
import org.hdtrace.piosim.model.cluster.Nic;
import org.hdtrace.piosim.model.cluster.NoCache;
import org.hdtrace.piosim.model.cluster.Node;
import org.hdtrace.piosim.model.cluster.Routing;
import org.hdtrace.piosim.model.cluster.SimpleDisk;
import org.hdtrace.piosim.model.cluster.SimpleNetworkEdge;
import org.hdtrace.piosim.model.cluster.StoreForwardNode;
import org.hdtrace.piosim.model.file.ApplicationFile;
import org.hdtrace.piosim.model.file.SimpleStripe;
import org.hdtrace.piosim.model.program.Application;
import org.hdtrace.piosim.model.program.ProgramBuilder;
import org.hdtrace.piosim.mpi.Algorithms;

/**
 * Simulates a rank that writes one stripe of a file to each of many servers, and writes what they do; a test runs it with few open
 * files.
 */
public final class ManyServers {
    /** B. */
    static final int STRIPE = 1 << 10;

    private static final String ALIAS = "A";

    private ManyServers() {}

    /** Arguments: folder, number of servers; prints how the run ended. */
    public static void main(String[] arguments) throws IOException, TraceFormatException {
        Path folder = Path.of(arguments[0]);
        int servers = Integer.parseInt(arguments[1]);
        try (ProjectOutput output = new ProjectOutput(TraceLevel.SERVERS, ALIAS, folder)) {
            SimulationResult result = new Simulation(
                            model(servers), Map.of(ALIAS, program(servers)), Algorithms.all(), output)
                    .run(SimulationOptions.UNLIMITED);
            output.finish(ALIAS, null);
            System.out.println(result.outcome());
        }
    }

    private static ClusterModel model(int servers) {
        ModelBuilder builder = new ModelBuilder().setApplication(ALIAS, "");
        NetworkNodeModel middle = builder.addNetworkNode("SW", StoreForwardNode.of(1e12));
        ModelBuilder.TopologyBuilder lan = builder.createTopology("LAN", new Routing.SymmetricHierarchicalRoute());
        SimpleNetworkEdge edge = SimpleNetworkEdge.of(25_000, 125e6);
        Node client = builder.addNode("n", Node.of(1, 1e9, 1L << 30));
        lan.cable("e", builder.addClient(client, "c", ALIAS, 0, Nic.of(1e12)).nic(), edge, middle);
        SimpleDisk disk = SimpleDisk.of(1_000_000, 50e6, 1);
        for (int i = 0; i < servers; i++) {
            Node host = builder.addNode("sn", Node.of(1, 1e9, 1L << 30));
            lan.cable(
                    "s",
                    builder.addServer(host, "srv", Nic.of(1e12), disk, NoCache.of(1))
                            .nic(),
                    edge,
                    middle);
        }
        return builder.build();
    }

    private static Application program(int servers) {
        ProgramBuilder program = new ProgramBuilder("stripes", 1);
        ApplicationFile file = program.createFile("f", 0, new SimpleStripe(STRIPE));
        program.addFileOpen(program.world(), file, false);
        program.addWriteSequential(0, file, 0, (long) servers * STRIPE);
        return program.build();
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.Map;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.piosim.RunObserver;
import org.hdtrace.piosim.Simulation;
import org.hdtrace.piosim.SimulationOptions;
import org.hdtrace.piosim.SimulationResult;
import org.hdtrace.piosim.model.cluster.ClusterModel;
import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.model.cluster.ModelBuilder;
import org.hdtrace.piosim.model.cluster.NetworkEdgeModel;
import org.hdtrace.piosim.model.cluster.NetworkNodeModel;
import org.hdtrace.piosim.model.cluster.Nic;
import org.hdtrace.piosim.model.cluster.Node;
import org.hdtrace.piosim.model.cluster.Routing;
import org.hdtrace.piosim.model.cluster.SimpleNetworkEdge;
import org.hdtrace.piosim.model.cluster.StoreForwardNode;
import org.hdtrace.piosim.model.program.ProgramBuilder;
import org.hdtrace.piosim.network.ServedSums;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Broadcasts that know nodes cross the network between them once for each node but the root's. */
class BcastSmpAwareTest {
    private static final int BYTES = 5000;
    private static final int ADDED = 20 + 40;

    @ParameterizedTest(name = "{0} from rank {1} on nodes {2}: {3} times between nodes")
    @CsvSource({
        "SMPAware, 0, 0000 1111 2222, 2",
        "SMPAware, 6, 0000 1111 2222, 2",
        "SMPAware, 11, 0000 1111 2222, 2",
        "SMPAware, 0, 012012012012, 2",
        "SMPAware, 7, 012012012012, 2",
        "SMPAware, 2, 0 11 222 3333 44444, 4",
        "SMPAware, 14, 0 11 222 3333 44444, 4",
        "SMPAware, 1, 000, 0",
        "PipedBlockwiseSMPAware, 0, 0000 1111 2222, 2",
        "PipedBlockwiseSMPAware, 7, 012012012012, 2",
        "PipedBlockwiseSMPAware, 14, 0 11 222 3333 44444, 4",
        // Ranks joined in a tree that knows no nodes differ by 1, 2, 4 or 8, so never by a multiple of 3.
        "BinaryTreeSimple, 0, 012012012012, 11",
    })
    void crossesTheNetworkOncePerNode(String method, int root, String layout, int crossings)
            throws TraceFormatException {
        int[] nodes = layout.replace(" ", "").chars().map(c -> c - '0').toArray();
        ProgramBuilder program = new ProgramBuilder("nodes", nodes.length);
        program.addBroadcast(program.world(), root, BYTES);
        Simulation simulation =
                new Simulation(model(nodes, method), Map.of("A", program.build()), Algorithms.all(), RunObserver.NONE);
        ServedSums sums = ServedSums.of(simulation.network());
        SimulationResult result = simulation.run(SimulationOptions.UNLIMITED);
        assertEquals(SimulationResult.Outcome.FINISHED, result.outcome(), result.deadlock());
        // A piped rank also says that it is ready, in the other direction.
        long ready = method.startsWith("Piped") ? ADDED : 0;
        long between = 0;
        long received = 0;
        for (int i = 0; i < simulation.network().plan().size(); i++) {
            String name = simulation.network().plan().name(i);
            between += name.matches("cable.*_TX") ? sums.bytes(i) : 0;
            received += name.matches("rank.*_RX") ? sums.bytes(i) : 0;
        }
        assertEquals((long) crossings * (BYTES + ADDED + ready), between);
        assertEquals((nodes.length - 1L) * (BYTES + ADDED + ready), received, "each but the root once");
    }

    /** Ranks of a node on a switch of their own, these on one in the middle. */
    private static ClusterModel model(int[] nodeOfRank, String method) {
        ModelBuilder builder = new ModelBuilder().setApplication("A", "").method(CommandType.BCAST, method);
        NetworkEdgeModel edge = SimpleNetworkEdge.of(1000, 1e9);
        NetworkNodeModel middle = builder.addNetworkNode("middle", StoreForwardNode.of(1e11));
        ModelBuilder.TopologyBuilder network = builder.createTopology("LAN", new Routing.FirstRoute());
        int count = Arrays.stream(nodeOfRank).max().orElseThrow() + 1;
        for (int number = 0; number < count; number++) {
            Node node = builder.addNode("node" + number, Node.of(4, 1e9, 1L << 32));
            NetworkNodeModel hub = builder.addNetworkNode("hub" + number, StoreForwardNode.of(1e11));
            network.cable("cable" + number, hub, edge, middle);
            for (int rank = 0; rank < nodeOfRank.length; rank++) {
                if (nodeOfRank[rank] == number) {
                    network.cable(
                            "rank" + rank,
                            builder.addClient(node, "c" + rank, "A", rank, Nic.of(1e10))
                                    .nic(),
                            edge,
                            hub);
                }
            }
        }
        return builder.build();
    }
}

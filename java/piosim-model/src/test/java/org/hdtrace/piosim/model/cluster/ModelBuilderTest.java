// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ModelBuilderTest {
    private static final Node HOST = Node.of(2, 1e9, 1L << 30);
    private static final Nic NIC = Nic.of(1e9);
    private static final SimpleNetworkEdge EDGE = SimpleNetworkEdge.of(1000, 1e8);

    @Test
    void numbersAndNamesComponentsInTheOrderTheyAreAdded() {
        ModelBuilder builder = new ModelBuilder();
        NetworkNodeModel middle = builder.addNetworkNode("switch", StoreForwardNode.of(1e9));
        Node host = builder.addNode("n", HOST);
        Node second = builder.addNode("n", HOST);
        ClientProcess client = builder.addClient(host, "c", "A", 0, NIC);
        ClientProcess thread = builder.addThread(host, "c", "A", 0, 1);
        Server server = builder.addServer(second, "s", NIC, SimpleDisk.of(1, 1e6, 1), NoCache.of(1));
        Router router = builder.addRouter(second, "r", NIC);
        builder.createTopology("LAN", new Routing.FirstRoute())
                .cable("e", client.nic(), EDGE, middle)
                .cable("s", server.nic(), EDGE, middle)
                .cable("r", router.nic(), EDGE, middle);
        builder.addIoRedirection(new IoRedirection(router.id(), Map.of(), Set.of(client.id())));
        ClusterModel model = builder.setApplication("A", "a.proj").build();

        assertEquals(List.of("n", "n1"), model.nodes().stream().map(Node::name).toList());
        assertEquals(List.of(client, thread), model.clients());
        assertNull(thread.nic());
        assertEquals(List.of(server), model.servers());
        assertEquals(List.of(router), model.routers());
        Topology topology = model.topologies().get(0);
        assertEquals(middle.id(), topology.links().get(0).to());
        assertEquals(client.nic().id(), topology.links().get(1).to());
        assertEquals(
                List.of("e_TX", "e_RX", "s_TX", "s_RX", "r_TX", "r_RX"),
                model.networkEdges().stream().map(NetworkEdgeModel::name).toList());
        assertEquals(18, model.components().size());
        assertEquals(
                18, model.components().stream().map(Component::id).distinct().count());
        assertEquals(router.id(), model.ioRedirections().get(0).routerTo(server.id()));
    }

    @Test
    void keepsSettingsAndMethodsWhicheverComesFirst() {
        GlobalSettings settings = new ModelBuilder()
                .method(CommandType.BCAST, "direct")
                .transferGranularity(10)
                .ioGranularity(20)
                .maxEagerSendSize(0)
                .method(CommandType.REDUCE, "x.y.BinaryTree")
                .build()
                .globalSettings();

        assertEquals(
                new GlobalSettings(
                        10,
                        20,
                        0,
                        Map.of(
                                CommandType.BCAST, MethodChoice.of("Direct"),
                                CommandType.REDUCE, MethodChoice.of("BinaryTree"))),
                settings);
        assertEquals("BinaryTree", settings.method(CommandType.ALLREDUCE));
    }

    @Test
    void refusesWhatDoesNotFitTogetherWithAllFaults() {
        ModelBuilder builder = new ModelBuilder();
        Node host = builder.addNode("n", HOST.withHosted(List.of()));
        builder.addClient(host, "a", "A", 0, NIC);
        ClientProcess twice = builder.addClient(host, "b", "A", 0, NIC);
        builder.addServer(host, "s", NIC, SimpleDisk.of(1, 1e6, 1), NoCache.of(1));
        builder.ioGranularity(1L << 40);

        InvalidModelException e = assertThrows(InvalidModelException.class, builder::build);
        assertEquals(2, e.problems().size());
        assertEquals(
                new ClusterModel.Problem(twice.id(), "application 'A' rank 0 thread 0 is placed twice: 'a' and 'b'"),
                e.problems().get(0));
        assertEquals(host.id(), e.problems().get(1).componentId());
    }

    @Test
    void refusesValuesOutOfRange() {
        assertThrows(IllegalArgumentException.class, () -> Node.of(0, 1, 1));
        assertThrows(IllegalArgumentException.class, () -> Node.of(1, 0, 1));
        assertThrows(IllegalArgumentException.class, () -> Node.of(1, 1, -1));
        assertThrows(IllegalArgumentException.class, () -> Nic.of(Double.NaN));
        assertThrows(IllegalArgumentException.class, () -> SimpleNetworkEdge.of(-1, 1));
        assertThrows(IllegalArgumentException.class, () -> ServerDirectedIO.of(1, 0));
        assertThrows(IllegalArgumentException.class, () -> NoCache.of(0));
        assertThrows(IllegalArgumentException.class, () -> new Identity("x", -2));
        assertThrows(IllegalArgumentException.class, () -> new ApplicationReference("", "x"));
        assertThrows(IllegalArgumentException.class, () -> new ClientProcess(Identity.NONE, "A", 0, 0, null));
        assertThrows(IllegalArgumentException.class, () -> new ModelBuilder().method(CommandType.BCAST, "Carrier"));
    }

    @Test
    void listsADefaultAmongTheMethodsOfEveryCommand() {
        for (CommandType command : CommandType.values()) {
            assertEquals(command.defaultMethod(), command.resolveMethod(command.defaultMethod()));
            assertEquals(command, CommandType.byName(command.commandName()).orElseThrow());
            assertEquals(
                    command.methods().size(),
                    command.methods().stream().distinct().count());
        }
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.hdtrace.piosim.model.cluster.CacheLayer;
import org.hdtrace.piosim.model.cluster.ClientProcess;
import org.hdtrace.piosim.model.cluster.ClusterModel;
import org.hdtrace.piosim.model.cluster.InvalidModelException;
import org.hdtrace.piosim.model.cluster.IoRedirection;
import org.hdtrace.piosim.model.cluster.IoSubsystem;
import org.hdtrace.piosim.model.cluster.ModelBuilder;
import org.hdtrace.piosim.model.cluster.NetworkNodeModel;
import org.hdtrace.piosim.model.cluster.Node;
import org.hdtrace.piosim.model.cluster.Router;
import org.hdtrace.piosim.model.cluster.Routing;
import org.hdtrace.piosim.model.cluster.Server;
import org.hdtrace.piosim.model.cluster.SimpleDisk;
import org.hdtrace.piosim.model.cluster.SimpleNetworkEdge;
import org.hdtrace.piosim.model.cluster.SimpleWriteBehind;
import org.hdtrace.piosim.model.cluster.StoreForwardNode;
import org.hdtrace.piosim.model.program.Application;
import org.hdtrace.piosim.model.xml.ModelReader;
import org.hdtrace.piosim.model.xml.ModelWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** I/O through a router on a node of its own, beside the same model without the redirection. */
class ForwardingTest {
    private static final int KIB = 1 << 10;
    private static final int MIB = 1 << 20;
    private static final SimpleNetworkEdge EDGE = SimpleNetworkEdge.of(19_982, 117e6);

    /** Everything on one switch; the first clients are redirected, all of them to all servers. */
    private static ClusterModel model(int ranks, int servers, Node host, Node routerHost, IoSubsystem disk, int via) {
        ModelBuilder builder = new ModelBuilder().ioGranularity(100 * KIB).setApplication(Stars.ALIAS, "");
        NetworkNodeModel middle = builder.addNetworkNode("SW", StoreForwardNode.of(48e9));
        ModelBuilder.TopologyBuilder lan = builder.createTopology("LAN", new Routing.SymmetricHierarchicalRoute());
        ClientProcess[] clients = new ClientProcess[ranks];
        for (int rank = 0; rank < ranks; rank++) {
            clients[rank] = builder.addClient(
                    builder.addNode("n", Node.of(1, 1e9, 1 << 30)), "c", Stars.ALIAS, rank, Stars.NIC);
            lan.cable("e", clients[rank].nic(), EDGE, middle);
        }
        CacheLayer cache = SimpleWriteBehind.of(1);
        for (int i = 0; i < servers; i++) {
            Server server = builder.addServer(builder.addNode("sn", host), "srv", Stars.NIC, disk, cache);
            lan.cable("s", server.nic(), EDGE, middle);
        }
        Router router = builder.addRouter(builder.addNode("rn", routerHost), "router", Stars.NIC);
        lan.cable("r", router.nic(), EDGE, middle);
        Set<Integer> affected =
                IntStream.range(0, via).mapToObj(i -> clients[i].id()).collect(Collectors.toSet());
        return builder.addIoRedirection(new IoRedirection(router.id(), Map.of(), affected))
                .build();
    }

    private static final Node LARGE = Node.of(1, 1e9, 1L << 30);

    private static long nanos(SimulationResult result, String function) {
        return result.functions().stream()
                .filter(f -> f.name().equals(function))
                .findFirst()
                .orElseThrow()
                .maxNanos();
    }

    private static long opNanos(Application program, String function, int via) {
        SimulationResult result = Stars.run(model(1, 1, LARGE, LARGE, Stars.DISK, via), program);
        assertNull(result.deadlock());
        return nanos(result, function);
    }

    @Test
    void aPacketTakesEachWayTwice() {
        Application write = Stars.fileProgram(1, (p, file) -> p.addWriteSequential(0, file, 0, 50_000));
        assertEquals(
                opNanos(write, "File_write_at", 0) + Stars.way(50_000) + Stars.way(15),
                opNanos(write, "File_write_at", 1),
                "data and acknowledgement; the request goes ahead of the data");
        Application read = Stars.fileProgram(1, MIB, (p, file) -> p.addReadSequential(0, file, 0, 50_000));
        assertEquals(
                opNanos(read, "File_read_at", 0) + Stars.way(28) + Stars.way(50_000),
                opNanos(read, "File_read_at", 1),
                "request and data");
    }

    /** What a file says about a router is what a program says: all of it is read and takes part. */
    @Test
    void aRouterFromAFileForwardsLikeOneThatIsBuilt(@TempDir Path directory) throws Exception {
        Path file = directory.resolve("model.xml");
        ClusterModel built = model(2, 2, LARGE, LARGE, Stars.DISK, 1);
        ModelWriter.write(built, file);
        ClusterModel read = ModelReader.read(file);
        Application program = Stars.fileProgram(2, MIB, (p, data) -> p.addWriteSequential(0, data, 0, MIB)
                .addReadSequential(1, data, 0, MIB)
                .addReadSequential(0, data, 0, MIB));
        SimulationResult expected = Stars.run(built, program);
        SimulationResult result = Stars.run(read, program);
        assertEquals(expected.functions(), result.functions());
        assertEquals(expected.virtualTimeNanos(), result.virtualTimeNanos());
        ModelWriter.write(model(2, 2, LARGE, LARGE, Stars.DISK, 0), file);
        SimulationResult direct = Stars.run(ModelReader.read(file), program);
        long longer = nanos(result, "File_write_at") - nanos(direct, "File_write_at");
        assertTrue(longer > Stars.way(64 * KIB), "its data takes the way of at least a stripe once more: " + longer);
    }

    @Test
    void packetsGoOnWhenTheyArriveNotWhenAllHave() {
        Application write = Stars.fileProgram(1, (p, file) -> p.addWriteSequential(0, file, 0, 10 * MIB));
        Application read = Stars.fileProgram(1, 10 * MIB, (p, file) -> p.addReadSequential(0, file, 0, 10 * MIB));
        long packet = Stars.way(100 * KIB);
        requireNear(
                opNanos(write, "File_write_at", 0) + packet + Stars.way(15),
                opNanos(write, "File_write_at", 1),
                packet);
        requireNear(
                opNanos(read, "File_read_at", 0) + packet + Stars.way(28), opNanos(read, "File_read_at", 1), packet);
    }

    /** Within 2 % of what one packet takes. */
    private static void requireNear(long expected, long actual, long packet) {
        assertTrue(Math.abs(expected - actual) <= packet / 50, expected + " expected, is " + actual);
    }

    @Test
    void everyByteArrivesWithLittleMemoryInTheRouterAndOneClientThatIsNotAffected() {
        int ranks = 5;
        long block = 1_234_567;
        SimulationResult result = Stars.run(
                model(ranks, 3, Node.of(1, 1e9, 300 * KIB), Node.of(1, 1e9, 300 * KIB), Stars.DISK, 4),
                Stars.fileProgram(ranks, 5 * block, (p, file) -> {
                    for (int rank = 0; rank < ranks; rank++) {
                        p.addWriteSequential(rank, file, rank * block, block);
                        p.addReadSequential(rank, file, (ranks - 1 - rank) * block, block);
                    }
                }));
        assertNull(result.deadlock());
        assertEquals(
                ranks * block,
                result.servers().stream().mapToLong(s -> s.bytesRead()).sum());
        long written =
                result.servers().stream().mapToLong(s -> s.bytesWritten()).sum();
        assertEquals(ranks * block, written);
    }

    @Test
    void aFullServerStillAnswersReadsThatComeThroughTheSameRouter() {
        // Memory for two packets, 1 s per access: the read of one rank must not queue behind the data of the other.
        SimulationResult result = Stars.run(
                model(2, 1, Node.of(1, 1e9, 300 * KIB), Node.of(1, 1e9, MIB), SimpleDisk.of(1_000_000_000L, 1e9, 1), 2),
                Stars.fileProgram(2, 10_000_000, (p, file) -> p.addWriteSequential(0, file, 0, 2_000_000)
                        .addCompute(1, 3_000_000_000L)
                        .addReadSequential(1, file, 5_000_000, 1000)));
        assertNull(result.deadlock());
        assertEquals(2_000_000, result.servers().get(0).bytesWritten());
        long read = nanos(result, "File_read_at");
        assertTrue(read < 3_000_000_000L, "read took " + read + " ns while 20 accesses of 1 s were waiting");
    }

    @Test
    void aRouterWithoutAWayIsFoundBeforeTheRun() {
        assertEquals(List.of(), Simulation.unreachable(model(2, 1, LARGE, LARGE, Stars.DISK, 2)));
        ModelBuilder builder = Stars.star(1, 1);
        ClientProcess client = builder.build().clients().get(0);
        Router router = builder.addRouter(builder.addNode("rn", LARGE), "router", Stars.NIC);
        builder.addIoRedirection(new IoRedirection(router.id(), Map.of(), Set.of(client.id())));
        assertFault(
                "router 'router' is beside the network: no edge connects its network interface 'nic-router'", builder);
        // Edges to somewhere else.
        NetworkNodeModel island = builder.addNetworkNode("island", StoreForwardNode.of(48e9));
        builder.createTopology("other", new Routing.FirstRoute()).cable("i", router.nic(), EDGE, island);
        assertFault("redirection: router 'router' has no way to server 'srv0'", builder);
    }

    @Test
    void aThreadWithoutAnInterfaceCanNotBeRedirected() {
        ModelBuilder builder = Stars.star(1, 1);
        ClusterModel star = builder.build();
        NetworkNodeModel middle = builder.addNetworkNode("SW2", StoreForwardNode.of(48e9));
        Router router = builder.addRouter(builder.addNode("rn", LARGE), "router", Stars.NIC);
        ClientProcess thread = builder.addThread(star.nodes().get(0), "t", Stars.ALIAS, 0, 1);
        builder.createTopology("other", new Routing.FirstRoute())
                .cable("f", router.nic(), EDGE, middle)
                .cable("srv", star.servers().get(0).nic(), EDGE, middle);
        builder.addIoRedirection(new IoRedirection(router.id(), Map.of(), Set.of(thread.id())));
        assertFault(
                "redirection: 't' has no network interface of its own: thread 0 of rank 0 sends for it and has"
                        + " to be named",
                builder);
    }

    /** Clients on one network, servers on another; only routers, one of each end, are on a third one between. */
    private static final class Chain {
        final ModelBuilder builder = new ModelBuilder().ioGranularity(100 * KIB).setApplication(Stars.ALIAS, "");
        final Set<Integer> clients = new TreeSet<>();
        final Server server;
        final Router[] routers = new Router[3];

        Chain(int ranks, Node routerHost, Node serverHost) {
            NetworkNodeModel front = builder.addNetworkNode("front", StoreForwardNode.of(48e9));
            NetworkNodeModel middle = builder.addNetworkNode("middle", StoreForwardNode.of(48e9));
            NetworkNodeModel back = builder.addNetworkNode("back", StoreForwardNode.of(48e9));
            ModelBuilder.TopologyBuilder lan = builder.createTopology("LAN", new Routing.FirstRoute());
            for (int rank = 0; rank < ranks; rank++) {
                ClientProcess client = builder.addClient(
                        builder.addNode("n", Node.of(1, 1e9, 1 << 30)), "c", Stars.ALIAS, rank, Stars.NIC);
                lan.cable("e", client.nic(), EDGE, front);
                clients.add(client.id());
            }
            for (int i = 0; i < routers.length; i++) {
                routers[i] = builder.addRouter(builder.addNode("rn" + i, routerHost), "router" + i, Stars.NIC);
            }
            server = builder.addServer(
                    builder.addNode("sn", serverHost), "srv", Stars.NIC, Stars.DISK, SimpleWriteBehind.of(1));
            lan.cable("a", routers[0].nic(), EDGE, front).cable("b", routers[0].nic(), EDGE, middle);
            lan.cable("c", routers[1].nic(), EDGE, middle);
            lan.cable("d", routers[2].nic(), EDGE, middle).cable("f", routers[2].nic(), EDGE, back);
            lan.cable("s", server.nic(), EDGE, back);
        }

        /** From the first of some routers, to which all clients send, to the last one. */
        Chain through(int... order) {
            builder.addIoRedirection(new IoRedirection(routers[order[0]].id(), Map.of(), clients));
            for (int i = 1; i < order.length; i++) {
                Set<Integer> one = Set.of(
                        i % 2 == 0
                                ? routers[order[i - 1]].id()
                                : routers[order[i - 1]].nic().id());
                builder.addIoRedirection(new IoRedirection(routers[order[i]].id(), Map.of(), one));
            }
            return this;
        }
    }

    @Test
    void routersMayStandOneBehindTheOther() {
        Application write = Stars.fileProgram(1, (p, file) -> p.addWriteSequential(0, file, 0, 50_000));
        Application read = Stars.fileProgram(1, MIB, (p, file) -> p.addReadSequential(0, file, 0, 50_000));
        ClusterModel three = new Chain(1, LARGE, LARGE).through(0, 1, 2).builder.build();
        assertEquals(List.of(), Simulation.unreachable(three));
        assertEquals(
                opNanos(write, "File_write_at", 0) + 3 * (Stars.way(50_000) + Stars.way(15)),
                nanos(Stars.run(three, write), "File_write_at"));
        assertEquals(
                opNanos(read, "File_read_at", 0) + 3 * (Stars.way(28) + Stars.way(50_000)),
                nanos(Stars.run(three, read), "File_read_at"));
    }

    @Test
    void everyByteGetsThroughChainsWithLittleMemory() {
        int ranks = 4;
        long block = 1_234_567;
        Node small = Node.of(1, 1e9, 300 * KIB);
        SimulationResult result = Stars.run(
                new Chain(ranks, small, small).through(0, 1, 2).builder.build(),
                Stars.fileProgram(ranks, ranks * block, (p, file) -> {
                    for (int rank = 0; rank < ranks; rank++) {
                        p.addWriteSequential(rank, file, rank * block, block);
                        p.addReadSequential(rank, file, (ranks - 1 - rank) * block, block);
                    }
                }));
        assertNull(result.deadlock());
        assertEquals(ranks * block, result.servers().get(0).bytesRead());
        assertEquals(ranks * block, result.servers().get(0).bytesWritten());
    }

    @Test
    void chainsWithoutAWayOrEndAreFaultsOfTheModel() {
        assertFault(
                "redirection: 'c0' has no way to router 'router1'\n"
                        + "redirection: router 'router0' has no way to server 'srv0'",
                withoutLast());
        assertFault(
                "redirection: routers would send in a circle: 'router1' to 'router2' to 'router1'\n"
                        + "redirection: routers would send in a circle: 'router2' to 'router1' to 'router2'",
                new Chain(1, LARGE, LARGE).through(0, 1, 2, 1).builder);
        // Not for one server, but as each may wait for memory of the other.
        Chain both = new Chain(1, LARGE, LARGE);
        Server second = both.builder.addServer(
                both.builder.addNode("sn2", LARGE), "srv2", Stars.NIC, Stars.DISK, SimpleWriteBehind.of(1));
        int first = both.routers[0].id();
        int last = both.routers[2].id();
        both.builder
                .addIoRedirection(new IoRedirection(first, Map.of(second.id(), last), both.clients))
                .addIoRedirection(
                        new IoRedirection(IoRedirection.DIRECT, Map.of(both.server.id(), last), Set.of(first)))
                .addIoRedirection(new IoRedirection(IoRedirection.DIRECT, Map.of(second.id(), first), Set.of(last)));
        assertFault(
                "redirection: routers would send in a circle: 'router0' to 'router2' to 'router0'\n"
                        + "redirection: routers would send in a circle: 'router2' to 'router0' to 'router2'",
                both.builder);
    }

    /** The only router on the way can't reach the servers' network. */
    private static ModelBuilder withoutLast() {
        ModelBuilder builder = Stars.star(1, 1);
        ClientProcess client = builder.build().clients().get(0);
        Router router = builder.addRouter(builder.addNode("rn", LARGE), "router0", Stars.NIC);
        Router next = builder.addRouter(builder.addNode("rn", LARGE), "router1", Stars.NIC);
        NetworkNodeModel island = builder.addNetworkNode("island", StoreForwardNode.of(48e9));
        builder.createTopology("other", new Routing.FirstRoute())
                .cable("i", router.nic(), EDGE, island)
                .cable("j", next.nic(), EDGE, island);
        return builder.addIoRedirection(new IoRedirection(next.id(), Map.of(), Set.of(client.id())))
                .addIoRedirection(new IoRedirection(router.id(), Map.of(), Set.of(next.id())));
    }

    private static void assertFault(String expected, ModelBuilder builder) {
        assertEquals(
                expected,
                assertThrows(InvalidModelException.class, builder::build).getMessage());
    }
}

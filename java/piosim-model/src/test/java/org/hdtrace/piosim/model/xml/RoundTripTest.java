// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.xml;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.hdtrace.piosim.model.cluster.Aggregation;
import org.hdtrace.piosim.model.cluster.AggregationReorder;
import org.hdtrace.piosim.model.cluster.CacheLayer;
import org.hdtrace.piosim.model.cluster.ClientProcess;
import org.hdtrace.piosim.model.cluster.ClusterModel;
import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.model.cluster.CutThroughForwardNode;
import org.hdtrace.piosim.model.cluster.CutThroughNetworkEdge;
import org.hdtrace.piosim.model.cluster.GlobalSettings;
import org.hdtrace.piosim.model.cluster.IoRedirection;
import org.hdtrace.piosim.model.cluster.IoSubsystem;
import org.hdtrace.piosim.model.cluster.MethodChoice;
import org.hdtrace.piosim.model.cluster.ModelBuilder;
import org.hdtrace.piosim.model.cluster.NetworkEdgeModel;
import org.hdtrace.piosim.model.cluster.NetworkInterface;
import org.hdtrace.piosim.model.cluster.NetworkNodeModel;
import org.hdtrace.piosim.model.cluster.Nic;
import org.hdtrace.piosim.model.cluster.NicAnalytical;
import org.hdtrace.piosim.model.cluster.NoCache;
import org.hdtrace.piosim.model.cluster.Node;
import org.hdtrace.piosim.model.cluster.Nvme;
import org.hdtrace.piosim.model.cluster.Raid;
import org.hdtrace.piosim.model.cluster.RefinedDisk;
import org.hdtrace.piosim.model.cluster.Router;
import org.hdtrace.piosim.model.cluster.Routing;
import org.hdtrace.piosim.model.cluster.Server;
import org.hdtrace.piosim.model.cluster.ServerDirectedIO;
import org.hdtrace.piosim.model.cluster.SharedMemoryEdge;
import org.hdtrace.piosim.model.cluster.SimpleDisk;
import org.hdtrace.piosim.model.cluster.SimpleFlash;
import org.hdtrace.piosim.model.cluster.SimpleNetworkEdge;
import org.hdtrace.piosim.model.cluster.SimpleWriteBehind;
import org.hdtrace.piosim.model.cluster.SingleCopy;
import org.hdtrace.piosim.model.cluster.StoreForwardLocalNode;
import org.hdtrace.piosim.model.cluster.StoreForwardMemoryNode;
import org.hdtrace.piosim.model.cluster.StoreForwardNode;
import org.hdtrace.piosim.model.cluster.Tmpfs;
import org.hdtrace.piosim.model.cluster.Topology;

class RoundTripTest {
    /** What varies between the models of the property. */
    record Parts(
            String name,
            Node node,
            NetworkInterface nic,
            NetworkEdgeModel edge,
            NetworkNodeModel middle,
            IoSubsystem storage,
            CacheLayer cache,
            Routing routing) {}

    @Property(tries = 100)
    void writesModelsThatReadBackEqual(
            @ForAll("parts") Parts parts, @ForAll("methods") Map<CommandType, MethodChoice> methods) throws Exception {
        ClusterModel model = model(parts, methods);
        Path file = temporaryFile();
        try {
            ModelWriter.write(model, file);

            assertEquals(model, ModelReader.read(file));
        } finally {
            Files.delete(file);
        }
    }

    private static Path temporaryFile() throws IOException {
        return Files.createTempFile("model", ".xml");
    }

    private static ClusterModel model(Parts parts, Map<CommandType, MethodChoice> methods) {
        ModelBuilder builder = new ModelBuilder()
                .settings(new GlobalSettings(10_240, 1 << 20, 0, methods))
                .setApplication(parts.name(), "a&b.proj");
        NetworkNodeModel middle = builder.addNetworkNode(parts.name(), parts.middle());
        Node host = builder.addNode(parts.name(), parts.node());
        ClientProcess client = builder.addClient(host, "client", parts.name(), 0, parts.nic());
        builder.addThread(host, "client", parts.name(), 0, 1);
        Server server = builder.addServer(
                host,
                "server",
                parts.nic(),
                parts.storage(),
                parts.cache(),
                parts.node().memoryBytes() % 3,
                parts.node().memoryBytes() % 2 == 0
                        ? Server.UNLIMITED
                        : parts.node().memoryBytes());
        Router router = builder.addRouter(host, "router", parts.nic());
        builder.createTopology(parts.name(), parts.routing())
                .scheduling(Topology.Scheduling.FIFO)
                .cable("a", client.nic(), parts.edge(), middle)
                .cable("b", server.nic(), parts.edge(), middle)
                .cable("c", router.nic(), parts.edge(), middle);
        builder.addIoRedirection(new IoRedirection(router.id(), Map.of(server.id(), -1), Set.of(client.id())));
        return builder.build();
    }

    @Provide
    Arbitrary<Map<CommandType, MethodChoice>> methods() {
        Arbitrary<CommandType> commands = Arbitraries.of(CommandType.class);
        return Arbitraries.maps(commands, Arbitraries.just("")).map(chosen -> {
            Map<CommandType, MethodChoice> last = new java.util.EnumMap<>(CommandType.class);
            chosen.keySet()
                    .forEach(command -> last.put(
                            command,
                            new MethodChoice(
                                    command.methods().get(command.methods().size() - 1),
                                    Map.of(
                                            "shortMessage",
                                            (long) command.commandName().length() << 10))));
            return last;
        });
    }

    @Provide
    Arbitrary<Parts> parts() {
        Arbitrary<Double> rates = Arbitraries.oneOf(
                Arbitraries.just(Double.POSITIVE_INFINITY),
                Arbitraries.doubles().between(1, 1e15),
                Arbitraries.longs().between(1, 1L << 50).map(Long::doubleValue));
        Arbitrary<Long> times = Arbitraries.longs().between(0, 10_000_000_000L);
        Arbitrary<Integer> counts = Arbitraries.integers().between(1, 1000);
        Arbitrary<String> names = Arbitraries.strings()
                .withChars("abc xyz<>&\"'0")
                .ofMinLength(1)
                .ofMaxLength(12)
                .map(String::strip)
                .filter(name -> !name.isEmpty());
        Arbitrary<Node> nodes = Combinators.combine(
                        counts, rates, Arbitraries.longs().between(2 << 20, 1L << 45))
                .as(Node::of);
        Arbitrary<NetworkInterface> nics = Arbitraries.oneOf(rates.map(Nic::of), rates.map(NicAnalytical::of));
        Arbitrary<NetworkEdgeModel> edges = Combinators.combine(times, rates)
                .flatAs((time, rate) -> Arbitraries.of(List.of(
                        SimpleNetworkEdge.of(time, rate),
                        CutThroughNetworkEdge.of(time, rate),
                        SharedMemoryEdge.of(time, rate, 3),
                        SimpleNetworkEdge.of(time, rate).withBurst(3 * time + 1),
                        SharedMemoryEdge.of(time, rate, 1).withSingleCopy(new SingleCopy(time + 1, time, rate)))));
        Arbitrary<NetworkNodeModel> middles = rates.flatMap(rate -> Arbitraries.of(List.of(
                StoreForwardNode.of(rate),
                StoreForwardLocalNode.of(rate),
                StoreForwardMemoryNode.of(rate, 2 * rate),
                CutThroughForwardNode.of())));
        Arbitrary<IoSubsystem> storages = Combinators.combine(times, rates, counts)
                .flatAs((time, rate, count) -> Arbitraries.of(List.of(
                        SimpleDisk.of(time, rate, count),
                        SimpleFlash.of(time, rate, count),
                        RefinedDisk.of(time, time + 1, 7200, rate, time, count),
                        Nvme.of(count, time, rate),
                        Tmpfs.of(rate),
                        Raid.of(5, count, List.of(Tmpfs.of(rate), Tmpfs.of(rate), Nvme.of(count, time, rate))),
                        Raid.of(
                                0,
                                time + 1,
                                List.of(
                                        Raid.of(1, 1, List.of(Tmpfs.of(rate), Tmpfs.of(1))),
                                        SimpleDisk.of(time, rate, count))))));
        Arbitrary<CacheLayer> caches = counts.flatMap(count -> Arbitraries.of(List.of(
                NoCache.of(count),
                SimpleWriteBehind.of(count),
                Aggregation.of(count),
                AggregationReorder.of(count),
                ServerDirectedIO.of(count, 5L * count))));
        Arbitrary<Routing> routings = Arbitraries.of(List.of(
                new Routing.FirstRoute(),
                new Routing.RoundRobinRoute(),
                new Routing.SymmetricHierarchicalRoute(),
                new Routing.EqualCostMultiPath()));
        return Combinators.combine(names, nodes, nics, edges, middles, storages, caches, routings)
                .as(Parts::new);
    }
}

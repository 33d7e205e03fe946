// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.network;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.hdtrace.piosim.model.cluster.ClusterModel;
import org.hdtrace.piosim.model.cluster.Component;
import org.hdtrace.piosim.model.cluster.CutThroughForwardNode;
import org.hdtrace.piosim.model.cluster.CutThroughNetworkEdge;
import org.hdtrace.piosim.model.cluster.ModelBuilder;
import org.hdtrace.piosim.model.cluster.NetworkEdgeModel;
import org.hdtrace.piosim.model.cluster.Nic;
import org.hdtrace.piosim.model.cluster.Node;
import org.hdtrace.piosim.model.cluster.Routing;
import org.hdtrace.piosim.model.cluster.SimpleNetworkEdge;
import org.hdtrace.piosim.model.cluster.StoreForwardNode;
import org.hdtrace.piosim.model.cluster.Topology;
import org.hdtrace.piosim.model.cluster.Topology.Scheduling;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What scheduling, cut-through and round-robin routes do, by hand; interfaces take no time. Packets of 1,000 B. */
class NetworkKindsTest {
    private static final double INFINITE = Double.POSITIVE_INFINITY;

    /** Packets that would need more stack than there is, if one were started by the one before. */
    private static final int MANY = 200_000;

    private final ModelBuilder builder =
            new ModelBuilder().transferGranularity(1000).setApplication("A", "");
    private final List<Component> interfaces = new ArrayList<>();
    private final List<Traffic.Post> posts = new ArrayList<>();

    @ParameterizedTest(name = "{0}: a packet behind a long message arrives after {1} ns = {2}")
    @CsvSource({
        "ROUND_ROBIN, 82440, 'packet 1 of the other ends at 26040 + 10400 + 10000 = 46440; + 10000 + 1000 + 25000'",
        "FIFO, 172440, 'packets 0 to 10 of the other were there before 36500: 36440 + 10 x 10000, then the same'",
    })
    void packetBehindALongMessage(Scheduling scheduling, long expected, String calculation) {
        TrafficDriver driver = incast(scheduling, 20_000);
        assertEquals(expected, lastArrival(driver, 1), calculation);
        assertEquals(262_440, lastArrival(driver, 0), "26040 + 10400 + 20 x 10000 + 26000: the sum is the same");
    }

    @ParameterizedTest
    @CsvSource({"ROUND_ROBIN", "FIFO"})
    void bothOrdersAgreeOnMessagesOfOnePacket(Scheduling scheduling) {
        TrafficDriver driver = incast(scheduling, 960);
        assertEquals(62_000, lastArrival(driver, 0), "2 x 26000 + 10000");
        assertEquals(72_500, lastArrival(driver, 1), "10500 later, when the first is gone");
    }

    private TrafficDriver incast(Scheduling scheduling, long bytes) {
        ModelBuilder.TopologyBuilder topology =
                builder.createTopology("LAN", new Routing.FirstRoute()).scheduling(scheduling);
        star(topology, builder.addNetworkNode("s", StoreForwardNode.of(1e8)), SimpleNetworkEdge.of(25_000, 1e9), 3);
        post(1, 0, 0, bytes);
        post(2, 0, 10_500, 960);
        return run();
    }

    @ParameterizedTest(name = "edges of {0} and {1} B/s: {2} ns = {3}")
    @CsvSource({
        "1e8, 1e8, 60400, '400 + 25000 for the header, 10000 for the packet, 25000'",
        "1e8, 1e9, 60000, 'the second edge waits for the tail: 10000 + 2 x 25000'",
        "1e9, 1e8, 60040, 'the header has passed the first after 40: 40 + 25000 + 10000 + 25000'",
    })
    void headerGoesAheadAndTheSlowestEdgeCounts(double first, double second, long expected, String calculation) {
        ModelBuilder.TopologyBuilder topology = builder.createTopology("LAN", new Routing.FirstRoute());
        Component middle = builder.addNetworkNode("s", CutThroughForwardNode.of());
        topology.connect("in", nic(), CutThroughNetworkEdge.of(25_000, first), middle);
        topology.connect("out", middle, CutThroughNetworkEdge.of(25_000, second), nic());
        post(0, 1, 0, 960);
        assertEquals(expected, lastArrival(run(), 0), calculation);
    }

    /** Nothing on the way keeps a packet, so the first one is sent and all others at once; arrivals are events. */
    @Test
    void anyNumberOfPacketsCanStartAtOnce() {
        ModelBuilder.TopologyBuilder topology = builder.createTopology("LAN", new Routing.FirstRoute());
        star(
                topology,
                builder.addNetworkNode("s", StoreForwardNode.of(INFINITE)),
                SimpleNetworkEdge.of(1000, INFINITE),
                2);
        post(0, 1, 0, 1000L * MANY - 500);
        post(0, 1, 10, 1000);
        TrafficDriver driver = run();
        List<Long> expected = new ArrayList<>(Collections.nCopies(MANY, Traffic.ARRIVED + 2000));
        expected.addAll(Collections.nCopies(MANY, 0L));
        expected.add(Traffic.SENT);
        assertEquals(expected, driver.messages().get(0).log().stream().sorted().toList());
        assertEquals(2010, lastArrival(driver, 1), "10 + 2 x 1000");
    }

    @ParameterizedTest(name = "12 packets over three cables in turn, {0}: {1}, {2} and {3} B")
    @CsvSource({"true, 4040, 4000, 4000", "false, 12040, 0, 0"})
    void roundRobinRouteSpreadsPacketsAndFirstRouteDoesNot(boolean inTurn, long first, long second, long third) {
        ModelBuilder.TopologyBuilder topology =
                builder.createTopology("LAN", inTurn ? new Routing.RoundRobinRoute() : new Routing.FirstRoute());
        Component left = builder.addNetworkNode("left", StoreForwardNode.of(INFINITE));
        Component right = builder.addNetworkNode("right", StoreForwardNode.of(INFINITE));
        topology.connect("in", nic(), SimpleNetworkEdge.of(0, 1e9), left);
        List<NetworkEdgeModel> cables = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            cables.add(topology.connect("c" + i, left, SimpleNetworkEdge.of(10_000, 1e8), right));
        }
        topology.connect("out", right, SimpleNetworkEdge.of(0, 1e9), nic());
        post(0, 1, 0, 12_000);
        TrafficDriver driver = new TrafficDriver(builder.build(), Paths.Kept.USUAL);
        ServedSums sums = ServedSums.of(driver.network());
        driver.run(new Traffic(posts));
        List<Long> bytes = cables.stream()
                .map(cable -> sums.bytes(driver.network().plan().component(cable.id())))
                .toList();
        assertEquals(List.of(first, second, third), bytes);
    }

    @Test
    void packetsSpendAtMostTwoEventsPerHop() {
        star(
                builder.createTopology("LAN", new Routing.FirstRoute()),
                builder.addNetworkNode("s", StoreForwardNode.of(48e9)),
                SimpleNetworkEdge.of(20_000, 1e8),
                9);
        for (int i = 1; i < 9; i++) {
            post(i, 0, i, 100_000);
        }
        TrafficDriver driver = run();
        long packets = 8 * 100;
        long own = 8;
        long events = driver.kernel().processed() - own;
        assertTrue(events <= 2 * 5 * packets, events + " events for " + packets + " packets over 5 hops");
    }

    @Test
    void anEdgeInTwoTopologiesMayHaveTwoSources() {
        star(
                builder.createTopology("LAN", new Routing.FirstRoute()),
                builder.addNetworkNode("s", StoreForwardNode.of(1e9)),
                SimpleNetworkEdge.of(20_000, 1e8),
                2);
        ClusterModel model = builder.build();
        Topology lan = model.topologies().get(0);
        Topology.Link first = lan.links().get(0);
        Topology.Link other = new Topology.Link(interfaces.get(1).id(), first.edge(), first.to());
        Topology san = new Topology("SAN", lan.routing(), lan.scheduling(), List.of(other));
        Topology third = new Topology("WAN", lan.routing(), lan.scheduling(), List.of(other));
        NetworkPlan plan = new NetworkPlan(new ClusterModel(
                model.templates(),
                model.applications(),
                model.globalSettings(),
                model.nodes(),
                model.networkEdges(),
                model.networkNodes(),
                List.of(lan, san, third),
                model.ioRedirections()));
        for (Topology.Link link : lan.links()) {
            assertEquals(link.edge() != first.edge(), plan.hasOneSource(plan.component(link.edge())));
        }
        assertFalse(plan.hasOneSource(plan.component(first.to())), "not an edge");
    }

    @Test
    void timeBeyondTheEndNamesTheComponent() {
        star(
                builder.createTopology("LAN", new Routing.FirstRoute()),
                builder.addNetworkNode("slow", StoreForwardNode.of(1e-9)),
                SimpleNetworkEdge.of(20_000, 1e8),
                2);
        post(0, 1, 0, 100);
        String message = assertThrows(NetworkPlan.UnsupportedModelException.class, this::run)
                .getMessage();
        assertTrue(message.contains("'slow'"), message);
    }

    private void star(ModelBuilder.TopologyBuilder topology, Component middle, NetworkEdgeModel edge, int count) {
        for (int i = 0; i < count; i++) {
            topology.cable("e" + i, nic(), edge, middle);
        }
    }

    private Component nic() {
        int number = interfaces.size();
        Node node = builder.addNode("n" + number, Node.of(1, 1e9, 1L << 30));
        interfaces.add(builder.addClient(node, "c" + number, "A", number, Nic.of(INFINITE))
                .nic());
        return interfaces.get(number);
    }

    private void post(int source, int target, long time, long bytes) {
        posts.add(new Traffic.Post(
                posts.size(),
                interfaces.get(source).id(),
                interfaces.get(target).id(),
                List.of(new Traffic.Supply(time, bytes)),
                List.of(0L)));
    }

    private TrafficDriver run() {
        ClusterModel model = builder.build();
        TrafficDriver driver = new TrafficDriver(model, Paths.Kept.USUAL);
        driver.run(new Traffic(posts));
        return driver;
    }

    private static long lastArrival(TrafficDriver driver, int message) {
        long last = Collections.max(driver.messages().get(message).log().stream()
                .filter(time -> time < 0)
                .toList());
        return last - Traffic.ARRIVED;
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.network;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.hdtrace.piosim.model.cluster.ClusterModel;
import org.hdtrace.piosim.model.cluster.Component;
import org.hdtrace.piosim.model.cluster.ModelBuilder;
import org.hdtrace.piosim.model.cluster.Nic;
import org.hdtrace.piosim.model.cluster.Node;
import org.hdtrace.piosim.model.cluster.Routing;
import org.hdtrace.piosim.model.cluster.SimpleNetworkEdge;
import org.hdtrace.piosim.model.cluster.StoreForwardNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Events that are saved change nothing that can be seen, whenever one looks. Source: MODEL A8. */
class LookAheadTest {
    private static final int NETWORKS = 4000;

    /** Other seeds than those of {@link RandomNetworksTest}; some tell whether a queue is entered that is not empty. */
    private static final int FIRST_SEED = 2_014_000;

    private static final List<Paths.Kept> KEPT = List.of(Paths.Kept.USUAL, new Paths.Kept(0, 0), new Paths.Kept(2, 7));

    @Test
    void packetsAndStatisticsAreTheSameAtEveryMoment() {
        Map<Shortcuts, Long> events = new EnumMap<>(Shortcuts.class);
        for (int seed = FIRST_SEED; seed < FIRST_SEED + NETWORKS; seed++) {
            compare(new RandomNetwork(seed), seed, events);
        }
        assertTrue(events.get(Shortcuts.UNAWAITED_ENDS) < 0.82 * events.get(Shortcuts.NONE), events.toString());
        assertTrue(events.get(Shortcuts.LOOK_AHEAD) < 0.9 * events.get(Shortcuts.UNAWAITED_ENDS), events.toString());
    }

    /** Also when nobody asks what the components do, and whatever is kept. */
    @Test
    void messagesArriveAtTheSameTimes() {
        for (int seed = FIRST_SEED - NETWORKS; seed < FIRST_SEED; seed++) {
            RandomNetwork source = new RandomNetwork(seed);
            ClusterModel model = source.model();
            Traffic traffic = source.traffic();
            List<List<Long>> expected = null;
            for (Shortcuts shortcuts : List.of(Shortcuts.NONE, Shortcuts.LOOK_AHEAD)) {
                TrafficDriver driver = new TrafficDriver(model, KEPT.get(seed % KEPT.size()), shortcuts, seed % 2 == 0);
                driver.run(traffic);
                assertEquals(null, driver.network().leftOver(), "seed " + seed);
                List<List<Long>> seen =
                        traffic.posts().stream().map(post -> log(driver, post)).toList();
                expected = expected == null ? seen : expected;
                assertEquals(expected, seen, "seed " + seed);
            }
        }
    }

    /** Packets of two messages arrive in the same moment over the same edge; others keep the interface busy. */
    @ParameterizedTest
    @ValueSource(ints = {30_297, 30_513, 32_634, 34_959, 2_008_514, 2_015_115, 77_003_994, 76_942_307})
    void inNetworksWhereManyThingsHappenAtOnce(int seed) {
        RandomNetwork source = new RandomNetwork(seed);
        ClusterModel model = source.model();
        Traffic traffic = source.traffic();
        TrafficDriver stepwise = new TrafficDriver(model, Paths.Kept.USUAL, Shortcuts.NONE, false);
        List<Long> expected = stepwise.observe(traffic, 99_991);
        TrafficDriver ahead = new TrafficDriver(model, Paths.Kept.USUAL, Shortcuts.LOOK_AHEAD, false);
        assertEquals(expected, ahead.observe(traffic, 99_991));
        traffic.posts().forEach(post -> assertEquals(log(stepwise, post), log(ahead, post)));
    }

    /** The first packet, the second one before it has been noticed, and the last one, each at the switch and at its end. */
    @Test
    void packetsThatNobodyNoticesNeedNoEventAtTheReceiver() {
        ClusterModel model = twoHosts();
        int[] nics = nics(model);
        long[] events = new long[2];
        for (int i = 0; i < 2; i++) {
            Traffic.Post post = new Traffic.Post(
                    0, nics[0], nics[1], List.of(new Traffic.Supply(5, 50_000L * (i + 1))), List.of(0L));
            TrafficDriver driver = new TrafficDriver(model, Paths.Kept.USUAL, Shortcuts.LOOK_AHEAD, false);
            driver.run(new Traffic(List.of(post)));
            events[i] = driver.kernel().processed();
        }
        // Of 50 more packets each arrives at the switch and lets the next one begin at both edges.
        assertEquals(3 * 50, events[1] - events[0]);
    }

    @Test
    void aWholeMessageThatNobodyLooksAtNeedsNoEventAtTheReceiver() {
        ClusterModel model = twoHosts();
        int[] nics = nics(model);
        long[] events = new long[2];
        for (int i = 0; i < 2; i++) {
            Traffic.Post post = new Traffic.Post(0, nics[0], nics[1], List.of(new Traffic.Supply(5, 300)), List.of(0L));
            TrafficDriver driver = new TrafficDriver(model, Paths.Kept.USUAL, Shortcuts.LOOK_AHEAD, i == 0);
            driver.run(new Traffic(List.of(post)));
            assertEquals(null, driver.network().leftOver());
            events[i] = driver.kernel().processed();
        }
        assertEquals(1, events[0] - events[1]);
    }

    /**
     * The second packet of 8 B comes to a component while that serves the first one of 1,040 B: it waits for an end at the sending interface,
     * the edge, the switch and the edge behind. It also has an arrival at the switch, as the first one has, but none at the interface, where
     * both are noticed at their ends.
     */
    @Test
    void theRestOfAMessageNeedsNoArrivalAtTheReceiver() {
        assertEquals(1 + 4 + 2 + 2, eventsOfTwoPackets(twoHosts(1e10)));
    }

    /** Where interfaces and the switch take no time, the second packet waits at the edges only, and leaves both at once. */
    @Test
    void servicesWithoutTimeNeedNoEnd() {
        assertEquals(1 + 2 + 2 + 2, eventsOfTwoPackets(twoHosts(Double.POSITIVE_INFINITY)));
    }

    private static long eventsOfTwoPackets(ClusterModel model) {
        int[] nics = nics(model);
        Traffic.Post post = new Traffic.Post(0, nics[0], nics[1], List.of(new Traffic.Supply(5, 1008)), List.of(0L));
        TrafficDriver driver = new TrafficDriver(model, Paths.Kept.USUAL, Shortcuts.LOOK_AHEAD, true);
        driver.run(new Traffic(List.of(post)));
        assertEquals(null, driver.network().leftOver());
        // But for the one behind all.
        return driver.kernel().processed() - 1;
    }

    /**
     * Packets of 1,000 B: 1,000 ns in an interface, 100 ns in an edge or a switch; two of each, with 4,000 ns of latencies. So the first message
     * is at the interface of B from 5,300 ns on, or 5,500 where it passes one more of each, and nobody looks at it any more when the second one
     * comes to wait there. The pair of the third one takes the place of its own.
     */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void anInterfaceIsBusyWithWhatItReceivesWhenThePairHasToMakeRoom(boolean severalPaths) {
        ClusterModel model = threeHosts(severalPaths);
        int[] nics = nics(model);
        long received = severalPaths ? 5_500 : 5_300;
        Traffic traffic = new Traffic(List.of(
                post(0, nics[0], nics[1], 0),
                post(1, nics[1], nics[2], received + 100),
                post(2, nics[2], nics[0], received + 200),
                post(3, nics[1], nics[0], received + 300)));
        for (Shortcuts shortcuts : Shortcuts.values()) {
            TrafficDriver driver = new TrafficDriver(model, new Paths.Kept(0, 0), shortcuts, false);
            driver.run(traffic);
            assertEquals(null, driver.network().leftOver());
            List<Long> begun = driver.messages().stream()
                    .map(message -> message.log().get(0))
                    .toList();
            assertEquals(
                    List.of(0L, received + 1000, received + 200, received + 2000), begun, () -> shortcuts.toString());
        }
    }

    private static Traffic.Post post(int number, int source, int target, long time) {
        return new Traffic.Post(
                number, source, target, List.of(new Traffic.Supply(time, 1000 - Network.HEADER_BYTES)), List.of(0L));
    }

    /** A and C at one switch, B at the same one, or at another one behind two edges that take turns. */
    private static ClusterModel threeHosts(boolean severalPaths) {
        ModelBuilder builder = new ModelBuilder().setApplication("A", "").transferGranularity(1000);
        ModelBuilder.TopologyBuilder topology = builder.createTopology("LAN", new Routing.RoundRobinRoute());
        Component near = builder.addNetworkNode("near", StoreForwardNode.of(1e10));
        Component far = near;
        if (severalPaths) {
            far = builder.addNetworkNode("far", StoreForwardNode.of(1e10));
            for (int i = 0; i < 2; i++) {
                topology.connect("e", near, SimpleNetworkEdge.of(0, 1e10), far);
                topology.connect("e", far, SimpleNetworkEdge.of(0, 1e10), near);
            }
        }
        for (int rank = 0; rank < 3; rank++) {
            Node node = builder.addNode("n" + rank, Node.of(1, 1e9, 1L << 30));
            Component nic = builder.addClient(node, "c", "A", rank, Nic.of(1e9)).nic();
            Component last = rank == 1 ? far : near;
            topology.connect("e", nic, SimpleNetworkEdge.of(2_000, 1e10), last);
            topology.connect("e", last, SimpleNetworkEdge.of(2_000, 1e10), nic);
        }
        return builder.build();
    }

    private static ClusterModel twoHosts() {
        return twoHosts(1e10);
    }

    private static ClusterModel twoHosts(double bandwidth) {
        return new ModelBuilder()
                .transferGranularity(1000)
                .star(
                        2,
                        "A",
                        Node.of(1, 1e9, 1L << 30),
                        Nic.of(bandwidth),
                        SimpleNetworkEdge.of(2_000, 1e8),
                        StoreForwardNode.of(bandwidth))
                .build();
    }

    private static int[] nics(ClusterModel model) {
        return model.clients().stream().mapToInt(client -> client.nic().id()).toArray();
    }

    @Test
    void edgesWithBurstsDoTheSameToo() {
        for (int seed = FIRST_SEED; seed < FIRST_SEED + NETWORKS / 4; seed++) {
            compare(new RandomNetwork(seed, true), seed, new EnumMap<>(Shortcuts.class));
        }
    }

    private static void compare(RandomNetwork source, int seed, Map<Shortcuts, Long> events) {
        ClusterModel model = source.model();
        Traffic traffic = source.traffic();
        long interval = 1 + duration(model, traffic) / 97;
        List<Object> expected = null;
        for (Shortcuts shortcuts : Shortcuts.values()) {
            TrafficDriver driver = new TrafficDriver(model, Paths.Kept.USUAL, shortcuts, seed % 2 == 0);
            List<Object> seen = new ArrayList<>(driver.observe(traffic, interval));
            traffic.posts().forEach(post -> seen.add(log(driver, post)));
            expected = expected == null ? seen : expected;
            assertEquals(expected, seen, "seed " + seed + " " + shortcuts);
            events.merge(shortcuts, driver.kernel().processed(), Long::sum);
        }
    }

    private static long duration(ClusterModel model, Traffic traffic) {
        TrafficDriver driver = new TrafficDriver(model, Paths.Kept.USUAL);
        driver.run(traffic);
        return driver.ended();
    }

    private static List<Long> log(TrafficDriver driver, Traffic.Post post) {
        return driver.messages().get(post.number()).log().stream().sorted().toList();
    }
}

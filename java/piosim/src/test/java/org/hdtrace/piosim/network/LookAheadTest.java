// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.network;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.hdtrace.piosim.model.cluster.ClusterModel;
import org.hdtrace.piosim.model.cluster.ModelBuilder;
import org.hdtrace.piosim.model.cluster.NetworkInterface;
import org.hdtrace.piosim.model.cluster.NetworkNodeModel;
import org.hdtrace.piosim.model.cluster.Nic;
import org.hdtrace.piosim.model.cluster.Node;
import org.hdtrace.piosim.model.cluster.Routing;
import org.hdtrace.piosim.model.cluster.SimpleNetworkEdge;
import org.hdtrace.piosim.model.cluster.StoreForwardNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Events that are saved change nothing that can be seen, whenever one looks. Source: MODEL A8. */
class LookAheadTest {
    private static final int NETWORKS = 4000;

    /** Other seeds than those of {@link RandomNetworksTest}; some tell whether a queue is entered that is not empty. */
    private static final int FIRST_SEED = 2_014_000;

    @Test
    void packetsAndStatisticsAreTheSameAtEveryMoment() {
        Map<Shortcuts, Long> events = new EnumMap<>(Shortcuts.class);
        for (int seed = FIRST_SEED; seed < FIRST_SEED + NETWORKS; seed++) {
            RandomNetwork source = new RandomNetwork(seed);
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
        assertTrue(events.get(Shortcuts.UNAWAITED_ENDS) < 0.82 * events.get(Shortcuts.NONE), events.toString());
        assertTrue(events.get(Shortcuts.LOOK_AHEAD) < 0.935 * events.get(Shortcuts.UNAWAITED_ENDS), events.toString());
    }

    /** The second packet leaves the last edge at once, while the interface serves the first, whose arrival nobody had to notice. */
    @ParameterizedTest
    @EnumSource(Shortcuts.class)
    void packetThatAnEdgeTakesNoTimeForComesBehindOneThatIsServed(Shortcuts shortcuts) {
        ModelBuilder builder = builder();
        List<NetworkInterface> ends = pair(builder, "", 0, 1e11);
        List<Traffic.Post> posts = new ArrayList<>();
        for (int number = 0; number < 2; number++) {
            Traffic.Supply all = new Traffic.Supply(number * 12_000L, number == 0 ? 960 : 0);
            posts.add(new Traffic.Post(number, ends.get(0).id(), ends.get(1).id(), List.of(all), List.of(0L)));
        }
        TrafficDriver driver = new TrafficDriver(builder.build(), Paths.Kept.USUAL, shortcuts, false);
        driver.run(new Traffic(posts));
        long first = 10_000 + 1000 + 1000 + 1 + 10 + 1000 + 10_000;
        assertEquals(
                List.of(0L, Traffic.SENT, Traffic.ARRIVED + first),
                driver.messages().get(0).log());
        long second = first + 400;
        assertEquals(
                List.of(12_000L, Traffic.SENT + 12_000, Traffic.ARRIVED + second),
                driver.messages().get(1).log());
    }

    /** Two packets arrive at once, of which one must be an event since it is refused; that isn't the last thing to happen then. */
    @ParameterizedTest
    @EnumSource(Shortcuts.class)
    void whatArrivesAtTheLastMomentIsTold(Shortcuts shortcuts) {
        ModelBuilder builder = builder();
        List<Traffic.Post> posts = new ArrayList<>();
        List<NetworkInterface> all = new ArrayList<>();
        for (int number = 0; number < 2; number++) {
            List<NetworkInterface> ends = pair(builder, "-" + number, 2 * number, 1e9);
            List<Traffic.Supply> supplies = List.of(new Traffic.Supply(0, 960));
            posts.add(new Traffic.Post(
                    number, ends.get(0).id(), ends.get(1).id(), supplies, List.of(number == 0 ? 1L : 0L)));
            all.addAll(ends);
        }
        TrafficDriver driver = new TrafficDriver(builder.build(), Paths.Kept.USUAL, shortcuts, false);
        long time = 10_000 + 1000 + 1000 + 1 + 1000 + 1000;
        ServedSums sums = driver.stopAt(new Traffic(posts), time);
        assertEquals(time, driver.kernel().now());
        for (NetworkInterface end : all) {
            int component = driver.network().plan().component(end.id());
            assertEquals(1000, sums.bytes(component), end.name());
            assertEquals(0, sums.waiting(component), end.name());
        }
    }

    private static ModelBuilder builder() {
        return new ModelBuilder().setApplication("A", "").transferGranularity(1000);
    }

    /** Two interfaces of 100 MB/s and what is between them. */
    private static List<NetworkInterface> pair(ModelBuilder builder, String name, int firstRank, double lastBandwidth) {
        ModelBuilder.TopologyBuilder net = builder.createTopology("LAN" + name, new Routing.FirstRoute());
        NetworkNodeModel middle = builder.addNetworkNode("s" + name, StoreForwardNode.of(1e12));
        List<NetworkInterface> ends = new ArrayList<>();
        for (String end : List.of("from", "to")) {
            Node host = builder.addNode(end + name, Node.of(1, 1e9, 1L << 30));
            ends.add(builder.addClient(host, "c" + name, "A", firstRank + ends.size(), Nic.of(1e8))
                    .nic());
        }
        net.connect("up" + name, ends.get(0), SimpleNetworkEdge.of(1000, 1e9), middle);
        net.connect("down" + name, middle, SimpleNetworkEdge.of(1000, lastBandwidth), ends.get(1));
        return ends;
    }

    private static long duration(ClusterModel model, Traffic traffic) {
        TrafficDriver driver = new TrafficDriver(model, Paths.Kept.USUAL);
        driver.run(traffic);
        return driver.kernel().now();
    }

    private static List<Long> log(TrafficDriver driver, Traffic.Post post) {
        return driver.messages().get(post.number()).log().stream().sorted().toList();
    }
}

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
        ModelBuilder builder = new ModelBuilder().setApplication("A", "").transferGranularity(1000);
        ModelBuilder.TopologyBuilder net = builder.createTopology("LAN", new Routing.FirstRoute());
        NetworkNodeModel middle = builder.addNetworkNode("s", StoreForwardNode.of(1e12));
        List<NetworkInterface> ends = new ArrayList<>();
        for (int rank = 0; rank < 2; rank++) {
            Node host = builder.addNode("n" + rank, Node.of(1, 1e9, 1L << 30));
            ends.add(builder.addClient(host, "c" + rank, "A", rank, Nic.of(1e8)).nic());
        }
        net.connect("up", ends.get(0), SimpleNetworkEdge.of(1000, 1e9), middle);
        net.connect("down", middle, SimpleNetworkEdge.of(1000, 1e11), ends.get(1));
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

    private static long duration(ClusterModel model, Traffic traffic) {
        TrafficDriver driver = new TrafficDriver(model, Paths.Kept.USUAL);
        driver.run(traffic);
        return driver.kernel().now();
    }

    private static List<Long> log(TrafficDriver driver, Traffic.Post post) {
        return driver.messages().get(post.number()).log().stream().sorted().toList();
    }
}

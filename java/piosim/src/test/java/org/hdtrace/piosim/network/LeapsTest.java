// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.network;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.hdtrace.piosim.model.cluster.ClusterModel;
import org.hdtrace.piosim.model.cluster.ModelBuilder;
import org.hdtrace.piosim.model.cluster.Nic;
import org.hdtrace.piosim.model.cluster.Node;
import org.hdtrace.piosim.model.cluster.SimpleNetworkEdge;
import org.hdtrace.piosim.model.cluster.StoreForwardNode;
import org.junit.jupiter.api.Test;

/** Long messages end at the same times whether or not many of their packets are passed at once. */
class LeapsTest {
    private static final int NETWORKS = 400;
    private static final int FIRST_SEED = 3_014_000;
    /** What the random messages are multiplied by; they have six packets on average. */
    private static final int FACTOR = 40;

    private static final long PACKET = 10_000;
    /** More than are looked at as often as a few. */
    private static final int FLOWS = 60;

    private static final int CROWDS = 80;

    @Test
    void longMessagesArriveAtTheSameTimes() {
        long events = 0;
        long eventsOfAll = 0;
        for (int seed = FIRST_SEED; seed < FIRST_SEED + NETWORKS; seed++) {
            RandomNetwork source = new RandomNetwork(seed);
            ClusterModel model = source.model();
            Traffic traffic = longer(source.traffic());
            // Looks at the packets that start, so nothing is passed.
            TrafficDriver all = new TrafficDriver(model, Paths.Kept.USUAL, Shortcuts.LOOK_AHEAD, false);
            TrafficDriver ahead = new TrafficDriver(model, Paths.Kept.USUAL, Shortcuts.LOOK_AHEAD, false);
            ahead.ignoreStarts();
            all.run(traffic);
            ahead.run(traffic);
            assertEquals(null, ahead.network().leftOver(), "seed " + seed);
            assertEquals(all.ended(), ahead.ended(), "seed " + seed);
            for (Traffic.Post post : traffic.posts()) {
                assertEquals(log(all, post), log(ahead, post), "seed " + seed);
            }
            events += ahead.kernel().processed();
            eventsOfAll += all.kernel().processed();
        }
        // In few of these networks all rates have small common multiples.
        assertTrue(events < 0.92 * eventsOfAll, events + " of " + eventsOfAll);
    }

    /** Three messages of one host in turn, of which one meets that of another host. */
    @Test
    void aFewEqualFlowsTakeAlmostNoEvents() {
        ClusterModel model = star(4, 1e10);
        int[] nics = nics(model);
        List<Traffic.Post> posts = new ArrayList<>();
        for (int[] pair : new int[][] {{0, 1}, {0, 2}, {0, 3}, {1, 3}}) {
            posts.add(post(posts.size(), nics[pair[0]], nics[pair[1]], 5 + posts.size(), 1000 * PACKET + 17));
        }
        Traffic traffic = new Traffic(posts);
        TrafficDriver all = new TrafficDriver(model, Paths.Kept.USUAL, Shortcuts.NONE, false);
        TrafficDriver ahead = new TrafficDriver(model, Paths.Kept.USUAL, Shortcuts.LOOK_AHEAD, false);
        for (TrafficDriver driver : List.of(all, ahead)) {
            driver.ignoreStarts();
            driver.run(traffic);
        }
        posts.forEach(post -> assertEquals(log(all, post), log(ahead, post)));
        assertEquals(all.ended(), ahead.ended());
        assertTrue(ahead.kernel().processed() < 0.1 * all.kernel().processed());
    }

    /** Each host of one half sends to one of the other half, through a switch that is too slow for all. */
    @Test
    void manyEqualFlowsTakeFewEvents() {
        ClusterModel model = star(2 * FLOWS, 20e8);
        int[] nics = nics(model);
        List<Traffic.Post> posts = new ArrayList<>();
        for (int flow = 0; flow < FLOWS; flow++) {
            posts.add(post(flow, nics[flow], nics[FLOWS + flow], 0, 400 * PACKET));
        }
        double share = shareOfEvents(model, new Traffic(posts), "equal flows");
        assertTrue(share < 0.3, share + " of all events");
    }

    @Test
    void manyRandomMessagesArriveAtTheSameTimes() {
        int fewer = 0;
        for (int seed = FIRST_SEED; seed < FIRST_SEED + CROWDS; seed++) {
            Random random = new Random(seed);
            int hosts = 2 + random.nextInt(2 * FLOWS);
            ClusterModel model = star(hosts, random.nextBoolean() ? 1e10 : hosts * 2e7);
            int[] nics = nics(model);
            List<Traffic.Post> posts = new ArrayList<>();
            boolean equal = random.nextBoolean();
            for (int number = 0; number < 33 + random.nextInt(FLOWS); number++) {
                int source = random.nextInt(hosts);
                int target = (source + 1 + random.nextInt(hosts - 1)) % hosts;
                long bytes = equal ? 150 * PACKET : 1 + random.nextInt((int) (200 * PACKET));
                posts.add(post(number, nics[source], nics[target], equal ? 0 : random.nextInt(1_000_000), bytes));
            }
            fewer += shareOfEvents(model, new Traffic(posts), "seed " + seed) < 0.95 ? 1 : 0;
        }
        assertTrue(fewer > CROWDS / 4, fewer + " of " + CROWDS);
    }

    /** Events with leaps over those without, when all else is the same. */
    private static double shareOfEvents(ClusterModel model, Traffic traffic, String name) {
        TrafficDriver all = new TrafficDriver(model, Paths.Kept.USUAL, Shortcuts.LOOK_AHEAD, false);
        TrafficDriver ahead = new TrafficDriver(model, Paths.Kept.USUAL, Shortcuts.LOOK_AHEAD, false);
        ahead.ignoreStarts();
        all.run(traffic);
        ahead.run(traffic);
        assertEquals(null, ahead.network().leftOver(), name);
        assertEquals(all.ended(), ahead.ended(), name);
        traffic.posts().forEach(post -> assertEquals(log(all, post), log(ahead, post), name));
        return (double) ahead.kernel().processed() / all.kernel().processed();
    }

    private static ClusterModel star(int hosts, double bytesPerSecond) {
        return new ModelBuilder()
                .star(
                        hosts,
                        "A",
                        Node.of(1, 1e9, 1 << 30),
                        Nic.of(1e10),
                        SimpleNetworkEdge.of(20_000, 1e8),
                        StoreForwardNode.of(bytesPerSecond))
                .transferGranularity(PACKET)
                .build();
    }

    private static int[] nics(ClusterModel model) {
        return model.clients().stream().mapToInt(client -> client.nic().id()).toArray();
    }

    private static Traffic.Post post(int number, int source, int target, long time, long bytes) {
        return new Traffic.Post(number, source, target, List.of(new Traffic.Supply(time, bytes)), List.of(0L));
    }

    /** All of a message at once, and none of it refused. */
    private static Traffic longer(Traffic traffic) {
        return new Traffic(traffic.posts().stream()
                .map(post -> new Traffic.Post(
                        post.number(),
                        post.source(),
                        post.target(),
                        List.of(new Traffic.Supply(post.supplies().get(0).time(), post.bytes() * FACTOR)),
                        List.of(0L)))
                .toList());
    }

    /** When a message was sent and what of it arrived. */
    private static List<Long> log(TrafficDriver driver, Traffic.Post post) {
        return driver.messages().get(post.number()).log().stream()
                .filter(entry -> entry < 0 || entry >= Traffic.SENT)
                .sorted()
                .toList();
    }
}

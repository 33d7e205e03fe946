// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.network;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
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
        ClusterModel model = new ModelBuilder()
                .star(
                        4,
                        "A",
                        Node.of(1, 1e9, 1 << 30),
                        Nic.of(1e10),
                        SimpleNetworkEdge.of(20_000, 1e8),
                        StoreForwardNode.of(1e10))
                .transferGranularity(PACKET)
                .build();
        int[] nics =
                model.clients().stream().mapToInt(client -> client.nic().id()).toArray();
        List<Traffic.Post> posts = new ArrayList<>();
        for (int[] pair : new int[][] {{0, 1}, {0, 2}, {0, 3}, {1, 3}}) {
            Traffic.Supply all = new Traffic.Supply(5 + posts.size(), 1000 * PACKET + 17);
            posts.add(new Traffic.Post(posts.size(), nics[pair[0]], nics[pair[1]], List.of(all), List.of(0L)));
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

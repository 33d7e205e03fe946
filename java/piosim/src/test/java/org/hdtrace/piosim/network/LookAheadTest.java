// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.network;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.hdtrace.piosim.model.cluster.ClusterModel;
import org.junit.jupiter.api.Test;

/** Packets that enter the queue of an edge early change nothing that can be seen, whenever one looks. Source: MODEL A8. */
class LookAheadTest {
    private static final int NETWORKS = 4000;

    /** Other seeds than those of {@link RandomNetworksTest}; some tell whether a queue is entered that is not empty. */
    private static final int FIRST_SEED = 2_014_000;

    @Test
    void packetsAndStatisticsAreTheSameAtEveryMoment() {
        long events = 0;
        long eventsAhead = 0;
        for (int seed = FIRST_SEED; seed < FIRST_SEED + NETWORKS; seed++) {
            RandomNetwork source = new RandomNetwork(seed);
            ClusterModel model = source.model();
            Traffic traffic = source.traffic();
            TrafficDriver stepwise = new TrafficDriver(model, Paths.Kept.USUAL, false);
            TrafficDriver ahead = new TrafficDriver(model, Paths.Kept.USUAL, true);
            long interval = 1 + duration(model, traffic) / 97;
            String where = "seed " + seed;
            assertEquals(stepwise.observe(traffic, interval), ahead.observe(traffic, interval), where);
            for (Traffic.Post post : traffic.posts()) {
                assertEquals(log(stepwise, post), log(ahead, post), where);
            }
            events += stepwise.kernel().processed();
            eventsAhead += ahead.kernel().processed();
        }
        assertTrue(eventsAhead < events * 0.935, eventsAhead + " instead of " + events + " events");
    }

    private static long duration(ClusterModel model, Traffic traffic) {
        TrafficDriver driver = new TrafficDriver(model, Paths.Kept.USUAL, true);
        driver.run(traffic);
        return driver.kernel().now();
    }

    private static List<Long> log(TrafficDriver driver, Traffic.Post post) {
        return driver.messages().get(post.number()).log().stream().sorted().toList();
    }
}

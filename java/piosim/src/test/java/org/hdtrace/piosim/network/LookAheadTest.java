// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.network;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.hdtrace.piosim.model.cluster.ClusterModel;
import org.junit.jupiter.api.Test;

/** Events that are saved change nothing that can be seen, whenever one looks. Source: MODEL A8. */
class LookAheadTest {
    private static final int NETWORKS = 4000;

    /** Other seeds than those of {@link RandomNetworksTest}; some tell whether a queue is entered that is not empty. */
    private static final int FIRST_SEED = 2_014_000;

    @Test
    void packetsAndStatisticsAreTheSameAtEveryMoment() {
        Map<Shortcuts, Long> events = new EnumMap<>(Shortcuts.class);
        for (int seed = FIRST_SEED; seed < FIRST_SEED + NETWORKS; seed++) {
            compare(new RandomNetwork(seed), seed, events);
        }
        assertTrue(events.get(Shortcuts.UNAWAITED_ENDS) < 0.82 * events.get(Shortcuts.NONE), events.toString());
        assertTrue(events.get(Shortcuts.LOOK_AHEAD) < 0.935 * events.get(Shortcuts.UNAWAITED_ENDS), events.toString());
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
        return driver.kernel().now();
    }

    private static List<Long> log(TrafficDriver driver, Traffic.Post post) {
        return driver.messages().get(post.number()).log().stream().sorted().toList();
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.network;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.hdtrace.piosim.model.cluster.ClusterModel;
import org.junit.jupiter.api.Test;

/** The network against a second implementation of its rules that was made for plainness, see {@link PacketModel}. */
class RandomNetworksTest {
    private static final int NETWORKS = 10_000;

    /** Everything, nothing, and something between. */
    private static final Paths.Kept[] KEPT = {Paths.Kept.USUAL, new Paths.Kept(0, 0), new Paths.Kept(2, 7)};

    @Test
    void movesEveryPacketWhenThePlainModelDoes() {
        int compared = 0;
        int seed = 0;
        for (; compared < NETWORKS; seed++) {
            if (compare(seed)) {
                compared++;
            }
        }
        assertTrue(seed < NETWORKS * 1.02, seed + " networks tried to find " + compared + " without ties");
    }

    /** Whether all times could be compared. */
    private static boolean compare(int seed) {
        RandomNetwork source = new RandomNetwork(seed);
        ClusterModel model = source.model();
        Traffic traffic = source.traffic();
        PacketModel expected = new PacketModel(model);
        expected.run(traffic);
        TrafficDriver driver = new TrafficDriver(model, KEPT[seed % KEPT.length]);
        ServedSums sums = ServedSums.of(driver.network());
        driver.run(traffic);
        String where = "seed " + seed + ": ";
        assertEquals(null, driver.network().leftOver(), where);
        for (TrafficDriver.Sent message : driver.messages()) {
            assertEquals(message.bytes(), message.delivered(), where);
            if (!expected.isAmbiguous()) {
                // What happens to different packets in one nanosecond has no order.
                assertEquals(sorted(expected.log(message.post())), sorted(message.log()), () -> where + message.post());
            }
        }
        if (!expected.isAmbiguous()) {
            NetworkPlan plan = driver.network().plan();
            model.components().forEach(component -> compareSums(plan, component.id(), sums, expected, where));
        }
        return !expected.isAmbiguous();
    }

    private static List<Long> sorted(List<Long> log) {
        return log.stream().sorted().toList();
    }

    private static void compareSums(NetworkPlan plan, int id, ServedSums sums, PacketModel expected, String where) {
        if (expected.bytes(id) > 0) {
            int component = plan.component(id);
            assertEquals(expected.bytes(id), sums.bytes(component), where);
            assertEquals(expected.busyNanos(id), sums.busyNanos(component), where);
            assertEquals(0, sums.waiting(component), where);
        }
    }
}

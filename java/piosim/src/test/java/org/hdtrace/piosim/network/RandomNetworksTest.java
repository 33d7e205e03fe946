// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.network;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.hdtrace.piosim.engine.Kernel;
import org.hdtrace.piosim.model.cluster.ClusterModel;
import org.hdtrace.piosim.network.route.RouteFinders;
import org.junit.jupiter.api.Test;

/** The network against a second implementation of its rules that was made for plainness, see {@link PacketModel}. */
class RandomNetworksTest {
    private static final int NETWORKS = 10_000;

    /** Drives a {@link Network} with the messages of {@link Traffic}. */
    private static final class Driver {
        private final Kernel kernel = new Kernel();
        private final Network network;
        private final List<Sent> messages = new ArrayList<>();
        private final List<Traffic.Supply> supplies = new ArrayList<>();
        private final List<Sent> supplied = new ArrayList<>();
        private final int supply = kernel.register((op, number, stamp) -> supply(number));
        private final int release = kernel.register((op, number, stamp) -> releaseOldest(number));

        Driver(ClusterModel model) {
            NetworkPlan plan = new NetworkPlan(model);
            network = new Network(
                    kernel,
                    plan,
                    RouteFinders.of(model, plan),
                    model.globalSettings().transferGranularity());
        }

        void run(Traffic traffic) {
            for (Traffic.Post post : traffic.posts()) {
                Sent message = new Sent(this, post);
                messages.add(message);
                for (Traffic.Supply part : post.supplies()) {
                    kernel.at(part.time(), supply, 0, supplies.size(), 0);
                    supplies.add(part);
                    supplied.add(message);
                }
            }
            kernel.run(Long.MAX_VALUE, Long.MAX_VALUE);
        }

        private void supply(int number) {
            Sent message = supplied.get(number);
            if (!message.opened) {
                message.opened = true;
                network.open(message);
            }
            network.supply(message, supplies.get(number).bytes());
        }

        private void releaseOldest(int number) {
            network.release(messages.get(number));
        }
    }

    private static final class Sent extends Message {
        private final Driver driver;
        private final Traffic.Post post;
        private final List<Long> log = new ArrayList<>();
        private int arrived;
        private boolean opened;

        Sent(Driver driver, Traffic.Post post) {
            super(
                    driver.network.plan().component(post.source()),
                    driver.network.plan().component(post.target()),
                    post.bytes());
            this.driver = driver;
            this.post = post;
        }

        @Override
        protected void packetStarted(long payload) {
            log.add(driver.kernel.now());
        }

        @Override
        protected void sent() {
            log.add(Traffic.SENT + driver.kernel.now());
        }

        @Override
        protected boolean packetArrived(long payload) {
            log.add(Traffic.ARRIVED + driver.kernel.now());
            long hold = post.hold(arrived++);
            if (hold > 0) {
                driver.kernel.at(driver.kernel.now() + hold, driver.release, 0, post.number(), 0);
            }
            return hold == 0;
        }
    }

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
        Driver driver = new Driver(model);
        driver.run(traffic);
        String where = "seed " + seed;
        assertEquals(null, driver.network.leftOver(), where);
        model.components().forEach(component -> compareSums(component.id(), driver.network, expected, where));
        for (Sent message : driver.messages) {
            assertEquals(message.bytes(), message.delivered(), where);
            if (!expected.isAmbiguous()) {
                assertEquals(expected.log(message.post), message.log, () -> where + ": " + message.post);
            }
        }
        return !expected.isAmbiguous();
    }

    private static void compareSums(int id, Network network, PacketModel expected, String where) {
        if (expected.bytes(id) > 0) {
            int component = network.plan().component(id);
            assertEquals(expected.bytes(id), network.bytesServed(component), where);
            assertEquals(expected.busyNanos(id), network.busyNanos(component), where);
            assertEquals(0, network.queueLength(component), where);
        }
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.network;

import java.util.ArrayList;
import java.util.List;
import org.hdtrace.piosim.engine.Kernel;
import org.hdtrace.piosim.model.cluster.ClusterModel;
import org.hdtrace.piosim.network.route.RouteFinders;

/** Drives a {@link Network} with the messages of {@link Traffic}. */
final class TrafficDriver {
    private static final long MUCH_LATER = 10_000_000_000_000L;

    private final Kernel kernel = new Kernel();
    private final Network network;
    private final boolean curious;
    private boolean ignoresStarts;
    private final List<Sent> messages = new ArrayList<>();
    private final List<Traffic.Supply> supplies = new ArrayList<>();
    private final List<Sent> supplied = new ArrayList<>();
    private final int supply = kernel.register("supply", (op, number, stamp) -> supply(number));
    private final int later = kernel.register("later", (op, number, stamp) -> {});
    private long ended;
    private final int release = kernel.register("release", (op, number, stamp) -> releaseOldest(number));

    TrafficDriver(ClusterModel model, Paths.Kept kept) {
        this(model, kept, Shortcuts.LOOK_AHEAD, true);
    }

    /**
     * An idle network.
     *
     * @param curious whether messages look at each packet, not just at the last one and half of them at the first; some that have one packet
     *     don't even look at that
     */
    TrafficDriver(ClusterModel model, Paths.Kept kept, Shortcuts shortcuts, boolean curious) {
        this.curious = curious;
        NetworkPlan plan = new NetworkPlan(model);
        network = new Network(
                kernel,
                plan,
                RouteFinders.of(model, plan),
                model.globalSettings().transferGranularity(),
                kept,
                shortcuts);
    }

    /** From now on messages don't look at packets that start. */
    void ignoreStarts() {
        ignoresStarts = true;
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
        ended = kernel.now();
        kernel.at(ended + MUCH_LATER, later, 0, 0, 0);
        kernel.run(Long.MAX_VALUE, Long.MAX_VALUE);
        network.catchUp();
    }

    /** Time in ns of the last event, but for the one that lets everything unnoticed be over. */
    long ended() {
        return ended;
    }

    /** What all components did at many times until nothing moved any more, see {@link #run}. */
    List<Long> observe(Traffic traffic, long interval) {
        ServedSums sums = ServedSums.of(network);
        run(traffic);
        List<Long> seen = new ArrayList<>();
        long end = Math.max(ended, sums.end());
        for (long time = 0; time < end; time += interval) {
            look(sums, time, seen);
        }
        look(sums, end, seen);
        return seen;
    }

    private void look(ServedSums sums, long time, List<Long> seen) {
        seen.add(time);
        for (int component = 0; component < network.plan().size(); component++) {
            seen.add(sums.busyNanos(component, time));
            seen.add(sums.bytes(component, time));
            seen.add(sums.waiting(component, time));
        }
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

    Network network() {
        return network;
    }

    Kernel kernel() {
        return kernel;
    }

    List<Sent> messages() {
        return messages;
    }

    /** A message of the traffic and its log. */
    static final class Sent extends Message {
        private final TrafficDriver driver;
        private final Traffic.Post post;
        private final List<Long> log = new ArrayList<>();
        private int arrived;
        private boolean opened;

        Sent(TrafficDriver driver, Traffic.Post post) {
            super(
                    driver.network.plan().component(post.source()),
                    driver.network.plan().component(post.target()),
                    post.bytes());
            this.driver = driver;
            this.post = post;
        }

        Traffic.Post post() {
            return post;
        }

        List<Long> log() {
            return log;
        }

        @Override
        protected boolean startsUnnoticed() {
            return driver.ignoresStarts;
        }

        @Override
        protected void packetStarted(long payload) {
            if (!startsUnnoticed()) {
                log.add(driver.kernel.now());
            }
        }

        @Override
        protected void sent() {
            log.add(Traffic.SENT + driver.kernel.now());
        }

        @Override
        protected boolean passesUnnoticed(long payload) {
            return !looks() && delivered() + payload < bytes();
        }

        /** Some messages aren't looked at if they have one packet. */
        @Override
        protected boolean isUnnoticed() {
            return !driver.curious && post.isNeverRefused() && post.number() % 3 == 0;
        }

        /** Whether it wants to see the next packet even if that isn't the last one. */
        private boolean looks() {
            return driver.curious || !post.isNeverRefused() || (arrived == 0 && post.number() % 2 == 0);
        }

        @Override
        protected boolean packetArrived(long payload) {
            boolean isWhole = payload == bytes();
            if (isWhole ? isUnnoticed() : !looks() && !isComplete()) {
                return true;
            }
            log.add(Traffic.ARRIVED + driver.kernel.now());
            long hold = post.hold(arrived++);
            if (hold > 0) {
                driver.kernel.at(driver.kernel.now() + hold, driver.release, 0, post.number(), 0);
            }
            return hold == 0;
        }
    }
}

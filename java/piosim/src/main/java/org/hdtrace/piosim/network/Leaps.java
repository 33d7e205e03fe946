// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.network;

import org.hdtrace.piosim.engine.EventQueue;
import org.hdtrace.piosim.engine.Kernel;

/**
 * Passes many periods of steady traffic at once. While messages are all that happens, and everything that decides about what
 * comes next is as it was a while ago but for the time and for how much has been sent, the same happens again and again until one of
 * the messages comes to its last packets: the rules know only differences of times. So the clock and all that is pending are put
 * forward by as many periods as there is room for. Nothing is done while somebody observes components, or limits the time of the run or
 * the number of its events.
 */
final class Leaps implements Runnable {
    /** So many messages at most. */
    private static final int MESSAGES = 4096;
    /** So many events for each of them, or as if there were a few more, else something else is pending, too. */
    private static final int EVENTS = 4;

    /** So many messages are looked at without counting what that takes. */
    private static final int FEW = 32;
    /** Packets that a message has to have left, lest looking costs more than it saves. */
    private static final long WORTHWHILE = 16;
    /** Packets of each message that come one by one in the end. */
    private static final long REST = 2;
    /** Times to look in vain before the messages are others. */
    private static final int PATIENCE = 128;
    /** After a look at what can't repeat itself, this part of all packets so far starts before the next one. */
    private static final int PAUSE = 8;
    /** So many events for each component come after a look at many messages that can't repeat themselves. */
    private static final long CAUTION = 2;
    /** So many values of a {@link Moment} of many messages take about as long as an event. */
    private static final int VALUES = 16;
    /** The pause after a look at many messages is at most so many times as long as the look took. */
    private static final int LONGEST_PAUSE = 64;

    private final Kernel kernel;
    private final PacketEvents events;
    private final Components components;
    private final Paths paths;
    private final LateArrivals late;
    private final long granularity;
    private final MessagesUnderWay messages = new MessagesUnderWay(MESSAGES);
    private final PassedServers servers;
    private final TimeShift time;

    // As it was a while ago, and is; looked at so many times, and kept for so many (R. P. Brent's way to find a cycle).
    private Moment then;
    private Moment present;
    private int looks;
    private int keepUntil;
    /** Packets that could have been looked at since the messages are these, and those before the next look. */
    private long starts;

    private long pausesUntil;
    /** Rises when the messages are others. */
    private int changes;

    /** Number of the event before which many messages aren't looked at. */
    private long restsUntil;
    /** How many times as long as a look at them the pause after the next one is. */
    private long rest = 1;

    Leaps(
            Kernel kernel,
            PacketEvents events,
            Components components,
            Paths paths,
            Streams streams,
            Packets packets,
            LateArrivals late,
            long granularity) {
        this.kernel = kernel;
        this.events = events;
        this.components = components;
        this.paths = paths;
        this.late = late;
        this.granularity = granularity;
        servers = new PassedServers(paths);
        time = new TimeShift(kernel, events, paths, packets);
        then = new Moment(kernel, events, components, paths, streams, packets, messages, servers, granularity);
        present = new Moment(kernel, events, components, paths, streams, packets, messages, servers, granularity);
    }

    /** A message is under way. */
    void opened(Message message) {
        messages.add(message);
        restart();
    }

    /** A message isn't under way any more. */
    void left(Message message) {
        messages.remove(message);
        restart();
    }

    private void restart() {
        changes++;
        looks = 0;
        starts = 0;
        pausesUntil = 0;
        keepUntil = 0;
        then.clear();
    }

    /** An interface has started a packet of a message. */
    void started(Message message) {
        if (messages.areKnown()
                && messages.isFirst(message)
                && message.available - message.created >= WORTHWHILE * granularity
                && looks < PATIENCE
                && message.startsUnnoticed()
                && ++starts > pausesUntil
                && (isFew() || kernel.processed() >= restsUntil)) {
            kernel.afterEvent(this);
        }
    }

    private boolean isFew() {
        return messages.count() <= FEW;
    }

    /** Look, between two events. */
    @Override
    public void run() {
        if (!messages.areKnown() || messages.count() == 0) {
            return;
        }
        if (!canRepeat()) {
            pausesUntil = starts + starts / PAUSE;
            restsUntil = kernel.processed() + CAUTION * servers.count();
            return;
        }
        looks++;
        if (present.isLike(then)) {
            leap();
            looks = PATIENCE;
            rest = 1;
        } else {
            restsUntil = kernel.processed() + rest * present.size() / VALUES;
            rest = Math.min(LONGEST_PAUSE, 2 * rest);
            if (looks > keepUntil || !isFew()) {
                keep();
            }
        }
    }

    /** Whether nothing but the messages decides about what happens next; then {@link #present} is that. */
    private boolean canRepeat() {
        return !components.isObserved()
                && !paths.areFull()
                && kernel.canLeap()
                && servers.collect(messages)
                && catchUp()
                && isAlone()
                && present.take();
    }

    /** Let all have happened that ought to have; whether the messages are the same as before. */
    private boolean catchUp() {
        int before = changes;
        for (int i = 0; i < servers.count(); i++) {
            late.catchUp(servers.get(i));
        }
        return changes == before;
    }

    private void keep() {
        keepUntil = 2 * looks;
        Moment unused = then;
        then = present;
        present = unused;
    }

    /** Whether nothing but packets is pending. */
    private boolean isAlone() {
        if (kernel.pending() > EVENTS * (FEW + messages.count())) {
            return false;
        }
        kernel.listPending();
        for (int place = 0; place < kernel.pending(); place++) {
            if (!events.isOfNetwork(kernel.pendingEvent(place))) {
                return false;
            }
        }
        return true;
    }

    private void leap() {
        long period = events.now() - then.time();
        // What would go on beyond the latest time goes on step by step.
        long periods = (EventQueue.MAX_TIME / 2 - events.now()) / Math.max(1, period);
        for (int i = 0; i < messages.count(); i++) {
            Message message = messages.get(i);
            long created = message.created - then.created(i);
            if (created > 0) {
                periods = Math.min(periods, (message.bytes - message.created - REST * granularity) / created);
            }
        }
        if (periods <= 0) {
            return;
        }
        for (int i = 0; i < messages.count(); i++) {
            messages.get(i).pass(periods * (messages.get(i).created - then.created(i)));
        }
        time.shift(messages, servers, periods * period);
    }
}

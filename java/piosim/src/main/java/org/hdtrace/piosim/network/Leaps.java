// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.network;

import java.util.function.Supplier;
import org.hdtrace.piosim.engine.EventQueue;
import org.hdtrace.piosim.engine.Kernel;

/**
 * Passes many periods of steady traffic at once. While a few messages are all that happens, and everything that decides about what
 * comes next is as it was a while ago but for the time and for how much has been sent, the same happens again and again until one of
 * the messages comes to its last packets: the rules know only differences of times. So the clock and all that is pending are put
 * forward by as many periods as there is room for. Nothing is done while somebody observes components, or limits the time of the run or
 * the number of its events.
 */
final class Leaps implements Runnable {
    /** So many messages at most, and what is known of them. */
    private static final int MESSAGES = 32;

    private static final int SERVERS = 128;
    /** Packets that a message has to have left, lest looking costs more than it saves. */
    private static final long WORTHWHILE = 16;
    /** Packets of each message that come one by one in the end. */
    private static final long REST = 2;
    /** Times to look in vain before the messages are others. */
    private static final int PATIENCE = 128;
    /** After a look at what can't repeat itself, this part of all packets so far starts before the next one. */
    private static final int PAUSE = 8;

    private static final int NONE = -1;

    private final Kernel kernel;
    private final PacketEvents events;
    private final Components components;
    private final Paths paths;
    private final Packets packets;
    private final LateArrivals late;
    private final long granularity;

    private final Message[] messages = new Message[MESSAGES];
    private int count;
    private final Server[] servers = new Server[SERVERS];
    private int serverCount;
    /** There were more messages since there was none. */
    private boolean isCrowded;

    // As it was a while ago, and is; looked at so many times, and kept for so many (R. P. Brent's way to find a cycle).
    private Moment then;
    private Moment present;
    private int looks;
    /** Packets that could have been looked at since the messages are these, and those before the next look. */
    private long starts;

    private long pausesUntil;
    /** Rises when the messages are others. */
    private int changes;

    private int keepUntil;

    Leaps(
            Kernel kernel,
            PacketEvents events,
            Components components,
            Paths paths,
            Packets packets,
            LateArrivals late,
            Supplier<Moment> moments,
            long granularity) {
        this.kernel = kernel;
        this.events = events;
        this.components = components;
        this.paths = paths;
        this.packets = packets;
        this.late = late;
        this.then = moments.get();
        this.present = moments.get();
        this.granularity = granularity;
    }

    /** A message is under way. */
    void opened(Message message) {
        int place = count++;
        if (place == MESSAGES) {
            isCrowded = true;
        }
        if (!isCrowded) {
            messages[place] = message;
            restart();
        }
    }

    /** A message isn't under way any more. */
    void left(Message message) {
        count--;
        if (!isCrowded) {
            int place = 0;
            while (messages[place] != message) {
                place++;
            }
            messages[place] = messages[count];
            restart();
        } else if (count == 0) {
            isCrowded = false;
            restart();
        }
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
        if (!isCrowded
                && message == messages[0]
                && message.available - message.created >= WORTHWHILE * granularity
                && looks < PATIENCE
                && message.startsUnnoticed()
                && ++starts > pausesUntil) {
            kernel.afterEvent(this);
        }
    }

    /** Look, between two events. */
    @Override
    public void run() {
        if (isCrowded || count == 0) {
            return;
        }
        if (!canRepeat()) {
            pausesUntil = starts + starts / PAUSE;
            return;
        }
        looks++;
        if (present.isLike(then)) {
            leap();
            looks = PATIENCE;
        } else if (looks > keepUntil) {
            keep();
        }
    }

    /** Whether nothing but the messages decides about what happens next; then {@link #present} is that. */
    private boolean canRepeat() {
        return !components.isObserved()
                && !paths.areFull()
                && kernel.canLeap()
                && isAlone()
                && collectServers()
                && kernel.canLeap()
                && present.take(messages, count, servers, serverCount);
    }

    private void keep() {
        keepUntil = 2 * looks;
        Moment unused = then;
        then = present;
        present = unused;
    }

    /** Whether nothing but packets is pending. */
    private boolean isAlone() {
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
        for (int i = 0; i < count; i++) {
            Message message = messages[i];
            long created = message.created - then.created(i);
            if (created > 0) {
                periods = Math.min(periods, (message.bytes - message.created - REST * granularity) / created);
            }
        }
        if (periods <= 0) {
            return;
        }
        long nanos = periods * period;
        for (int i = 0; i < count; i++) {
            move(messages[i], periods * (messages[i].created - then.created(i)));
            if (isFirstOfPair(i)) {
                moveWaiting(paths.onlyPath(messages[i].pair), nanos);
            }
        }
        for (int i = 0; i < serverCount; i++) {
            move(servers[i], nanos);
        }
        for (int place = 0; place < kernel.pending(); place++) {
            Packet packet = events.arriving(kernel.pendingEvent(place));
            if (packet != null) {
                move(packet, nanos);
            }
        }
        kernel.leap(nanos);
    }

    private void move(Message message, long bytes) {
        message.created += bytes;
        message.nearing += bytes;
        message.delivered += bytes;
    }

    private void move(Packet packet, long nanos) {
        packet.tail = moved(packet.tail, events.now(), nanos);
    }

    private void moveWaiting(int path, long nanos) {
        for (int position = path; ; position++) {
            Stream stream = paths.stream(position);
            for (int number = stream.first; number != NONE; number = packets.get(number).next) {
                move(packets.get(number), nanos);
            }
            if (stream.isLast) {
                return;
            }
        }
    }

    /** Whether a message is the first one of its pair of interfaces. */
    private boolean isFirstOfPair(int number) {
        for (int i = 0; i < number; i++) {
            if (messages[i].pair == messages[number].pair) {
                return false;
            }
        }
        return true;
    }

    private static long moved(long time, long now, long nanos) {
        return time < now ? time : time + nanos;
    }

    private void move(Server server, long nanos) {
        long now = events.now();
        server.freeAt = moved(server.freeAt, now, nanos);
        server.lateUntil = moved(server.lateUntil, now, nanos);
        server.lateFrom = moved(server.lateFrom, now, nanos);
        for (int number = server.firstLate; number != NONE; number = packets.get(number).next) {
            packets.get(number).tail += nanos;
        }
        if (server.hasServedPacket()) {
            move(packets.get(server.servedPacket), nanos);
        }
    }

    /** Find the servers that the messages pass, and let all have happened there that ought to have; false when there are too many. */
    private boolean collectServers() {
        serverCount = 0;
        for (int i = 0; i < count; i++) {
            int path = messages[i].pair == NONE ? NONE : paths.onlyPath(messages[i].pair);
            if (path == NONE) {
                return false;
            }
            boolean isLast = false;
            for (int position = path; !isLast; position++) {
                Server server = paths.stream(position).server;
                if (!contains(server)) {
                    if (serverCount == servers.length || server.isPaced()) {
                        return false;
                    }
                    servers[serverCount++] = server;
                }
                isLast = paths.isLast(position);
            }
        }
        int before = changes;
        for (int i = 0; i < serverCount; i++) {
            late.catchUp(servers[i]);
        }
        return changes == before;
    }

    private boolean contains(Server server) {
        for (int i = 0; i < serverCount; i++) {
            if (servers[i] == server) {
                return true;
            }
        }
        return false;
    }
}

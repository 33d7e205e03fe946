// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.engine;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Virtual time and the event loop. One per simulation; not safe for use by several threads.
 *
 * <p>An event is one {@code long}: which handler, what (op), for whom (argument), and a stamp with which a handler
 * recognises timers that it no longer wants; nothing is ever searched for in the queue.
 */
public final class Kernel {
    /** Receives the events it has scheduled. */
    @FunctionalInterface
    public interface Handler {
        /**
         * Something is due.
         *
         * @param op 0 to 15
         * @param stamp the lower 24 bits of the stamp given when scheduling
         */
        void handle(int op, int argument, int stamp);
    }

    /**
     * What a handler has done so far.
     *
     * @param events number of its events
     * @param nanos time in ns that it took for them, 0 without {@link #measureTimes}
     */
    public record HandlerProfile(String name, long events, long nanos) {}

    /** Looks at the simulation at regular times, without events of its own. */
    @FunctionalInterface
    public interface Sampler {
        /** Everything before this time has happened; the result is the next time to look. */
        long sample(long time);
    }

    /** Why {@link #run} returned. */
    public enum Outcome {
        /** No event was left. */
        FINISHED,
        /** The next event lies after the given time, at which the clock stands now. */
        TIME_LIMIT,
        /** The given number of events was processed. */
        EVENT_LIMIT
    }

    private record Cancelled(long time, long event) {}

    /** The ticket of no event. */
    public static final long NO_TICKET = 0;

    /** Mask of what remains of a stamp. */
    public static final int STAMP_MASK = 0xFFFFFF;

    private final EventQueue queue = new EventQueue();
    private Handler[] handlers = new Handler[0];
    private String[] names = new String[0];
    private long[] events = new long[0];
    private long[] nanos = new long[0];
    private LongSupplier clock;
    private final List<Cancelled> cancelled = new ArrayList<>(0);
    /** Time of the first of them. */
    private long firstCancelled = Long.MAX_VALUE;

    private Sampler sampler;
    private long nextSample = Long.MAX_VALUE;
    private long now;
    /** The clock has gone on to a limit, at which no event was. */
    private boolean isAtLimit;

    private long processed;
    /** Limits of the present {@link #run}: the last time in ns, and of {@link #processed}. */
    private long until;

    private long maxEvents;
    /** What is done when the present event has been processed, or null. */
    private Runnable afterwards;

    /**
     * Add a handler, at most 16; the result is its number for {@link #at}.
     *
     * @param name for {@link #profile}
     */
    public int register(String name, Handler handler) {
        int number = handlers.length;
        handlers = Arrays.copyOf(handlers, number + 1);
        names = Arrays.copyOf(names, number + 1);
        events = Arrays.copyOf(events, number + 1);
        nanos = Arrays.copyOf(nanos, number + 1);
        handlers[number] = handler;
        names[number] = name;
        return number;
    }

    /**
     * From now on add up how long handlers take. The loop and the queue aren't part of it.
     *
     * @param nanoClock asked before and after every event, as {@code System::nanoTime}
     */
    public void measureTimes(LongSupplier nanoClock) {
        clock = nanoClock;
    }

    /** What every handler has done so far, in the order of {@link #register}. */
    public List<HandlerProfile> profile() {
        List<HandlerProfile> all = new ArrayList<>();
        for (int handler = 0; handler < handlers.length; handler++) {
            all.add(new HandlerProfile(names[handler], events[handler], nanos[handler]));
        }
        return List.copyOf(all);
    }

    /** Current virtual time in ns. */
    public long now() {
        return now;
    }

    /**
     * The turn of the present event, 3 for one of {@link #at}, and at a time that {@link #run} has stopped at. One of {@link #inTurn} that was scheduled for its own moment, for
     * a turn that had begun, comes behind all those of the turn of that time.
     */
    public int turn() {
        return isAtLimit ? EventQueue.FIRST_UNRANKED : queue.priority();
    }

    /** Number of events processed so far. */
    public long processed() {
        return processed;
    }

    /** Schedule an event; the result is its ticket for {@link #withdraw}. */
    public long at(long time, int handler, int op, int argument, int stamp) {
        queue.push(time, EventQueue.FIRST_UNRANKED, payload(handler, op, argument, stamp));
        return queue.pushed();
    }

    /**
     * Schedule an event that comes before those of {@link #at} of its time, in an order that doesn't depend on when it
     * was scheduled.
     *
     * @param turn 0 to 2: in which turn of its moment it comes
     * @param rank 0 to {@link #STAMP_MASK} among the events of its turn; the handler gets it as the stamp
     */
    public void inTurn(long time, int turn, int handler, int op, int argument, int rank) {
        queue.push(time, turn, payload(handler, op, argument, rank));
    }

    /** As {@link #inTurn}, but it has its rank even in a turn that has begun, if that hasn't come to it. */
    public void inRank(long time, int turn, int handler, int op, int argument, int rank) {
        queue.pushInRank(time, turn, payload(handler, op, argument, rank));
    }

    private static long payload(int handler, int op, int argument, int stamp) {
        return (long) handler << 60 | (long) op << 56 | (argument & 0xFFFFFFFFL) << 24 | (stamp & STAMP_MASK);
    }

    /**
     * Take an event back if it is the one scheduled last and nothing has happened since; otherwise it will come, and its
     * stamp has to tell that it isn't wanted.
     */
    public void withdraw(long ticket) {
        queue.withdraw(ticket);
    }

    /**
     * Take back an event of {@link #at} or {@link #inTurn} that hasn't come, as if it had never been scheduled. Of equal ones it is the
     * first. Cost: few should be taken back at a time.
     */
    public void cancel(long time, int handler, int op, int argument, int stamp) {
        cancelled.add(new Cancelled(time, payload(handler, op, argument, stamp)));
        firstCancelled = Math.min(firstCancelled, time);
    }

    /** Do something, which is no event, when the present event has been processed. */
    public void afterEvent(Runnable action) {
        afterwards = action;
    }

    /** Whether the number of events is limited, so that each has to happen whoever looks on. */
    public boolean limitsEvents() {
        return maxEvents != Long.MAX_VALUE;
    }

    /** Whether {@link #leap} is possible now: nothing limits the run, and nobody looks at times in between. */
    public boolean canLeap() {
        return until == Long.MAX_VALUE
                && maxEvents == Long.MAX_VALUE
                && nextSample == Long.MAX_VALUE
                && cancelled.isEmpty();
    }

    /** Number of pending events. */
    public int pending() {
        return queue.size();
    }

    /** Bring the pending events in order for {@link #pendingKey} and {@link #pendingEvent}, until something is scheduled or happens. */
    public void listPending() {
        queue.list();
    }

    /** Time from now in ns and turn of a pending event, by its place in their order. */
    public long pendingKey(int place) {
        return queue.keyFromNow(place);
    }

    /** Handler, op, argument, and stamp or rank of a pending event, as the bits of {@link #at}. */
    public long pendingEvent(int place) {
        return queue.payload(place);
    }

    /**
     * Between two events, while {@link #canLeap}: it is so much later, and all that is pending comes so much later.
     *
     * @throws IllegalArgumentException when something would come beyond {@link EventQueue#MAX_TIME}; nothing has changed then
     */
    public void leap(long nanos) {
        queue.delay(nanos);
        now += nanos;
    }

    /** Call a sampler at a time, then at the times it asks for. */
    public void sampleFrom(long time, Sampler newSampler) {
        sampler = newSampler;
        nextSample = time;
    }

    /**
     * Process events until none is left or a limit is reached. May be called again to go on.
     *
     * @param lastTime last time in ns at which events are processed
     * @param lastEvent limit of {@link #processed()}
     */
    public Outcome run(long lastTime, long lastEvent) {
        until = lastTime;
        maxEvents = lastEvent;
        isAtLimit = false;
        while (!queue.isEmpty()) {
            long time = queue.nextTime();
            if (time == firstCancelled && dropNext(time)) {
                continue;
            }
            if (time > until) {
                stopAtLimit();
                return Outcome.TIME_LIMIT;
            }
            if (processed >= maxEvents) {
                return Outcome.EVENT_LIMIT;
            }
            sampleBefore(time);
            now = time;
            processed++;
            dispatch(queue.popNext());
            if (afterwards != null) {
                Runnable next = afterwards;
                afterwards = null;
                next.run();
            }
        }
        return Outcome.FINISHED;
    }

    /** What has happened until a time doesn't depend on which event was the last one. */
    private void stopAtLimit() {
        if (until >= now) {
            sampleBefore(until + 1);
            now = until;
            isAtLimit = true;
        }
    }

    private void sampleBefore(long time) {
        while (time > nextSample) {
            now = nextSample;
            nextSample = sampler.sample(nextSample);
        }
    }

    /** Remove the next event if it was taken back. */
    private boolean dropNext(long time) {
        if (!cancelled.remove(new Cancelled(time, queue.peekNext()))) {
            return false;
        }
        queue.popNext();
        firstCancelled = cancelled.stream().mapToLong(Cancelled::time).min().orElse(Long.MAX_VALUE);
        return true;
    }

    private void dispatch(long event) {
        int handler = (int) (event >>> 60);
        long began = clock == null ? 0 : clock.getAsLong();
        events[handler]++;
        handlers[handler].handle((int) (event >>> 56) & 15, (int) (event >>> 24), (int) event & STAMP_MASK);
        if (clock != null) {
            nanos[handler] += clock.getAsLong() - began;
        }
    }
}

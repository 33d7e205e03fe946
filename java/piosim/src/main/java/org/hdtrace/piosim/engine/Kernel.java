// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.engine;

import java.util.Arrays;

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
        /** The next event lies after the given time. */
        TIME_LIMIT,
        /** The given number of events was processed. */
        EVENT_LIMIT
    }

    /** Mask of what remains of a stamp. */
    public static final int STAMP_MASK = 0xFFFFFF;

    private final EventQueue queue = new EventQueue();
    private Handler[] handlers = new Handler[0];
    private Sampler sampler;
    private long nextSample = Long.MAX_VALUE;
    private long now;
    private long processed;

    /** Add a handler; the result is its number for {@link #at}. */
    public int register(Handler handler) {
        handlers = Arrays.copyOf(handlers, handlers.length + 1);
        handlers[handlers.length - 1] = handler;
        return handlers.length - 1;
    }

    /** Current virtual time in ns. */
    public long now() {
        return now;
    }

    /** Number of events processed so far. */
    public long processed() {
        return processed;
    }

    /** Schedule an event. */
    public void at(long time, int handler, int op, int argument, int stamp) {
        long payload = (long) handler << 60 | (long) op << 56 | (argument & 0xFFFFFFFFL) << 24 | (stamp & STAMP_MASK);
        queue.push(time, 0, payload);
    }

    /** Call a sampler at a time, then at the times it asks for. */
    public void sampleFrom(long time, Sampler newSampler) {
        sampler = newSampler;
        nextSample = time;
    }

    /**
     * Process events until none is left or a limit is reached. May be called again to go on.
     *
     * @param until last time in ns at which events are processed
     * @param maxEvents limit of {@link #processed()}
     */
    public Outcome run(long until, long maxEvents) {
        while (!queue.isEmpty()) {
            long time = queue.nextTime();
            if (time > until) {
                return Outcome.TIME_LIMIT;
            }
            if (processed >= maxEvents) {
                return Outcome.EVENT_LIMIT;
            }
            while (time > nextSample) {
                now = nextSample;
                nextSample = sampler.sample(nextSample);
            }
            now = time;
            processed++;
            long event = queue.pop();
            handlers[(int) (event >>> 60)].handle(
                    (int) (event >>> 56) & 15, (int) (event >>> 24), (int) event & STAMP_MASK);
        }
        return Outcome.FINISHED;
    }
}

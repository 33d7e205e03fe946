// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.output;

import java.io.IOException;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.hdtrace.format.output.WriterPool;

/**
 * What components do, on its way to the thread that writes: the simulation notes a few numbers for each call, and the thread makes
 * step functions and records of many of them at a time. Calls are those of {@link StepSeries}, by the {@link Component}.
 *
 * <p>Thread: the simulation's, but for what {@link WriterPool#later} does.
 */
final class ComponentLog {
    /** Makes a series, on the thread that writes. */
    @FunctionalInterface
    interface Maker {
        StepSeries make(WriterPool ofThread) throws IOException;
    }

    private static final int QUEUED = 0;
    private static final int SERVED = 1;
    private static final int CHANGE_QUEUE = 2;
    private static final int SERVE = 3;
    private static final int OCCUPY = 4;
    private static final int PASS = 5;
    /** Of what a call begins with: which one it is, behind that the number of the component. */
    private static final int CALL_BITS = 3;

    private static final int CALL_MASK = (1 << CALL_BITS) - 1;
    /** Numbers of a call that something waits, the most frequent one; all others have as many as the longest. */
    private static final int QUEUED_LENGTH = 2;

    private static final int LONGEST = 4;
    /** Numbers that are handed over at a time, 64 KiB. */
    private static final int PART = 1 << 13;
    /** What a series without records takes about. */
    private static final long SERIES_BYTES = 512;

    private static final int FIRST_SERIES = 16;

    private final WriterPool pool;
    private long[] part = new long[PART];
    private int used;
    /** Where the last call begins. */
    private int last;

    private int components;
    /** Parts that are replayed, to be used again. */
    private final Queue<long[]> spare = new ConcurrentLinkedQueue<>();

    /** By number; of the thread that writes. */
    private StepSeries[] series = {};

    ComponentLog(WriterPool pool) {
        this.pool = pool;
    }

    /** One more component. */
    Component add(Maker maker) throws IOException {
        int number = components++;
        pool.later(SERIES_BYTES, ofThread -> {
            if (number == series.length) {
                series = Arrays.copyOf(series, Math.max(FIRST_SERIES, 2 * number));
            }
            series[number] = maker.make(ofThread);
        });
        return new Component(number);
    }

    /** Nothing more happens. */
    void close(long now) throws IOException {
        handOver();
        int all = components;
        pool.later(0, ofThread -> {
            for (int i = 0; i < all; i++) {
                series[i].close(now);
            }
        });
    }

    /** Notes what one component does. */
    final class Component {
        private final long number;

        private Component(long number) {
            this.number = number << CALL_BITS;
        }

        void queued(long time) throws IOException {
            reserve();
            last = used;
            part[used++] = number | QUEUED;
            part[used++] = time;
        }

        void served(long from, long until, long bytes) throws IOException {
            if (part[last] == (number | QUEUED) && part[last + 1] == from && used == last + QUEUED_LENGTH) {
                // It never waited, as most don't.
                used = last;
                note(number | SERVE, from, until, bytes);
            } else {
                note(number | SERVED, from, until, bytes);
            }
        }

        void changeQueue(long time, int by) throws IOException {
            note(number | CHANGE_QUEUE, time, by, 0);
        }

        void serve(long from, long until, long bytes) throws IOException {
            note(number | SERVE, from, until, bytes);
        }

        void occupy(long time, int busyChannels, int ofChannels) throws IOException {
            note(number | OCCUPY, time, busyChannels, ofChannels);
        }

        void pass(long time, long bytes) throws IOException {
            note(number | PASS, time, bytes, 0);
        }
    }

    private void note(long call, long first, long second, long third) throws IOException {
        reserve();
        last = used;
        part[used++] = call;
        part[used++] = first;
        part[used++] = second;
        part[used++] = third;
    }

    private void reserve() throws IOException {
        if (used > PART - LONGEST) {
            handOver();
        }
    }

    private void handOver() throws IOException {
        long[] calls = part;
        int length = used;
        long[] free = spare.poll();
        part = free == null ? new long[PART] : free;
        used = 0;
        last = 0;
        pool.later((long) Long.BYTES * PART, ofThread -> {
            replay(calls, length);
            spare.add(calls);
        });
    }

    private void replay(long[] calls, int length) throws IOException {
        int next = 0;
        while (next < length) {
            StepSeries of = series[(int) (calls[next] >>> CALL_BITS)];
            int call = (int) calls[next] & CALL_MASK;
            long time = calls[next + 1];
            if (call == QUEUED) {
                of.queued(time);
                next += QUEUED_LENGTH;
            } else {
                call(of, call, time, calls[next + 2], calls[next + LONGEST - 1]);
                next += LONGEST;
            }
        }
    }

    private static void call(StepSeries of, int call, long time, long second, long third) throws IOException {
        switch (call) {
            case SERVED -> of.served(time, second, third);
            case CHANGE_QUEUE -> of.changeQueue(time, (int) second);
            case SERVE -> of.serve(time, second, third);
            case OCCUPY -> of.occupy(time, (int) second, (int) third);
            case PASS -> of.pass(time, second);
            default -> throw new IllegalArgumentException("call=" + call);
        }
    }
}

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
    // The same in half the memory, for what the simulation has most of.
    private static final int SHORT_QUEUED = 6;
    private static final int SHORT_SERVED = 7;
    private static final int SHORT_SERVE = 8;
    /** Of what a call begins with: which one it is, behind that the number of the component. */
    private static final int CALL_BITS = 4;

    private static final int CALL_MASK = (1 << CALL_BITS) - 1;
    /** Of a short call the number of the component and the call; the others are its time since the first one of the part. */
    private static final int HEAD_BITS = 24;

    private static final long HEAD_MASK = (1L << HEAD_BITS) - 1;
    /** Of the duration and of the bytes of a short call. */
    private static final int HALF_BITS = 32;

    private static final long HALF_MASK = (1L << HALF_BITS) - 1;
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
    /** Time of the first call of the part. */
    private long base;

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
            reserve(time);
            if (isShort(time)) {
                last = used;
                part[used++] = head(time, SHORT_QUEUED);
            } else {
                note(number | QUEUED, time, 0, 0);
            }
        }

        void served(long from, long until, long bytes) throws IOException {
            reserve(from);
            if (!isShort(from) || (((until - from) | bytes) & ~HALF_MASK) != 0) {
                note(number | SERVED, from, until, bytes);
                return;
            }
            int call = SHORT_SERVED;
            if (used == last + 1 && part[last] == head(from, SHORT_QUEUED)) {
                // It never waited, as most don't.
                used = last;
                call = SHORT_SERVE;
            }
            last = used;
            part[used] = head(from, call);
            part[used + 1] = ((until - from) << HALF_BITS) | bytes;
            used += 2;
        }

        private boolean isShort(long time) {
            return (((time - base) >>> (Long.SIZE - HEAD_BITS)) | (number >>> HEAD_BITS)) == 0;
        }

        private long head(long time, int call) {
            return ((time - base) << HEAD_BITS) | number | call;
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
        reserve(first);
        last = used;
        part[used++] = call;
        part[used++] = first;
        part[used++] = second;
        part[used++] = third;
    }

    private void reserve(long time) throws IOException {
        if (used > PART - LONGEST) {
            handOver();
        }
        if (used == 0) {
            base = time;
        }
    }

    private void handOver() throws IOException {
        long[] calls = part;
        int length = used;
        long since = base;
        long[] free = spare.poll();
        part = free == null ? new long[PART] : free;
        used = 0;
        last = 0;
        pool.later((long) Long.BYTES * PART, ofThread -> {
            replay(calls, length, since);
            spare.add(calls);
        });
    }

    private void replay(long[] calls, int length, long since) throws IOException {
        int next = 0;
        while (next < length) {
            long head = calls[next];
            int call = (int) head & CALL_MASK;
            if (call < SHORT_QUEUED) {
                StepSeries of = series[(int) (head >>> CALL_BITS)];
                call(of, call, calls[next + 1], calls[next + 2], calls[next + LONGEST - 1]);
                next += LONGEST;
                continue;
            }
            StepSeries of = series[(int) ((head & HEAD_MASK) >>> CALL_BITS)];
            long time = since + (head >>> HEAD_BITS);
            next++;
            if (call == SHORT_QUEUED) {
                of.queued(time);
                continue;
            }
            long service = calls[next++];
            long until = time + (service >>> HALF_BITS);
            long bytes = service & HALF_MASK;
            if (call == SHORT_SERVE) {
                of.serve(time, until, bytes);
            } else {
                of.served(time, until, bytes);
            }
        }
    }

    private static void call(StepSeries of, int call, long time, long second, long third) throws IOException {
        switch (call) {
            case QUEUED -> of.queued(time);
            case SERVED -> of.served(time, second, third);
            case CHANGE_QUEUE -> of.changeQueue(time, (int) second);
            case SERVE -> of.serve(time, second, third);
            case OCCUPY -> of.occupy(time, (int) second, (int) third);
            case PASS -> of.pass(time, second);
            default -> throw new IllegalArgumentException("call=" + call);
        }
    }
}

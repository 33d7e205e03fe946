// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.BitSet;
import java.util.Random;
import org.hdtrace.sunshot.model.Interval;
import org.hdtrace.sunshot.model.StateLevel;
import org.hdtrace.sunshot.model.StateTrack;
import org.hdtrace.sunshot.store.Pyramid;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Views of rows with so many states that they have a pyramid, against looking at each state (SUNSHOT G-13). A column is
 * compared with the time from its first bucket to that of the next column, which is what it stands for.
 */
class PyramidQueryTest {
    private static final long EPOCH = 1_300_000_000_123_456_789L;
    private static final int CATEGORIES = 90;

    /** Quiet times, bursts with states of a few nanoseconds, many states at one instant, states of a second. */
    private static StateLevel level(Random random, int count, boolean overlapping) {
        StateTrack.Builder builder = new StateTrack.Builder();
        long now = EPOCH;
        int used = 1 + random.nextInt(CATEGORIES);
        for (int i = 0; i < count; i++) {
            int kind = i / 3000 % 4;
            long length = kind == 0 ? random.nextInt(60_000) : kind == 1 ? random.nextInt(40) : random.nextInt(3000);
            if (random.nextInt(20) == 0) {
                length = 0;
            } else if (random.nextInt(2000) == 0) {
                length *= overlapping ? 20 : 10_000;
            }
            int category = random.nextInt(50) == 0 ? random.nextInt(used) : random.nextInt(Math.min(used, 4));
            builder.state(0, now, now + length, category);
            boolean sameInstant = kind == 3 && random.nextInt(3) > 0 && length == 0;
            now += overlapping
                    ? random.nextInt(5000)
                    : sameInstant ? 0 : length + random.nextInt(1 + (int) (length % 900));
        }
        return builder.build().levels().get(0);
    }

    /** 50 levels with 20 views each: 1,000 views. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void noViewLosesACategoryAndAllEqualBruteForce(boolean overlapping) {
        int withPyramid = 0;
        for (int seed = 0; seed < 25; seed++) {
            Random random = new Random(seed);
            StateLevel level = level(random, 8000 + random.nextInt(9000), overlapping);
            for (int view = 0; view < 20; view++) {
                TimeScale scale = view(random, level, overlapping ? 100 : 600);
                BitSet hidden = view % 4 == 3 ? hidden(random) : new BitSet();
                withPyramid += assertView(level, scale, hidden, "seed " + seed + " view " + view) ? 1 : 0;
            }
        }
        assertTrue(withPyramid > 200, "views that used buckets: " + withPyramid);
    }

    /** Any part of the run, also beyond its ends, from all of it down to some states; at times on a bucket's border. */
    private static TimeScale view(Random random, StateLevel level, int widest) {
        long whole = level.latestEndNanos() - EPOCH;
        long width = Math.max(10, (long) (whole * 1.2 * Math.pow(2, -random.nextInt(9)) * random.nextDouble()));
        long from = EPOCH + (long) ((whole + width) * random.nextDouble()) - width;
        if (random.nextBoolean()) {
            from = (from >> 12) << 12;
        }
        return new TimeScale(new Interval(from, from + width), 1 + random.nextInt(widest));
    }

    private static BitSet hidden(Random random) {
        BitSet hidden = new BitSet();
        for (int i = 0; i < CATEGORIES; i++) {
            hidden.set(i, random.nextInt(3) == 0);
        }
        return hidden;
    }

    private static boolean assertView(StateLevel level, TimeScale scale, BitSet hidden, String where) {
        SpanColumns columns = new SpanQuery(CATEGORIES, id -> !hidden.get(id)).columns(level, scale);
        Pyramid pyramid = level.pyramid().orElseThrow();
        long narrowest = scale.interval().durationNanos() / scale.width();
        int fitting = 63 - Long.numberOfLeadingZeros(Math.max(1, narrowest));
        boolean buckets = fitting >= pyramid.firstShift();
        int shift = buckets ? Math.min(fitting, pyramid.lastShift()) : 0;
        long origin = buckets ? pyramid.originNanos() : 0;
        for (int column = 0; column < scale.width(); column++) {
            long start = scale.startOf(column);
            long end = scale.startOf(column + 1);
            long snappedStart = bucketOf(start, origin, shift);
            long snappedEnd = buckets ? bucketOf(end, origin, shift) : Math.max(end, start + 1);
            Found exact = look(level, start, Math.max(end, start + 1), hidden);
            Found snapped = look(level, snappedStart, snappedEnd, hidden);
            long lastBucketEnd = bucketOf(Math.max(end, start + 1) - 1, origin, shift) + (1L << shift);
            Found around = look(level, snappedStart, Math.max(snappedEnd, lastBucketEnd), hidden);
            String at = where + " column " + column + " of " + scale;
            BitSet present = columns.present(column);
            BitSet missing = (BitSet) exact.present.clone();
            missing.andNot(present);
            assertTrue(missing.isEmpty(), at + " lacks " + missing);
            BitSet invented = (BitSet) present.clone();
            invented.andNot(around.present);
            assertTrue(invented.isEmpty(), at + " has " + invented + " too many");
            assertDominant(columns, column, snapped, hidden.isEmpty() || !buckets, at);
            if (hidden.isEmpty() || !buckets) {
                // Shares of buckets are stored in 255ths, what is there at all as at least one of them.
                double tolerance = buckets ? 1.01 / 255 : 1e-5;
                double length = Math.max(1, snappedEnd - snappedStart);
                double most = Math.min(1, snapped.covered() / length);
                double least = buckets ? clamped(level, snappedStart, snappedEnd, 1L << shift) / length : most;
                assertTrue(columns.coverage(column) <= most + tolerance, at);
                assertTrue(columns.coverage(column) >= least - tolerance, at);
            }
        }
        return buckets;
    }

    /** Where the bucket that holds a time begins. */
    private static long bucketOf(long nanos, long origin, int shift) {
        return origin + ((nanos - origin) >> shift << shift);
    }

    private static void assertDominant(SpanColumns columns, int column, Found snapped, boolean exact, String at) {
        int dominant = columns.dominant(column);
        assertEquals(snapped.present.isEmpty(), dominant < 0, at);
        if (dominant >= 0) {
            assertTrue(snapped.present.get(dominant), at + " shows " + dominant);
            if (exact) {
                assertEquals(snapped.most(), snapped.nanos[dominant], at + " shows " + dominant);
            }
        }
    }

    /** Covered time where states that overlap can't cover more of a bucket than all of it. */
    private static double clamped(StateLevel level, long start, long end, long bucket) {
        double sum = 0;
        for (long at = start; at < end; at += bucket) {
            sum += Math.min(bucket, look(level, at, at + bucket, new BitSet()).covered());
        }
        return sum;
    }

    @SuppressWarnings("ArrayRecordComponent")
    private record Found(long[] nanos, BitSet present) {
        long covered() {
            long sum = 0;
            for (long each : nanos) {
                sum += each;
            }
            return sum;
        }

        long most() {
            long most = 0;
            for (long each : nanos) {
                most = Math.max(most, each);
            }
            return most;
        }
    }

    private static Found look(StateLevel level, long start, long end, BitSet hidden) {
        Found found = new Found(new long[CATEGORIES], new BitSet());
        for (int i = level.firstReaching(start); i < level.size() && level.startNanos(i) < end; i++) {
            boolean point = level.durationNanos(i) == 0 && level.startNanos(i) >= start;
            long inside = Math.min(end, level.endNanos(i)) - Math.max(start, level.startNanos(i));
            if ((point || inside > 0) && !hidden.get(level.category(i))) {
                found.nanos[level.category(i)] += inside;
                found.present.set(level.category(i));
            }
        }
        return found;
    }

    @Test
    void aLongStateAmongShortOnesIsOneRunOfColumns() {
        StateTrack.Builder builder = new StateTrack.Builder();
        for (int i = 0; i < 20_000; i++) {
            builder.state(0, EPOCH + 10L * i, EPOCH + 10L * i + 8, i % 3);
        }
        builder.state(0, EPOCH + 200_000, EPOCH + 300_000, 5);
        for (int i = 0; i < 20_000; i++) {
            builder.state(0, EPOCH + 300_000 + 10L * i, EPOCH + 300_000 + 10L * i + 8, i % 3);
        }
        StateLevel level = builder.build().levels().get(0);
        TimeScale scale = new TimeScale(new Interval(EPOCH, EPOCH + 500_000), 500);
        SpanColumns columns = new SpanQuery(6, id -> true).columns(level, scale);
        assertEquals(-1, columns.state(100));
        assertEquals(101, columns.runEnd(100));
        assertEquals(20_000, columns.state(250));
        assertTrue(columns.runEnd(202) >= 298, "the state ends in column " + columns.runEnd(202));
    }

    @Test
    void aRowThatIsAPixelWideShowsItsLargestCategory() {
        StateLevel level = level(new Random(7), 9000, false);
        long whole = level.latestEndNanos() - EPOCH;
        TimeScale scale = new TimeScale(new Interval(EPOCH - 3 * whole, EPOCH + 5 * whole), 3);
        assertTrue(assertView(level, scale, new BitSet(), "wide view"));
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.hdtrace.sunshot.model.Interval;
import org.hdtrace.sunshot.model.StateLevel;
import org.hdtrace.sunshot.model.StateTrack;
import org.junit.jupiter.api.Test;

class SpanQueryTest {

    private static StateLevel level(long[]... states) {
        StateTrack.Builder builder = new StateTrack.Builder();
        for (long[] state : states) {
            builder.state(0, state[0], state[1], (int) state[2]);
        }
        return builder.build().levels().get(0);
    }

    private static SpanColumns columns(StateLevel level, long from, long to, int width) {
        return new SpanQuery(130, category -> true).columns(level, new TimeScale(new Interval(from, to), width));
    }

    @Test
    void theCategoryWithTheMostTimeWinsTheColumn() {
        SpanColumns columns = columns(level(new long[][] {{0, 30, 1}, {30, 70, 2}, {70, 100, 1}}), 0, 100, 1);
        assertEquals(1, columns.dominant(0));
        assertEquals(1f, columns.coverage(0), 1e-6);
    }

    @Test
    void aShortStateAmongLongOnesStaysPresent() {
        SpanColumns columns = columns(level(new long[][] {{0, 500, 3}, {500, 501, 129}, {501, 1000, 3}}), 0, 1000, 10);
        assertEquals(3, columns.dominant(5));
        assertTrue(columns.isPresent(5, 129));
        assertFalse(columns.isPresent(4, 129));
    }

    @Test
    void aStateWithoutDurationIsSeenInExactlyOneColumn() {
        SpanColumns columns = columns(level(new long[][] {{50, 50, 7}}), 0, 100, 10);
        for (int column = 0; column < 10; column++) {
            assertEquals(column == 5, columns.isPresent(column, 7), "column " + column);
        }
        assertEquals(7, columns.dominant(5));
    }

    @Test
    void oneStateOverManyColumnsIsOneRun() {
        SpanColumns columns = columns(level(new long[][] {{20, 80, 4}}), 0, 100, 10);
        assertEquals(-1, columns.dominant(1));
        assertEquals(8, columns.runEnd(2));
        assertEquals(0, columns.state(2));
    }

    @Test
    void hiddenCategoriesLeaveTheirTimeEmpty() {
        StateLevel level = level(new long[][] {{0, 60, 1}, {60, 100, 2}});
        SpanColumns columns =
                new SpanQuery(8, category -> category != 1).columns(level, new TimeScale(new Interval(0, 100), 1));
        assertEquals(2, columns.dominant(0));
        assertEquals(0.4f, columns.coverage(0), 1e-6);
    }

    @Test
    void columnsThatAreUsedAgainKeepNothing() {
        StateLevel full = level(new long[][] {{0, 60, 1}, {60, 100, 69}});
        StateLevel few = level(new long[][] {{40, 45, 2}});
        TimeScale scale = new TimeScale(new Interval(0, 100), 10);
        SpanQuery query = new SpanQuery(70, category -> true);
        query.reuse(query.columns(full, scale));
        SpanColumns columns = query.columns(few, scale);
        SpanColumns fresh = new SpanQuery(70, category -> true).columns(few, scale);
        for (int column = 0; column < 10; column++) {
            assertEquals(fresh.dominant(column), columns.dominant(column));
            assertEquals(fresh.state(column), columns.state(column));
            assertEquals(fresh.coverage(column), columns.coverage(column));
            assertEquals(fresh.present(column), columns.present(column));
        }
        assertEquals(
                3, query.columns(few, new TimeScale(new Interval(0, 100), 3)).width());
    }

    /** Any states, even overlapping ones, any view: the result is that of looking at every state in every column. */
    @Property(tries = 400)
    void columnsEqualBruteForce(
            @ForAll long seed, @ForAll @IntRange(min = 1, max = 60) int states, @ForAll boolean overlapping) {
        Random random = new Random(seed);
        StateTrack.Builder builder = new StateTrack.Builder();
        long now = random.nextInt(50);
        for (int i = 0; i < states; i++) {
            long length = random.nextInt(5) == 0 ? 0 : random.nextInt(40);
            builder.state(0, now, now + length, random.nextInt(70));
            now += overlapping ? random.nextInt(30) : length + random.nextInt(10);
        }
        StateLevel level = builder.build().levels().get(0);
        long from = random.nextInt((int) now + 1) - 10L;
        long to = from + 1 + random.nextInt((int) now + 20);
        TimeScale scale = new TimeScale(new Interval(from, to), 1 + random.nextInt(90));
        SpanColumns columns = new SpanQuery(70, category -> true).columns(level, scale);
        for (int column = 0; column < scale.width(); column++) {
            assertColumn(level, scale, columns, column);
        }
    }

    private static void assertColumn(StateLevel level, TimeScale scale, SpanColumns columns, int column) {
        long start = scale.startOf(column);
        long end = Math.max(start + 1, scale.startOf(column + 1));
        long[] sums = new long[70];
        long[] longest = new long[70];
        int[] longestState = new int[70];
        Arrays.fill(longest, -1);
        BitSet present = new BitSet();
        long covered = 0;
        for (int i = 0; i < level.size(); i++) {
            boolean point = level.durationNanos(i) == 0 && level.startNanos(i) >= start && level.startNanos(i) < end;
            long overlap = Math.min(end, level.endNanos(i)) - Math.max(start, level.startNanos(i));
            if (point || overlap > 0) {
                sums[level.category(i)] += Math.max(0, overlap);
                if (Math.max(0, overlap) > longest[level.category(i)]) {
                    longest[level.category(i)] = Math.max(0, overlap);
                    longestState[level.category(i)] = i;
                }
                covered += Math.max(0, overlap);
                present.set(level.category(i));
            }
        }
        int best = -1;
        for (int category = present.nextSetBit(0); category >= 0; category = present.nextSetBit(category + 1)) {
            if (best < 0 || sums[category] > sums[best]) {
                best = category;
            }
        }
        assertEquals(best, columns.dominant(column), "column " + column);
        assertEquals(best < 0 ? -1 : longestState[best], columns.state(column), "column " + column);
        assertEquals(present, columns.present(column), "column " + column);
        long width = Math.max(1, scale.startOf(column + 1) - start);
        assertEquals(Math.min(1f, (float) covered / width), columns.coverage(column), 1e-5, "column " + column);
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.hdtrace.sunshot.TestRuns;
import org.hdtrace.sunshot.query.SpanColumns;
import org.hdtrace.sunshot.query.SpanQuery;
import org.hdtrace.sunshot.query.TimeScale;
import org.junit.jupiter.api.Test;

class RunShiftTest {
    private static final long MILLI = 1_000_000L;

    private final Run run = TestRuns.iterative(new CategoryTable(), 2, 2, 7);

    private static Row row(Run run, String path) {
        Row[] found = new Row[1];
        run.rows().forEach(top -> top.walk(row -> found[0] = row.path().equals(path) ? row : found[0]));
        return found[0];
    }

    private static StateTrack track(Run run, String path) {
        return ((Row.Trace) row(run, path)).track();
    }

    /** Of many states, so that what is asked of buckets and of sums has moved, too. */
    @Test
    void aMovedTrackIsTheSameAtAnotherTime() {
        Random random = new Random(3);
        StateTrack.Builder builder = new StateTrack.Builder();
        long now = TestRuns.EPOCH;
        for (int i = 0; i < 40_000; i++) {
            long length = random.nextInt(900);
            builder.state(0, now, now + length, random.nextInt(5));
            now += length + random.nextInt(300);
        }
        StateTrack track = builder.build();
        assertTrue(track.levels().get(0).pyramid().isPresent());
        for (long by : new long[] {12_345_678_901L, -987_654_321L}) {
            StateTrack moved = track.shifted(by);
            assertEquals(by, moved.shiftNanos());
            for (int view = 0; view < 40; view++) {
                long from = TestRuns.EPOCH + Math.floorMod(random.nextLong(), now - TestRuns.EPOCH);
                Interval time = new Interval(from, from + 1 + Math.floorMod(random.nextLong(), now - from));
                assertEquals(picture(track, time), picture(moved, time.shift(by)), "by " + by + " view " + view);
                assertEquals(sums(track, time), sums(moved, time.shift(by)));
            }
        }
    }

    private static String picture(StateTrack track, Interval time) {
        SpanColumns columns =
                new SpanQuery(5, category -> true).columns(track.levels().get(0), new TimeScale(time, 200));
        StringBuilder text = new StringBuilder();
        for (int column = 0; column < columns.width(); column++) {
            text.append(columns.dominant(column))
                    .append(columns.coverage(column))
                    .append(columns.present(column));
        }
        return text.toString();
    }

    private static String sums(StateTrack track, Interval time) {
        StringBuilder text = new StringBuilder();
        track.addSums(time, true, (category, count, inclusive, exclusive) -> text.append(category)
                .append(':')
                .append(count)
                .append(' ')
                .append(inclusive)
                .append('\n'));
        return text.toString();
    }

    @Test
    void offsetsOfANodeAndOfThatAboveAddUp() {
        Run moved = RunShift.of(run, Map.of("node01", 5 * MILLI, "node01/1/0", -2 * MILLI));
        assertEquals(5 * MILLI, track(moved, "node01/0/0").shiftNanos());
        assertEquals(3 * MILLI, track(moved, "node01/1/0").shiftNanos());
        assertEquals(0, track(moved, "node02/2/0").shiftNanos());
        assertSame(track(run, "node02/2/0"), track(moved, "node02/2/0"));
        var before = track(run, "node01/1/0").levels().get(0);
        var after = track(moved, "node01/1/0").levels().get(0);
        assertEquals(before.startNanos(3) + 3 * MILLI, after.startNanos(3));
        assertEquals(before.latestEndNanos() + 3 * MILLI, after.latestEndNanos());
        assertEquals(3 * MILLI, RunShift.byPath(moved).applyAsLong("node01/1/0"));
        assertEquals(0, RunShift.byPath(moved).applyAsLong("node02/2/0"));
        assertEquals(5 * MILLI, RunShift.of(row(moved, "node01")), "a group tells of its first row");
    }

    @Test
    void statisticsMoveToo() {
        Run moved = RunShift.of(run, Map.of("node02", -7 * MILLI));
        List<StatisticSeries> before = series(run, "node02");
        List<StatisticSeries> after = series(moved, "node02");
        assertFalse(before.isEmpty());
        for (int i = 0; i < before.size(); i++) {
            assertEquals(
                    before.get(i).boundaryNanos(2) - 7 * MILLI, after.get(i).boundaryNanos(2));
            assertEquals(before.get(i).value(2), after.get(i).value(2));
            assertEquals(-7 * MILLI, after.get(i).shiftNanos());
        }
    }

    private static List<StatisticSeries> series(Run run, String node) {
        List<StatisticSeries> found = new ArrayList<>();
        row(run, node).walk(row -> {
            if (row instanceof Row.Statistic statistic) {
                found.add(statistic.series());
            }
        });
        return found;
    }

    @Test
    void theTimeOfARunGrowsAndNeverShrinks() {
        Interval whole = run.interval();
        Run later = RunShift.of(run, Map.of("node01", 10 * TestRuns.SECOND));
        assertEquals(whole.startNanos(), later.interval().startNanos());
        assertTrue(later.interval().endNanos() > whole.endNanos());
        Run earlier = RunShift.of(run, Map.of("node01", -10 * TestRuns.SECOND));
        assertTrue(earlier.interval().startNanos() < whole.startNanos() - 9 * TestRuns.SECOND);
        assertEquals(whole.endNanos(), earlier.interval().endNanos());
        assertSame(run, RunShift.of(run, Map.of("node01", 0L)));
    }

    @Test
    void aPathIsWholeNames() {
        assertTrue(RunShift.moves(run, "node01"));
        assertTrue(RunShift.moves(run, "node01/0/0"));
        assertFalse(RunShift.moves(run, "node0"));
        assertFalse(RunShift.moves(run, "node01/7"));
    }

    @Test
    void offsetsThatWouldOverflowAreRefused() {
        assertEquals(-MILLI, RunShift.checked(-MILLI));
        assertThrows(IllegalArgumentException.class, () -> RunShift.checked(Long.MIN_VALUE));
        assertThrows(IllegalArgumentException.class, () -> RunShift.checked(Long.MAX_VALUE));
    }
}

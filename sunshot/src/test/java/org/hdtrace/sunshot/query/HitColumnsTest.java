// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.BitSet;
import java.util.List;
import java.util.Random;
import org.hdtrace.sunshot.model.HitMarks;
import org.hdtrace.sunshot.model.Interval;
import org.hdtrace.sunshot.model.Row;
import org.hdtrace.sunshot.model.StateLevel;
import org.hdtrace.sunshot.model.StateTrack;
import org.hdtrace.sunshot.model.StatisticSeries;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Columns of hits against looking at each hit (SUNSHOT V-06). */
class HitColumnsTest {
    private static StateTrack track(Random random, int states, boolean overlapping) {
        StateTrack.Builder builder = new StateTrack.Builder();
        long now = 1000;
        for (int i = 0; i < states; i++) {
            long length = random.nextInt(4) == 0 ? 0 : random.nextInt(random.nextInt(50) == 0 ? 5000 : 30);
            builder.state(0, now, now + length, 0);
            now += overlapping ? random.nextInt(20) : length + random.nextInt(20);
        }
        return builder.build();
    }

    private static Row row(StateTrack track) {
        return new Row.Trace("n/0/0", "Rank 0", "n", 0, track, List.of());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void anyViewHasExactlyTheColumnsOfItsHits(boolean overlapping) {
        int some = 0;
        for (int seed = 0; seed < 20; seed++) {
            Random random = new Random(seed);
            StateTrack track = track(random, 3000, overlapping);
            StateLevel level = track.levels().get(0);
            assertEquals(!overlapping, level.isOrdered());
            HitMarks.Builder marks = new HitMarks.Builder();
            int rarity = 1 + random.nextInt(100);
            for (int i = 0; i < level.size(); i++) {
                if (random.nextInt(rarity) == 0) {
                    marks.add(level, i);
                }
            }
            HitMarks found = marks.build();
            for (int view = 0; view < 20; view++) {
                long from = random.nextInt((int) level.latestEndNanos());
                long to = from + 1 + random.nextInt((1 + (int) level.latestEndNanos()) >> random.nextInt(10));
                TimeScale scale =
                        new TimeScale(new Interval(from, to), 1 + random.nextInt((int) Math.min(700, to - from)));
                BitSet columns = new HitColumns(found).of(row(track), scale);
                assertEquals(expected(level, found.of(level), scale), columns, "seed " + seed + " " + scale);
                some += columns.isEmpty() ? 0 : 1;
            }
        }
        assertTrue(some > 200, "views with hits: " + some);
    }

    private static BitSet expected(StateLevel level, BitSet hits, TimeScale scale) {
        BitSet columns = new BitSet();
        long end = scale.interval().endNanos();
        hits.stream().forEach(i -> {
            for (int column = 0; column < scale.width(); column++) {
                long from = scale.startOf(column);
                long to = column + 1 < scale.width() ? scale.startOf(column + 1) : end + 1;
                boolean begins = level.startNanos(i) >= from && level.startNanos(i) < to;
                if (begins || (level.startNanos(i) < from && level.endNanos(i) > from && from < to)) {
                    columns.set(column);
                }
            }
        });
        return columns;
    }

    /** Where columns hold many entries, buckets of time tell most of them. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void ofManyEntriesBucketsTellTheSame(boolean overlapping) {
        int wide = 0;
        for (int seed = 0; seed < 6; seed++) {
            Random random = new Random(seed);
            StateTrack track = track(random, 20_000, overlapping);
            StateLevel level = track.levels().get(0);
            HitMarks.Builder marks = new HitMarks.Builder();
            int rarity = 1 + random.nextInt(1 << random.nextInt(12));
            for (int i = 0; i < level.size(); i++) {
                if (random.nextInt(rarity) == 0) {
                    marks.add(level, i);
                }
            }
            HitMarks found = marks.build();
            long bucket = found.bucketsOf(level).orElseThrow().widthNanos();
            for (int view = 0; view < 8; view++) {
                long from = random.nextInt((int) level.latestEndNanos());
                long to = from + 1000 + random.nextInt((int) level.latestEndNanos());
                TimeScale scale = new TimeScale(new Interval(from, to), 1 + random.nextInt(100));
                BitSet columns = new HitColumns(found).of(row(track), scale);
                assertEquals(expected(level, found.of(level), scale), columns, "seed " + seed + " " + scale);
                wide += (to - from) / scale.width() >= 2 * bucket ? 1 : 0;
            }
        }
        assertTrue(wide > 20, "views with wide columns: " + wide);
    }

    @Test
    void recordsOfStatisticsAndTheEndOfARunHaveColumnsToo() {
        StatisticSeries series =
                new StatisticSeries("P", "W", "Power", new long[] {0, 100, 200, 300, 400}, new double[] {1, 2, 3, 4});
        HitMarks.Builder marks = new HitMarks.Builder();
        assertTrue(marks.build().isEmpty());
        marks.add(series, 2);
        StateTrack.Builder builder = new StateTrack.Builder();
        builder.event(400, 0);
        StateTrack track = builder.build();
        marks.add(track.events(), 0);
        HitMarks found = marks.build();
        assertFalse(found.isEmpty());
        Row trace = new Row.Trace(
                "n/0/0", "", "n", 0, track, List.of(new Row.Statistic("n/0/0/P", "P", series, List.of())));
        TimeScale scale = new TimeScale(new Interval(0, 400), 40);
        BitSet last = new BitSet();
        last.set(39);
        assertEquals(last, new HitColumns(found).of(trace, scale));
        last.set(20, 30);
        assertEquals(last, new HitColumns(found).below(trace, scale));
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.stream.LongStream;
import org.hdtrace.sunshot.model.Interval;
import org.hdtrace.sunshot.model.Row;
import org.hdtrace.sunshot.model.StateTrack;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DurationsTest {
    private static Row row(long... durations) {
        StateTrack.Builder builder = new StateTrack.Builder();
        long now = 0;
        for (long duration : durations) {
            builder.state(0, now, now + duration, 0);
            now += duration + 1;
        }
        return new Row.Trace("n/0", "Rank 0", "n", 0, builder.build(), List.of());
    }

    private static Durations of(Row row, long from, long to) {
        return Durations.of(row, new Interval(from, to), 2, true, () -> false);
    }

    @ParameterizedTest
    @ValueSource(longs = {100, 10_000, 1_000_000_000_000L})
    void percentilesAreThoseOfAllDurationsWithinASixtyFourth(long largest) {
        Random random = new Random(largest);
        long[] lengths = random.longs(2000, 0, largest).toArray();
        Durations durations = of(row(lengths), 0, Long.MAX_VALUE);
        long[] sorted = LongStream.of(lengths).sorted().toArray();
        assertEquals(sorted[0], durations.shortest(0));
        assertEquals(sorted[1999], durations.longest(0));
        for (double share : new double[] {0.01, 0.5, 0.95, 1}) {
            long exact = sorted[(int) Math.ceil(share * 2000) - 1];
            long found = durations.percentile(0, share);
            assertTrue(found >= exact && found <= exact + exact / 64 + 1, share + ": " + exact + ", " + found);
        }
    }

    @Test
    void statesAtTheEdgesCountWithThePartInside() {
        Durations durations = of(row(100, 100, 100), 50, 240);
        assertEquals(38, durations.shortest(0), "of the third one, which begins at 202");
        assertEquals(100, durations.longest(0));
        assertEquals(50, durations.percentile(0, 0.5));
        assertFalse(durations.has(1));
        assertFalse(Durations.none().has(0));
    }

    @Test
    void statesInsideOfOthersAreNoTimeOfTheOuterOneAlone() {
        StateTrack.Builder builder = new StateTrack.Builder();
        builder.state(1, 10, 40, 1);
        builder.state(1, 50, 60, 1);
        builder.state(0, 0, 100, 0);
        builder.state(1, 110, 190, 1);
        builder.state(0, 100, 200, 0);
        builder.state(0, 200, 230, 0);
        Row row = new Row.Trace("n/0", "Rank 0", "n", 0, builder.build(), List.of());
        Durations all = of(row, 0, 300);
        assertEquals(100, all.longest(0));
        assertEquals(60, all.longestAlone(0));
        assertEquals(20, all.shortestAlone(0));
        assertEquals(80, all.longestAlone(1));
        Durations part = of(row, 30, 120);
        assertEquals(50, part.longestAlone(0), "from 30 to 100 without 10 and 10");
        assertEquals(10, part.shortestAlone(0), "from 100 to 120 without 10");
        Durations flat = Durations.of(row, new Interval(0, 300), 2, false, () -> false);
        assertEquals(100, flat.longestAlone(0));
    }

    @Test
    void longWorkCanBeEnded() {
        Row row = row(1, 2, 3);
        Interval all = new Interval(0, 100);
        assertThrows(CancellationException.class, () -> Durations.of(row, all, 1, true, () -> true));
    }
}

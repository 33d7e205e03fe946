// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.hdtrace.sunshot.model.Interval;
import org.junit.jupiter.api.Test;

class TimeTicksTest {
    private static List<String> labels(long from, long to, int width) {
        return TimeTicks.of(new TimeScale(new Interval(from, to), width), 90).ticks().stream()
                .map(TimeTicks.Tick::label)
                .toList();
    }

    @Test
    void labelsAreRoundTimesWithOneUnit() {
        assertEquals(List.of("0 s", "2 s", "4 s", "6 s", "8 s", "10 s"), labels(0, 10_000_000_000L, 700));
        assertEquals(List.of("0 ms", "5 ms", "10 ms", "15 ms"), labels(0, 15_500_000L, 400));
        assertEquals(List.of("0 ns", "200 ns", "400 ns"), labels(0, 500, 300));
    }

    @Test
    void aDeepZoomShowsAsManyDecimalsAsItNeeds() {
        assertEquals(List.of("37.12345 s", "37.12346 s"), labels(37_123_450_000L, 37_123_465_000L, 200));
    }

    @Test
    void durationsHaveFourDigits() {
        assertEquals("12.34 ms", TimeTicks.duration(12_340_000));
        assertEquals("1.500 s", TimeTicks.duration(1_500_000_000L));
        assertEquals("17 ns", TimeTicks.duration(17));
        assertEquals("-2.000 µs", TimeTicks.duration(-2_000));
    }

    @Property(tries = 500)
    void labelsNeverTouch(
            @ForAll @LongRange(min = 0, max = 10_000_000_000_000L) long start,
            @ForAll @LongRange(min = 1_000, max = 10_000_000_000_000L) long duration,
            @ForAll @IntRange(min = 200, max = 4000) int width) {
        TimeScale scale = new TimeScale(new Interval(start, start + duration), width);
        TimeTicks ticks = TimeTicks.of(scale, 90);
        double distance = (double) ticks.stepNanos() / duration * width;
        for (TimeTicks.Tick tick : ticks.ticks()) {
            assertTrue(tick.label().length() * 7 < distance, tick.label() + " in " + distance);
            assertEquals(0, tick.nanos() % ticks.stepNanos());
        }
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.hdtrace.sunshot.model.Interval;
import org.junit.jupiter.api.Test;

class TimeScaleTest {
    @Property
    void anInstantLiesInTheColumnThatIsNamed(
            @ForAll @LongRange(min = -1_000_000_000_000L, max = 1_700_000_000_000_000_000L) long start,
            @ForAll @LongRange(min = 1, max = 1_000_000_000_000_000L) long duration,
            @ForAll @IntRange(min = 1, max = 5000) int width,
            @ForAll @LongRange(min = 0) long offset) {
        TimeScale scale = new TimeScale(new Interval(start, start + duration), width);
        long instant = start + offset % duration;
        int column = scale.columnOf(instant);
        assertTrue(column >= 0 && column < width, "column " + column);
        assertTrue(scale.startOf(column) <= instant && instant < scale.startOf(column + 1), "column " + column);
    }

    @Property
    void allStartsAreThoseOfEachColumn(
            @ForAll @LongRange(min = -1_000_000_000_000L, max = 1_700_000_000_000_000_000L) long start,
            @ForAll @LongRange(min = 0, max = 1_000_000_000_000_000L) long duration,
            @ForAll @IntRange(min = 1, max = 5000) int width) {
        TimeScale scale = new TimeScale(new Interval(start, start + duration), width);
        long[] starts = scale.starts();
        assertEquals(width + 1, starts.length);
        for (int column = 0; column <= width; column++) {
            assertEquals(scale.startOf(column), starts[column], "column " + column);
        }
    }

    @Test
    void columnsCoverTheIntervalExactly() {
        TimeScale scale = new TimeScale(new Interval(7, 7 + 1_000_003), 1600);
        assertEquals(7, scale.startOf(0));
        assertEquals(7 + 1_000_003, scale.startOf(1600));
    }

    @Test
    void instantsOutsideLieOutside() {
        TimeScale scale = new TimeScale(new Interval(100, 200), 10);
        assertEquals(-1, scale.columnOf(99));
        assertEquals(10, scale.columnOf(200));
    }
}

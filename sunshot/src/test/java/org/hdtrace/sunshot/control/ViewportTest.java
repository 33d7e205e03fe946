// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.LongRange;
import org.hdtrace.sunshot.model.Interval;
import org.junit.jupiter.api.Test;

class ViewportTest {
    private static final Viewport ALL = Viewport.all(new Interval(0, 1_000_000));

    @Test
    void zoomingKeepsTheInstantUnderThePointer() {
        Viewport closer = ALL.zoom(4, 200_000);
        assertEquals(new Interval(150_000, 400_000), closer.visible(), "20 % from the left before and after");
    }

    @Test
    void zoomingOutStopsAtTheWholeRun() {
        assertEquals(ALL, ALL.zoom(10, 500_000).zoom(0.001, 500_000));
    }

    @Test
    void panningStopsAtTheEnds() {
        Viewport right = ALL.zoom(10, 500_000).pan(100);
        assertEquals(1_000_000, right.visible().endNanos());
        assertEquals(100_000, right.visible().durationNanos());
        assertEquals(0, right.pan(-100).visible().startNanos());
    }

    @Test
    void aBoxDrawnBackwardsShowsTheSame() {
        assertEquals(ALL.select(300_000, 400_000), ALL.select(400_000, 300_000));
    }

    @Test
    void aBoxBelowTheLeastTimeIsWidenedAroundItsMiddle() {
        assertEquals(
                new Interval(499_500, 500_500), ALL.select(500_000, 500_000).visible());
    }

    @Property
    void whateverIsDoneTheViewStaysInside(
            @ForAll @DoubleRange(min = 0.01, max = 100) double factor,
            @ForAll @LongRange(min = 0, max = 1_000_000) long at,
            @ForAll @DoubleRange(min = -5, max = 5) double share) {
        Interval visible = ALL.zoom(3, at).zoom(factor, at).pan(share).visible();
        assertTrue(visible.startNanos() >= 0 && visible.endNanos() <= 1_000_000, visible.toString());
        assertTrue(visible.durationNanos() >= Viewport.LEAST_NANOS, visible.toString());
    }
}

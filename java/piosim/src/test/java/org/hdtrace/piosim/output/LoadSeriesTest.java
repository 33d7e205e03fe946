// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.output;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class LoadSeriesTest {
    @Test
    void staysSmallAndLosesNothingHoweverLongTheSimulationIs() {
        AtomicLong now = new AtomicLong();
        // Busy half of the time.
        LoadSeries series = new LoadSeries(2, node -> node * now.get() / 2, now::get);
        long next = 100_000;
        long end = 60_000_000_123L;
        while (next < end) {
            now.set(next);
            next = series.sample(next);
        }
        now.set(end);
        series.end(end);
        assertTrue(series.samples() <= 1001, "samples: " + series.samples());
        assertTrue(series.samples() >= 400, "samples: " + series.samples());
        for (int i = 0; i < series.samples(); i++) {
            assertTrue(i == 0 || series.time(i) > series.time(i - 1));
            assertEquals(0, series.utilisation(i, 0));
            assertEquals(50, series.utilisation(i, 1), 0.01);
        }
        assertEquals(end, series.time(series.samples() - 1));
    }

    @Test
    void nodesAreAskedWhenOneOfThemWasBusy() {
        AtomicLong activity = new AtomicLong();
        AtomicLong asked = new AtomicLong();
        LoadSeries series = new LoadSeries(
                1,
                node -> {
                    asked.incrementAndGet();
                    return 1000 * activity.get();
                },
                activity::get);
        long time = 100_000;
        for (int i = 0; i < 5; i++) {
            time = series.sample(time);
        }
        assertEquals(1, asked.get());
        activity.incrementAndGet();
        series.sample(time);
        series.end(time + 1);
        assertEquals(2, asked.get());
        assertEquals(0, series.utilisation(4, 0));
        // 1,000 of 100,000 ns.
        assertEquals(1, series.utilisation(5, 0));
        assertEquals(0, series.utilisation(6, 0));
    }
}

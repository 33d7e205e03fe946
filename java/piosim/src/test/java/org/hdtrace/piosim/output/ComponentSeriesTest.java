// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.output;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ComponentSeriesTest {
    @Test
    void staysSmallAndLosesNothingHoweverLongTheSimulationIs() {
        AtomicLong now = new AtomicLong();
        // Busy half of the time, 1 byte per 1000 ns.
        ComponentSeries series = new ComponentSeries(
                List.of(new ComponentSeries.Source(() -> now.get() / 2, () -> now.get() / 1000, () -> 3)));
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
        long bytes = 0;
        for (int i = 0; i < series.samples(); i++) {
            assertTrue(i == 0 || series.time(i) > series.time(i - 1));
            assertEquals(50, series.utilisation(i, 0), 0.01);
            assertEquals(3, series.queue(i, 0));
            bytes += series.bytes(i, 0);
        }
        assertEquals(60_000_000, bytes);
        assertEquals(end, series.time(series.samples() - 1));
    }
}

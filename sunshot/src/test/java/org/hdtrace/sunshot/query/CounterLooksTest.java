// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.hdtrace.sunshot.model.Row;
import org.hdtrace.sunshot.model.StatisticSeries;
import org.junit.jupiter.api.Test;

class CounterLooksTest {
    private static final CounterLook HIDDEN = CounterLook.USUAL.withShown(false);

    private static StatisticSeries series(String name) {
        return new StatisticSeries(name, "", "G", new long[] {0, 1}, new double[] {1});
    }

    private static boolean hides(CounterLooks looks, String name) {
        return looks.hides(new Row.Statistic("n/G/" + name, name, series(name), List.of()));
    }

    @Test
    void whatIsFinerLooksLikeItsCounter() {
        CounterLooks looks = CounterLooks.usual().with("CPU_TOTAL", HIDDEN).with("READS", HIDDEN);
        assertTrue(hides(looks, "CPU_TOTAL"));
        assertTrue(hides(looks, "CPU_TOTAL_0"));
        assertTrue(hides(looks, "READS:sda"));
        assertFalse(hides(looks, "CPU"));
        assertFalse(hides(looks, "CPU_TOTALS"));
        assertEquals("READS", CounterLooks.nameOf(series("READS:sda")));
    }

    @Test
    void aHiddenCounterIsShownByWhatBelongsToIt() {
        CounterLooks looks = CounterLooks.usual().with("CPU_TOTAL", HIDDEN).with("NET", HIDDEN);
        CounterLooks shown = looks.shown(series("CPU_TOTAL_3"));
        assertFalse(hides(shown, "CPU_TOTAL_3"));
        assertTrue(hides(shown, "NET"));
        assertSame(looks, looks.with("NET", HIDDEN), "nothing changed");
    }
}

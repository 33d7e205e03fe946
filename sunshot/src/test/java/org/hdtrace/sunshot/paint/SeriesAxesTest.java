// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.paint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.hdtrace.sunshot.model.Row;
import org.hdtrace.sunshot.model.StatisticSeries;
import org.hdtrace.sunshot.query.CounterLook;
import org.hdtrace.sunshot.query.CounterLooks;
import org.hdtrace.sunshot.query.VisibleRow;
import org.junit.jupiter.api.Test;

/** Axes by what the legend says of a counter (SUNSHOT S-41, S-54). */
class SeriesAxesTest {
    private final StatisticSeries here = series("IN", "B", 2, 8);
    private final StatisticSeries there = series("IN", "B", 4, 20);
    private final StatisticSeries other = series("OUT", "B", 1, 50);
    private final StatisticSeries negative = series("DRIFT", "s", -3, -1);

    private static StatisticSeries series(String name, String unit, double... values) {
        return new StatisticSeries(name, unit, "NET", new long[] {0, 10, 20}, values);
    }

    private static VisibleRow row(String host, StatisticSeries series) {
        Row.Statistic row = new Row.Statistic(host + "/" + series.name(), series.name(), series, List.of());
        return new VisibleRow(0, "0:" + row.path(), row, row.label(), 0, false, 0);
    }

    private SeriesAxis axis(StatisticSeries of, CounterLook look) {
        CounterLooks looks = CounterLooks.usual().with(of.name(), look);
        List<VisibleRow> rows = List.of(row("a", here), row("b", there), row("a", other), row("a", negative));
        return new SeriesAxes(rows, looks).of(of);
    }

    private void assertEnds(double low, double high, SeriesAxis axis) {
        assertEquals(low, axis.low(), 1e-12);
        assertEquals(high, axis.high(), 1e-12);
    }

    @Test
    void endsAreWhatTheLookSays() {
        CounterLook usual = CounterLook.USUAL;
        assertEnds(0, 20, axis(here, usual));
        assertEnds(-3, 0, new SeriesAxis(-3, 0, false));
        assertEnds(2, 20, axis(here, usual.withLow(CounterLook.Low.COUNTER)));
        assertEnds(1, 20, axis(here, usual.withLow(CounterLook.Low.GROUP)));
        assertEnds(4, 20, axis(there, usual.withLow(CounterLook.Low.ROW)));
        assertEnds(0, 50, axis(here, usual.withHigh(CounterLook.High.GROUP)));
        assertEnds(0, 8, axis(here, usual.withHigh(CounterLook.High.ROW)));
        assertEnds(0, 1, axis(here, usual.withHigh(CounterLook.High.ONE)));
        assertEnds(0, 100, axis(here, usual.withHigh(CounterLook.High.HUNDRED)));
        assertEnds(-3, -1, axis(negative, usual.withHigh(CounterLook.High.ROW)));
    }

    @Test
    void aLogarithmicAxisHasEqualStepsForEqualFactors() {
        SeriesAxis axis = axis(here, CounterLook.USUAL.withLogarithmic(true).withLow(CounterLook.Low.ROW));
        assertEnds(2, 20, axis);
        assertEquals(0, axis.share(2), 1e-12);
        assertEquals(0.5, axis.share(Math.sqrt(40)), 1e-12);
        assertEquals(1, axis.share(20), 1e-12);
        assertTrue(axis.share(0) < 0, "0 lies below any logarithmic axis");
    }

    @Test
    void aLogarithmicAxisFromZeroBeginsWithTheLeastAboveIt() {
        StatisticSeries idle = series("IDLE", "", 0, 5);
        CounterLooks looks = CounterLooks.usual().with("IDLE", CounterLook.USUAL.withLogarithmic(true));
        assertEnds(0.5, 5, new SeriesAxes(List.of(row("a", idle)), looks).of(idle));
        StatisticSeries wide = series("IDLE", "", 1e-9, 5);
        assertEnds(5e-6, 5, new SeriesAxes(List.of(row("a", wide)), looks).of(wide));
    }
}

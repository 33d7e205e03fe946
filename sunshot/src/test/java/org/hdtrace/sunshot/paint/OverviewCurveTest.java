// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.paint;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.image.BufferedImage;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.hdtrace.sunshot.model.CategoryTable;
import org.hdtrace.sunshot.model.Interval;
import org.hdtrace.sunshot.model.Row;
import org.hdtrace.sunshot.model.Run;
import org.hdtrace.sunshot.model.StateTrack;
import org.hdtrace.sunshot.model.StatisticSeries;
import org.hdtrace.sunshot.query.RowQuery;
import org.hdtrace.sunshot.query.TimeScale;
import org.junit.jupiter.api.Test;

/** What the minimap shows besides states (SUNSHOT V-05). */
class OverviewCurveTest {
    private final CategoryTable categories = new CategoryTable();

    /** Over 400 ns: one rank sends in the first half and waits in the third quarter, the other one sends all the time. */
    private Run run() {
        StateTrack.Builder first = new StateTrack.Builder();
        first.state(0, 1000, 1200, categories.idOf("Send"));
        first.state(0, 1200, 1300, categories.idOf("Wait"));
        StateTrack.Builder second = new StateTrack.Builder();
        second.state(0, 1000, 1400, categories.idOf("Send"));
        long[] times = {1000, 1200, 1400};
        Row part = new Row.Statistic(
                "n/E/P/cpu", "cpu", new StatisticSeries("cpu", "W", "E", times, new double[] {5, 5}), List.of());
        Row power = new Row.Statistic(
                "n/E/P", "P", new StatisticSeries("P", "W", "E", times, new double[] {100, 50}), List.of(part));
        Row other = new Row.Statistic(
                "n/E/T", "T", new StatisticSeries("T", "s", "E", times, new double[] {9, 9}), List.of());
        return new Run(
                "r",
                Path.of("r.proj"),
                new Interval(1000, 1400),
                List.of(
                        new Row.Trace("n/0", "Rank 0", "n", 0, first.build(), List.of()),
                        new Row.Trace("n/1", "Rank 1", "n", 1, second.build(), List.of()),
                        power,
                        other),
                List.of(),
                List.of());
    }

    private Scene scene(BitSet hidden) {
        return new Scene(
                List.of(),
                List.of(),
                RowLayout.of(List.of(), RowLayout.Heights.NORMAL),
                new TimeScale(new Interval(0, 400), 4),
                categories.all(),
                new Scene.Options(true, hidden, new BitSet()),
                Theme.LIGHT);
    }

    @Test
    void concurrencyCountsTimelinesInsideOfStatesThatAreSeen() {
        List<Run> runs = List.of(run());
        assertArrayEquals(
                new double[] {2, 2, 2, 1},
                OverviewCurve.concurrency(scene(new BitSet()), runs, RowQuery.standard()),
                1e-6);
        BitSet hidden = new BitSet();
        hidden.set(categories.idOf("Wait"));
        assertArrayEquals(
                new double[] {2, 2, 1, 1}, OverviewCurve.concurrency(scene(hidden), runs, RowQuery.standard()), 1e-6);
    }

    @Test
    void powerIsSummedOverNodesWithoutTheirParts() {
        Run run = run();
        assertArrayEquals(
                new double[] {200, 200, 100, 100},
                OverviewCurve.power(scene(new BitSet()), List.of(run, run), RowQuery.standard()),
                1e-6);
    }

    /** All of it at the largest value, so that its line goes along the upper edge. */
    @Test
    void theCurveDoesNotStrikeItsLargestValueThrough() {
        double[] values = new double[200];
        Arrays.fill(values, 7.0);
        Arrays.fill(values, 0, 30, 6.0);
        BufferedImage curve = OverviewCurve.image(values, "W", "none", Theme.LIGHT, 24, 1);
        int band = Theme.LIGHT.band();
        int line = curve.getRGB(3, 4) & 0xFFFFFF;
        assertTrue(
                distance(curve.getRGB(3, 8) & 0xFFFFFF, band) < 20,
                "hardly more than the ground beside the first letter");
        assertTrue(distance(line, band) < 60, Integer.toHexString(line));
        assertTrue(distance(curve.getRGB(100, 1) & 0xFFFFFF, band) > 100, "the line elsewhere");
    }

    private static int distance(int one, int two) {
        int sum = 0;
        for (int shift = 0; shift <= 16; shift += 8) {
            sum += Math.abs((one >> shift & 0xFF) - (two >> shift & 0xFF));
        }
        return sum;
    }

    @Test
    void theCurveIsHighWhereTheValueIs() {
        BufferedImage image = OverviewCurve.image(new double[100], "W", "none", Theme.LIGHT, 24, 2);
        assertEquals(200, image.getWidth());
        assertEquals(48, image.getHeight());
        double[] values = new double[200];
        Arrays.fill(values, 100, 200, 8.0);
        BufferedImage curve = OverviewCurve.image(values, "W", "none", Theme.LIGHT, 24, 1);
        assertEquals(Theme.LIGHT.band(), curve.getRGB(90, 20) & 0xFFFFFF, "nothing below a value of 0");
        int filled = curve.getRGB(150, 12) & 0xFFFFFF;
        assertEquals(filled, curve.getRGB(190, 20) & 0xFFFFFF);
        assertEquals(Rgb.mix(Theme.LIGHT.band(), Theme.LIGHT.accent(), 70 / 255f) >> 20, filled >> 20);
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.plot;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.util.List;
import org.hdtrace.sunshot.model.Interval;
import org.hdtrace.sunshot.model.StatisticSeries;
import org.hdtrace.sunshot.paint.Theme;
import org.hdtrace.sunshot.query.TimeScale;
import org.junit.jupiter.api.Test;

/** Sums of statistics as areas upon each other, and curves of several units (SUNSHOT V-09, S-59). */
class StackedChartTest {
    private final TimeScale scale = new TimeScale(new Interval(0, 400), 4);
    private final StatisticChart.Curve low = curve("low", "W", 0, 200, 1, 2);
    private final StatisticChart.Curve high = curve("high", "W", 100, 400, 10, 20);
    private final StatisticChart.Curve other = curve("other", "B", 0, 400, 5e6, 6e6);

    /** Two records of equal length. */
    private static StatisticChart.Curve curve(String name, String unit, long from, long to, double... values) {
        long[] times = {from, (from + to) / 2, to};
        return new StatisticChart.Curve(name, new StatisticSeries(name, unit, "g", times, values), 0);
    }

    @Test
    void sumsCountWhatIsThere() {
        List<double[]> sums = StatisticChart.sums(List.of(low, high), scale);
        assertArrayEquals(new double[] {1, 2, 0, 0}, sums.get(0), 1e-12);
        assertArrayEquals(new double[] {1, 12, 15, 20}, sums.get(1), 1e-12);
    }

    @Test
    void theTopOfTheStackIsTheSum() {
        StatisticChart chart = StatisticChart.stacked(List.of(low, high), scale, Theme.LIGHT, 400, 300);
        var data = chart.chart().getXYPlot().getDataset();
        assertEquals("high", data.getSeriesKey(0));
        assertEquals(12, data.getYValue(0, 1));
        assertEquals(2, data.getYValue(1, 1));
        BufferedImage image = new BufferedImage(400, 300, BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = image.createGraphics();
        chart.paint(graphics, true);
        graphics.dispose();
        int[] seen = new int[2];
        for (int y = 0; y < 245; y++) {
            for (int x = 60; x < 390; x++) {
                seen[0] += (image.getRGB(x, y) & 0xFFFFFF) == 0x0072B2 ? 1 : 0;
                seen[1] += (image.getRGB(x, y) & 0xFFFFFF) == 0xD55E00 ? 1 : 0;
            }
        }
        assertTrue(seen[0] > 100 && seen[1] > 5 * seen[0], seen[0] + " and " + seen[1] + " pixels");
    }

    @Test
    void eachUnitHasAnAxisOfItsOwn() {
        var plot = StatisticChart.lines(List.of(low, other, high), scale, Theme.DARK, 400, 300)
                .chart()
                .getXYPlot();
        assertEquals(2, plot.getRangeAxisCount());
        assertEquals("[W]", plot.getRangeAxis(0).getLabel());
        assertEquals("[B]", plot.getRangeAxis(1).getLabel());
        assertEquals(2, plot.getDataset(0).getSeriesCount());
        assertEquals(5e6, plot.getDataset(1).getYValue(0, 0));
    }
}

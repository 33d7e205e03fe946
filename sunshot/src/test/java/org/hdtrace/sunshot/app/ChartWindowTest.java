// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.Rectangle;
import java.awt.image.BufferedImage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import javax.swing.JComboBox;
import javax.swing.JComponent;
import javax.swing.JSpinner;
import org.hdtrace.format.statistics.StatisticsGroup;
import org.hdtrace.format.statistics.StatisticsWriter;
import org.hdtrace.format.statistics.ValueDescription;
import org.hdtrace.format.statistics.ValueType;
import org.hdtrace.sunshot.TestProjects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Charts of a statistic (SUNSHOT S-39, S-58, S-59). */
class ChartWindowTest extends OpenWindow {
    private String csv() throws Exception {
        return WindowDriver.compute(
                () -> driver.component("charts", ChartPanel.class).csv());
    }

    /** Values in percent and for how many milliseconds each of them held. */
    private static final long[][] RECORDS = {{10, 500}, {20, 250}, {35, 100}, {20, 750}, {60, 400}};

    private static final int CURVE = 0x0072B2;
    /** A piece of a curve in SVG, with its height. */
    private static final Pattern LINE =
            Pattern.compile("<line x1='[\\d.]+' y1='([\\d.]+)' [^>]*stroke:rgb\\(0,114,178\\)");

    private Path recorded() throws Exception {
        Path project = TestProjects.halves(folder.resolve("recorded"));
        StatisticsGroup group = new StatisticsGroup(
                "Utilization", List.of("n1"), List.of(new ValueDescription("CPU_TOTAL", ValueType.DOUBLE, "%", "CPU")));
        long end = 1_300_000_000_000_000_000L;
        try (StatisticsWriter writer =
                StatisticsWriter.create(project.resolveSibling("halves_n1_Utilization.stat"), group)) {
            writer.begin(end);
            for (long[] each : RECORDS) {
                end += each[1] * 1_000_000;
                writer.setDouble(0, (double) each[0]);
                writer.endRecord(end);
            }
        }
        return project;
    }

    private void choose(ChartRequest.Kind kind) throws Exception {
        driver.choose("charts.kind", List.of(ChartRequest.Kind.values()).indexOf(kind));
    }

    private void chooseInTree() throws Exception {
        driver.click("tree", 0.5, driver.rowPlace("CPU_TOTAL"));
        driver.press("timelines", "G");
        driver.await("the panel is there", () -> driver.shown("charts"));
    }

    @Tag("S-39")
    @Tag("S-58")
    @Test
    void theHistogramOfDurationsTellsHowLongEachValueHeld() throws Exception {
        driver.load(recorded());
        chooseInTree();
        choose(ChartRequest.Kind.TIME);
        driver.onEventThread(
                () -> driver.component("charts.bins", JSpinner.class).setValue(10));
        StringBuilder expected = new StringBuilder("from,to,records,ns\n");
        long[] nanos = new long[10];
        for (int bin = 0; bin < 10; bin++) {
            int records = 0;
            for (long[] each : RECORDS) {
                if (Math.min(9, (each[0] - 10) / 5) == bin) {
                    records++;
                    nanos[bin] += each[1] * 1_000_000;
                }
            }
            expected.append(10.0 + 5 * bin)
                    .append(',')
                    .append(15.0 + 5 * bin)
                    .append(',')
                    .append(records);
            expected.append(',').append(nanos[bin]).append('\n');
        }
        driver.await(
                "the figures are those of the records",
                () -> driver.component("charts", ChartPanel.class).csv().equals(expected.toString()));
        driver.await("so are the bars", () -> {
            int[] high = heights();
            return IntStream.range(0, 10).allMatch(bin -> Math.abs(high[bin] - high[2] * nanos[bin] / nanos[2]) <= 2)
                    && high[2] > 40;
        });
    }

    /** How high the bar of each of ten bins is in its middle; the bins fill the width between the axis and the right edge. */
    private int[] heights() {
        BufferedImage image = Painted.of(driver.component("charts.canvas", JComponent.class));
        Rectangle all = Painted.bounds(image, CURVE);
        return IntStream.range(0, 10)
                .map(bin -> {
                    int middle = all.x + (int) (all.width * (bin + 0.5) / 10);
                    BufferedImage strip = image.getSubimage(middle, 0, 1, image.getHeight());
                    return Painted.bounds(strip, CURVE).height;
                })
                .toArray();
    }

    @Tag("S-39")
    @Test
    void savedPicturesHoldTheCurve() throws Exception {
        chooseInTree();
        choose(ChartRequest.Kind.SAME_NAME);
        driver.await("it is drawn", () -> driver.text("charts.head").equals("1 curve"));
        Path png = folder.resolve("curve.png");
        driver.savePicture("charts.save", png);
        BufferedImage image = ImageIO.read(png.toFile());
        int columns = (int) IntStream.range(0, image.getWidth())
                .filter(x -> level(image, x) >= 0)
                .count();
        assertTrue(columns > 4 * image.getWidth() / 5, columns + " of " + image.getWidth());
        double first = level(image, image.getWidth() / 4);
        double second = level(image, 3 * image.getWidth() / 4);
        assertTrue(first - second > image.getHeight() / 2.0, "25 % at " + first + ", 75 % at " + second);

        Path svg = folder.resolve("curve.svg");
        driver.savePicture("charts.save", svg);
        List<Double> levels = LINE.matcher(Files.readString(svg))
                .results()
                .map(line -> Double.valueOf(line.group(1)))
                .toList();
        assertEquals(columns, levels.size(), columns / 10.0, "a line for each column");
        assertEquals(first, levels.get(levels.size() / 4), 1);
        assertEquals(second, levels.get(3 * levels.size() / 4), 1);
    }

    /** Where the curve is in a column, in pixels from above; -1 where it is not. All else is grey. */
    private static double level(BufferedImage image, int x) {
        return IntStream.range(0, image.getHeight())
                .filter(y -> (image.getRGB(x, y) & 255) - (image.getRGB(x, y) >> 16 & 255) > 60)
                .average()
                .orElse(-1);
    }

    @Tag("S-39")
    @Tag("S-58")
    @Tag("S-59")
    @Test
    void theChosenStatisticIsDrawnOverTheVisibleTime() throws Exception {
        driver.press("timelines", "G");
        driver.onEventThread(() -> driver.model().select("0:n1/Utilization/CPU_TOTAL"));
        String half = "n1/Utilization/CPU_TOTAL: mean 50 %, σ 25 %, 2 records";
        driver.await("the histogram is there", () -> driver.text("charts.head").equals(half));
        assertTrue(csv().startsWith("from,to,records,ns\n25.0,26.0,1,1000000000\n"), csv());
        driver.onEventThread(() -> driver.model().go(driver.model().viewport().select(1_000_000_000L, 2_000_000_000L)));
        driver.await("it follows the view", () -> driver.text("charts.head").contains("mean 75 %"));
        driver.onEventThread(
                () -> driver.component("charts.kind", JComboBox.class).setSelectedItem(ChartRequest.Kind.SAME_GROUP));
        driver.await("curves are drawn", () -> driver.text("charts.head").equals("1 curve"));
        assertEquals("statistic,fromNs,average", csv().lines().findFirst().orElseThrow());
    }
}

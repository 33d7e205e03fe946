// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.examples.validation;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Shape;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Rectangle2D;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jfree.chart.ChartUtils;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.CategoryAxis;
import org.jfree.chart.axis.CategoryLabelPositions;
import org.jfree.chart.axis.LogarithmicAxis;
import org.jfree.chart.plot.CategoryPlot;
import org.jfree.chart.plot.CombinedDomainCategoryPlot;
import org.jfree.chart.renderer.category.LineAndShapeRenderer;
import org.jfree.data.category.DefaultCategoryDataset;
import org.jfree.svg.SVGGraphics2D;

/** The paper's curves as a picture: one diagram above the other over the same configurations, each with logarithmic
 * scale, simulated beside bound. */
public final class Curves {
    private static final int WIDTH = 900;
    private static final int HEIGHT_OF_EACH = 220;
    private static final double MIB = 1 << 20;
    private static final Color SIMULATED = new Color(0x1f77b4);
    private static final Color BOUND = new Color(0xd95f02);
    private static final Shape DOT = new Ellipse2D.Double(-2.5, -2.5, 5, 5);
    private static final int FEWEST = 3;

    private Curves() {}

    /**
     * Draw all experiments that were carried out in several configurations.
     *
     * @param file replaced when it exists; its name ends in .svg or .png
     * @throws IllegalArgumentException for another name
     */
    public static void write(List<Measurement> measurements, Path file) throws IOException {
        String name = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
        if (!name.endsWith(".svg") && !name.endsWith(".png")) {
            throw new IllegalArgumentException(file + ": the name must end in .png or .svg");
        }
        Map<String, DefaultCategoryDataset> diagrams = diagrams(measurements);
        JFreeChart chart = chart(diagrams);
        int height = HEIGHT_OF_EACH * diagrams.size();
        if (name.endsWith(".png")) {
            ChartUtils.saveChartAsPNG(file.toFile(), chart, WIDTH, height);
            return;
        }
        SVGGraphics2D graphics = new SVGGraphics2D(WIDTH, height);
        // Otherwise made from the time of day.
        graphics.setDefsKeyPrefix("curves");
        chart.draw(graphics, new Rectangle2D.Double(0, 0, WIDTH, height));
        Files.writeString(file, graphics.getSVGDocument(), StandardCharsets.UTF_8);
    }

    /** By title: throughputs in MiB/s where they are told, else times in ms. */
    private static Map<String, DefaultCategoryDataset> diagrams(List<Measurement> measurements) {
        Map<String, DefaultCategoryDataset> all = new LinkedHashMap<>();
        for (Measurement one : measurements) {
            boolean rate = one.moved() > 0 || one.experiment().startsWith("Sendrecv with");
            String title = one.experiment() + ", " + size(one.bytes()) + (rate ? " [MiB/s]" : " [ms]");
            DefaultCategoryDataset data = all.computeIfAbsent(title, key -> new DefaultCategoryDataset());
            String configuration = one.configuration().label();
            if (one.configuration().processes() > 1) {
                data.addValue(value(one, rate, (double) one.simulatedNanos()), "simulated", configuration);
                data.addValue(value(one, rate, one.boundNanos()), "bound", configuration);
            }
        }
        all.values().removeIf(data -> data.getColumnCount() < FEWEST);
        return all;
    }

    private static double value(Measurement one, boolean rate, double nanos) {
        return rate ? one.moved() / (nanos / 1e9) / MIB : nanos / 1e6;
    }

    private static String size(long bytes) {
        return bytes >= 1 << 20 ? bytes / (1 << 20) + " MiB" : bytes / (1 << 10) + " KiB";
    }

    private static JFreeChart chart(Map<String, DefaultCategoryDataset> diagrams) {
        CategoryAxis configurations = new CategoryAxis("nodes-processes");
        configurations.setCategoryLabelPositions(CategoryLabelPositions.UP_45);
        CombinedDomainCategoryPlot all = new CombinedDomainCategoryPlot(configurations);
        diagrams.forEach((title, data) -> {
            LogarithmicAxis axis = new LogarithmicAxis(title);
            axis.setLabelFont(new Font("SansSerif", Font.PLAIN, 10));
            LineAndShapeRenderer lines = new LineAndShapeRenderer();
            lines.setSeriesPaint(0, SIMULATED);
            lines.setSeriesPaint(1, BOUND);
            lines.setSeriesStroke(0, new BasicStroke(2f));
            lines.setSeriesShape(0, DOT);
            lines.setSeriesShape(1, DOT);
            // The same two lines in each diagram need one legend only.
            lines.setDefaultSeriesVisibleInLegend(all.getSubplots().isEmpty());
            all.add(new CategoryPlot(data, null, axis, lines));
        });
        JFreeChart chart = new JFreeChart("Simulated times and their bounds", all);
        chart.setBackgroundPaint(Color.WHITE);
        return chart;
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.examples.validation;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.hdtrace.examples.papers.Picture;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.CategoryAxis;
import org.jfree.chart.axis.CategoryLabelPositions;
import org.jfree.chart.axis.LogarithmicAxis;
import org.jfree.chart.plot.CategoryPlot;
import org.jfree.chart.plot.CombinedDomainCategoryPlot;
import org.jfree.chart.renderer.category.LineAndShapeRenderer;
import org.jfree.data.category.DefaultCategoryDataset;

/** The paper's curves as a picture: one diagram above the other over the same configurations, each with logarithmic
 * scale, simulated beside bound. */
public final class Curves {
    private static final int HEIGHT_OF_EACH = 220;
    private static final double MIB = 1 << 20;
    private static final int FEWEST = 3;

    private Curves() {}

    /** All experiments that were carried out in several configurations. */
    public static Picture picture(List<Measurement> measurements) {
        Map<String, DefaultCategoryDataset> diagrams = diagrams(measurements);
        return new Picture(chart(diagrams), HEIGHT_OF_EACH * diagrams.size());
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

    /** In MiB, or in KiB where that isn't whole. */
    static String size(long bytes) {
        return bytes >= 1 << 20 && bytes % (1 << 20) == 0 ? bytes / (1 << 20) + " MiB" : bytes / (1 << 10) + " KiB";
    }

    private static JFreeChart chart(Map<String, DefaultCategoryDataset> diagrams) {
        CategoryAxis configurations = new CategoryAxis("nodes-processes");
        configurations.setCategoryLabelPositions(CategoryLabelPositions.UP_45);
        CombinedDomainCategoryPlot all = new CombinedDomainCategoryPlot(configurations);
        diagrams.forEach((title, data) -> {
            LogarithmicAxis axis = new LogarithmicAxis(title);
            axis.setLabelFont(Picture.FONT);
            LineAndShapeRenderer lines = new LineAndShapeRenderer();
            lines.setSeriesPaint(0, Picture.SIMULATED);
            lines.setSeriesPaint(1, Picture.REFERENCE);
            lines.setSeriesStroke(0, Picture.line());
            lines.setSeriesShape(0, Picture.dot());
            lines.setSeriesShape(1, Picture.dot());
            // The same two lines in each diagram need one legend only.
            lines.setDefaultSeriesVisibleInLegend(all.getSubplots().isEmpty());
            all.add(new CategoryPlot(data, null, axis, lines));
        });
        return Picture.chart("Simulated times and their bounds", all, true);
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.examples.papers;

import java.awt.Color;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.List;
import java.util.Locale;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.CategoryAxis;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.labels.ItemLabelAnchor;
import org.jfree.chart.labels.ItemLabelPosition;
import org.jfree.chart.labels.StandardCategoryItemLabelGenerator;
import org.jfree.chart.plot.CategoryPlot;
import org.jfree.chart.plot.PlotOrientation;
import org.jfree.chart.plot.ValueMarker;
import org.jfree.chart.renderer.category.BarRenderer;
import org.jfree.chart.renderer.category.StandardBarPainter;
import org.jfree.chart.ui.TextAnchor;
import org.jfree.data.category.DefaultCategoryDataset;

/** By how much figures differ from the paper's, as bars. */
public final class Deviations {
    private static final int HEIGHT_OF_BAR = 28;
    private static final int HEIGHT_OF_REST = 95;
    private static final double LEAST = 5;

    private Deviations() {}

    /** Those that the paper tells. */
    public static JFreeChart chart(List<Compared> figures) {
        DefaultCategoryDataset data = new DefaultCategoryDataset();
        known(figures).forEach(one -> data.addValue(100 * one.deviation(), "ours", one.quantity()));
        BarRenderer bars = new BarRenderer();
        bars.setBarPainter(new StandardBarPainter());
        bars.setShadowVisible(false);
        bars.setSeriesPaint(0, Picture.SIMULATED);
        bars.setDefaultItemLabelGenerator(new StandardCategoryItemLabelGenerator(
                "{2}", new DecimalFormat("+0.0;-0.0", new DecimalFormatSymbols(Locale.ROOT))));
        bars.setDefaultItemLabelsVisible(true);
        bars.setDefaultPositiveItemLabelPosition(
                new ItemLabelPosition(ItemLabelAnchor.OUTSIDE3, TextAnchor.CENTER_LEFT));
        bars.setDefaultNegativeItemLabelPosition(
                new ItemLabelPosition(ItemLabelAnchor.OUTSIDE9, TextAnchor.CENTER_RIGHT));
        NumberAxis percent = new NumberAxis("more than the paper's figure, in %");
        percent.setLabelFont(Picture.FONT);
        double most = known(figures).stream()
                .mapToDouble(one -> Math.abs(100 * one.deviation()))
                .max()
                .orElse(0);
        percent.setRange(-1.2 * Math.max(most, LEAST), 1.2 * Math.max(most, LEAST));
        CategoryAxis names = new CategoryAxis();
        names.setMaximumCategoryLabelWidthRatio(0.5f);
        CategoryPlot plot = new CategoryPlot(data, names, percent, bars);
        plot.setOrientation(PlotOrientation.HORIZONTAL);
        plot.setBackgroundPaint(Color.WHITE);
        plot.setRangeGridlinePaint(Color.LIGHT_GRAY);
        plot.addRangeMarker(new ValueMarker(0, Picture.REFERENCE, Picture.line()));
        return Picture.chart("Deviations from the paper", plot, false);
    }

    /** Height in pixels that its bars need. */
    public static int height(List<Compared> figures) {
        return HEIGHT_OF_REST + HEIGHT_OF_BAR * known(figures).size();
    }

    private static List<Compared> known(List<Compared> figures) {
        return figures.stream().filter(one -> !Double.isNaN(one.deviation())).toList();
    }
}

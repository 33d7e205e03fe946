// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.examples.levels;

import java.awt.Color;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.List;
import java.util.Locale;
import org.hdtrace.examples.papers.Compared;
import org.hdtrace.examples.papers.Picture;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.CategoryAxis;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.labels.StandardCategoryItemLabelGenerator;
import org.jfree.chart.plot.CategoryPlot;
import org.jfree.chart.renderer.category.BarRenderer;
import org.jfree.chart.renderer.category.StandardBarPainter;
import org.jfree.data.category.DefaultCategoryDataset;

/** Times side by side: the slides', by hand, ours. */
final class LevelBars {
    private LevelBars() {}

    static JFreeChart chart(List<Compared> figures) {
        DefaultCategoryDataset data = new DefaultCategoryDataset();
        for (Compared one : figures) {
            data.addValue(one.paper(), "slides, measured", one.quantity());
            data.addValue(one.hand(), "by hand", one.quantity());
            data.addValue(one.ours(), "simulated", one.quantity());
        }
        BarRenderer bars = new BarRenderer();
        bars.setBarPainter(new StandardBarPainter());
        bars.setShadowVisible(false);
        bars.setSeriesPaint(0, Picture.REFERENCE);
        bars.setSeriesPaint(1, Color.LIGHT_GRAY);
        bars.setSeriesPaint(2, Picture.SIMULATED);
        bars.setDefaultItemLabelGenerator(new StandardCategoryItemLabelGenerator(
                "{2}", new DecimalFormat("0.00", new DecimalFormatSymbols(Locale.ROOT))));
        bars.setDefaultItemLabelsVisible(true);
        NumberAxis seconds = Picture.axis("s");
        seconds.setUpperMargin(0.1);
        CategoryAxis levels = new CategoryAxis();
        levels.setMaximumCategoryLabelLines(2);
        CategoryPlot plot = new CategoryPlot(data, levels, seconds, bars);
        plot.setBackgroundPaint(Color.WHITE);
        plot.setRangeGridlinePaint(Color.LIGHT_GRAY);
        return Picture.chart("4 clients write 50 MB each to 4 servers", plot, true);
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.plot;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.geom.Rectangle2D;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.hdtrace.sunshot.model.StatisticSeries;
import org.hdtrace.sunshot.paint.Drawing;
import org.hdtrace.sunshot.paint.Theme;
import org.hdtrace.sunshot.query.SeriesQuery;
import org.hdtrace.sunshot.query.TimeScale;
import org.hdtrace.sunshot.query.ValueBins;
import org.jfree.chart.ChartRenderingInfo;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.AxisLocation;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.plot.SeriesRenderingOrder;
import org.jfree.chart.plot.ValueMarker;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.StandardXYBarPainter;
import org.jfree.chart.renderer.xy.XYAreaRenderer;
import org.jfree.chart.renderer.xy.XYBarRenderer;
import org.jfree.chart.renderer.xy.XYItemRenderer;
import org.jfree.chart.renderer.xy.XYStepRenderer;
import org.jfree.chart.title.LegendTitle;
import org.jfree.chart.ui.RectangleEdge;
import org.jfree.chart.ui.RectangleInsets;
import org.jfree.chart.ui.TextAnchor;
import org.jfree.data.xy.XYDataset;
import org.jfree.data.xy.XYIntervalSeries;
import org.jfree.data.xy.XYIntervalSeriesCollection;
import org.jfree.data.xy.XYSeries;
import org.jfree.data.xy.XYSeriesCollection;

/** Values of statistics as histogram, as time per value or as curves, by JFreeChart (SUNSHOT S-58, S-59). Not for several threads. */
public final class StatisticChart implements Drawing {
    private static final int[] LIGHT_COLORS = {0x0072B2, 0xD55E00, 0x009E73, 0xCC79A7, 0x7A5C00, 0x6A5ACD, 0x444444};
    private static final int[] DARK_COLORS = {0x56B4E9, 0xF2843C, 0x2FCB9C, 0xE7A9CC, 0xE5C64B, 0x9D92F0, 0xBBBBBB};
    private static final int MOST_IN_LEGEND = 16;

    private final Theme theme;
    private final JFreeChart chart;
    private final int width;
    private final int height;
    private final ChartRenderingInfo drawn = new ChartRenderingInfo();

    /** One curve. */
    public record Curve(String name, StatisticSeries series, long originNanos) {}

    private StatisticChart(
            Theme theme, XYDataset data, String xTitle, String yTitle, XYItemRenderer renderer, int width, int height) {
        this.theme = theme;
        this.width = width;
        this.height = height;
        NumberAxis x = styled(new NumberAxis(xTitle));
        NumberAxis y = styled(new NumberAxis(yTitle));
        XYPlot plot = new XYPlot(data, x, y, renderer);
        plot.setBackgroundPaint(new Color(theme.background()));
        plot.setDomainGridlinePaint(new Color(theme.grid()));
        plot.setRangeGridlinePaint(new Color(theme.grid()));
        plot.setOutlinePaint(new Color(theme.grid()));
        plot.setAxisOffset(RectangleInsets.ZERO_INSETS);
        chart = new JFreeChart("", theme.font(), plot, false);
        chart.setTitle((String) null);
        chart.setBackgroundPaint(new Color(theme.background()));
        chart.setPadding(new RectangleInsets(6, 6, 6, 14));
        for (int i = 0; i < data.getSeriesCount(); i++) {
            renderer.setSeriesPaint(i, color(i));
        }
    }

    /**
     * Records, or time, per bin of values; lines at the mean and one to three deviations beside it.
     *
     * @param byTime whether time is shown instead of records
     */
    public static StatisticChart histogram(
            ValueBins bins, StatisticSeries series, boolean byTime, Theme theme, int width, int height) {
        XYIntervalSeries bars = new XYIntervalSeries(series.name(), false, true);
        double all = Math.max(1, bins.allNanos());
        for (int i = 0; i < bins.bins(); i++) {
            double value = byTime ? 100 * bins.nanos(i) / all : bins.count(i);
            double middle = (bins.edge(i) + bins.edge(i + 1)) / 2;
            bars.add(middle, bins.edge(i), bins.edge(i + 1), value, value, value);
        }
        XYIntervalSeriesCollection data = new XYIntervalSeriesCollection();
        data.addSeries(bars);
        XYBarRenderer renderer = new XYBarRenderer();
        renderer.setBarPainter(new StandardXYBarPainter());
        renderer.setShadowVisible(false);
        renderer.setDrawBarOutline(false);
        StatisticChart made = new StatisticChart(
                theme, data, title(series), byTime ? "time [%]" : "records", renderer, width, height);
        XYPlot plot = made.chart.getXYPlot();
        plot.getDomainAxis().setRange(bins.edge(0), bins.edge(bins.bins()));
        if (!byTime) {
            plot.getRangeAxis().setStandardTickUnits(NumberAxis.createIntegerTickUnits());
            for (int deviations = -3; deviations <= 3; deviations++) {
                made.mark(bins.mean() + deviations * bins.sigma(), deviations);
            }
        }
        return made;
    }

    /**
     * Averages over time, one curve for each statistic; times are seconds of the common scale. Each unit has an axis of its own, the
     * first one at the left.
     */
    public static StatisticChart lines(List<Curve> curves, TimeScale scale, Theme theme, int width, int height) {
        Map<String, XYSeriesCollection> units = new LinkedHashMap<>();
        Map<String, StatisticSeries> firsts = new LinkedHashMap<>();
        for (Curve curve : curves) {
            double[] values = averages(curve, scale);
            XYSeries points = new XYSeries(curve.name(), false, true);
            for (int column = 0; column < values.length; column++) {
                points.add(scale.startOf(column) / 1e9, values[column]);
            }
            String unit = curve.series().unit();
            units.computeIfAbsent(unit, key -> new XYSeriesCollection()).addSeries(points);
            firsts.putIfAbsent(unit, curve.series());
        }
        List<String> order = List.copyOf(units.keySet());
        XYDataset first = order.isEmpty() ? new XYSeriesCollection() : units.get(order.get(0));
        String axis = order.isEmpty() ? "" : axisTitle(firsts.get(order.get(0)), order.size());
        StatisticChart made = new StatisticChart(theme, first, "time [s]", axis, new XYStepRenderer(), width, height);
        int color = first.getSeriesCount();
        for (int i = 1; i < order.size(); i++) {
            XYSeriesCollection data = units.get(order.get(i));
            made.addAxis(i, data, axisTitle(firsts.get(order.get(i)), order.size()), color);
            color += data.getSeriesCount();
        }
        made.finishCurves(curves.size(), scale);
        return made;
    }

    /** Of several axes each tells its unit alone, since its curves may be of different counters. */
    private static String axisTitle(StatisticSeries series, int axes) {
        return axes == 1 ? title(series) : series.unit().isEmpty() ? series.name() : "[" + series.unit() + "]";
    }

    private void addAxis(int number, XYDataset data, String axisTitle, int firstColor) {
        XYPlot plot = chart.getXYPlot();
        XYStepRenderer renderer = new XYStepRenderer();
        for (int i = 0; i < data.getSeriesCount(); i++) {
            renderer.setSeriesPaint(i, color(firstColor + i));
        }
        plot.setDataset(number, data);
        plot.setRenderer(number, renderer);
        plot.setRangeAxis(number, styled(new NumberAxis(axisTitle)));
        plot.setRangeAxisLocation(number, AxisLocation.BOTTOM_OR_RIGHT);
        plot.mapDatasetToRangeAxis(number, number);
    }

    /** Averages over time, upon each other in the order of the curves, the first at the bottom; nothing counts as 0. */
    public static StatisticChart stacked(List<Curve> curves, TimeScale scale, Theme theme, int width, int height) {
        XYSeriesCollection data = new XYSeriesCollection();
        List<double[]> sums = sums(curves, scale);
        // The largest sum is painted first, so that each area ends where the next one begins.
        for (int i = curves.size() - 1; i >= 0; i--) {
            XYSeries points = new XYSeries(curves.get(i).name(), false, true);
            for (int column = 0; column < scale.width(); column++) {
                points.add(scale.startOf(column) / 1e9, sums.get(i)[column]);
            }
            data.addSeries(points);
        }
        XYAreaRenderer renderer = new XYAreaRenderer(XYAreaRenderer.AREA);
        String unit = curves.isEmpty() ? "" : title(curves.get(0).series());
        StatisticChart made = new StatisticChart(theme, data, "time [s]", unit, renderer, width, height);
        for (int i = 0; i < curves.size(); i++) {
            renderer.setSeriesPaint(i, made.color(curves.size() - 1 - i));
        }
        ((NumberAxis) made.chart.getXYPlot().getRangeAxis()).setAutoRangeIncludesZero(true);
        made.chart.getXYPlot().setSeriesRenderingOrder(SeriesRenderingOrder.FORWARD);
        made.finishCurves(curves.size(), scale);
        return made;
    }

    /** For each curve the sum of the averages of it and of those before, column by column. */
    public static List<double[]> sums(List<Curve> curves, TimeScale scale) {
        List<double[]> sums = new ArrayList<>();
        double[] below = new double[scale.width()];
        for (Curve curve : curves) {
            double[] values = averages(curve, scale);
            double[] sum = below.clone();
            for (int column = 0; column < sum.length; column++) {
                sum[column] += Double.isNaN(values[column]) ? 0 : values[column];
            }
            sums.add(sum);
            below = sum;
        }
        return sums;
    }

    private static double[] averages(Curve curve, TimeScale scale) {
        return SeriesQuery.columns(curve.series(), scale.shift(curve.originNanos()))
                .average();
    }

    private void finishCurves(int curves, TimeScale scale) {
        chart.getXYPlot()
                .getDomainAxis()
                .setRange(scale.interval().startNanos() / 1e9, scale.interval().endNanos() / 1e9);
        if (curves > 1 && curves <= MOST_IN_LEGEND) {
            addLegend();
        }
    }

    private static String title(StatisticSeries series) {
        return series.unit().isEmpty() || series.unit().equals("#")
                ? series.name()
                : series.name() + " [" + series.unit() + "]";
    }

    private void mark(double value, int deviations) {
        float[] dashes = deviations == 0 ? null : new float[] {2 + 2 * (3 - Math.abs(deviations)), 3};
        ValueMarker line = new ValueMarker(
                value,
                new Color(theme.mark()),
                new BasicStroke(
                        deviations == 0 ? 1.6f : 1, BasicStroke.CAP_BUTT, BasicStroke.JOIN_MITER, 1, dashes, 0));
        line.setLabel(deviations == 0 ? "mean" : String.format(Locale.ROOT, "%+dσ", deviations));
        line.setLabelFont(theme.smallFont());
        line.setLabelPaint(new Color(theme.text()));
        line.setLabelBackgroundColor(new Color(theme.background()));
        line.setLabelOffset(new RectangleInsets(2, 3, 2, 3));
        line.setLabelTextAnchor(TextAnchor.TOP_RIGHT);
        chart.getXYPlot().addDomainMarker(line);
    }

    private void addLegend() {
        LegendTitle legend = new LegendTitle(chart.getXYPlot());
        legend.setItemFont(theme.font());
        legend.setItemPaint(new Color(theme.text()));
        legend.setBackgroundPaint(new Color(theme.background()));
        legend.setPosition(RectangleEdge.BOTTOM);
        chart.addLegend(legend);
    }

    private NumberAxis styled(NumberAxis axis) {
        axis.setAutoRangeIncludesZero(false);
        axis.setTickLabelFont(theme.font());
        axis.setLabelFont(theme.boldFont());
        axis.setTickLabelPaint(new Color(theme.text()));
        axis.setLabelPaint(new Color(theme.text()));
        axis.setAxisLinePaint(new Color(theme.muted()));
        axis.setTickMarkPaint(new Color(theme.muted()));
        return axis;
    }

    private Color color(int number) {
        int[] colors = theme.dark() ? DARK_COLORS : LIGHT_COLORS;
        return new Color(colors[number % colors.length]);
    }

    /** The value of the horizontal axis at a pixel of what was drawn last; NaN beside the diagram. */
    public double valueAt(int x, int y) {
        Rectangle2D area = drawn.getPlotInfo().getDataArea();
        if (area == null || !area.contains(x, y)) {
            return Double.NaN;
        }
        return chart.getXYPlot().getDomainAxis().java2DToValue(x, area, RectangleEdge.BOTTOM);
    }

    @Override
    public int width() {
        return width;
    }

    @Override
    public int height() {
        return height;
    }

    @Override
    public void paint(Graphics2D graphics, boolean raster) {
        chart.draw(graphics, new Rectangle2D.Double(0, 0, width, height), drawn);
    }

    /** What is drawn; for tests. */
    JFreeChart chart() {
        return chart;
    }
}

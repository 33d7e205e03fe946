// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.plot;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.Shape;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Path2D;
import java.awt.geom.Rectangle2D;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.text.NumberFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.hdtrace.sunshot.paint.Drawing;
import org.hdtrace.sunshot.paint.Theme;
import org.hdtrace.sunshot.plot.AxisValues.Kind;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.LogAxis;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.axis.NumberTickUnit;
import org.jfree.chart.axis.SymbolAxis;
import org.jfree.chart.axis.ValueAxis;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.XYLineAndShapeRenderer;
import org.jfree.chart.title.LegendTitle;
import org.jfree.chart.title.TextTitle;
import org.jfree.chart.ui.RectangleEdge;
import org.jfree.chart.ui.RectangleInsets;
import org.jfree.data.xy.XYSeries;
import org.jfree.data.xy.XYSeriesCollection;

/** Simulated time over one varied value, a curve for each combination of the others. */
public final class SweepChart implements Drawing {
    /** A legend of more curves would leave no room for them. */
    static final int MOST_IN_LEGEND = 40;

    private static final float LARGER = 2;
    private static final int STEPS_OF_A_DECADE = 9;
    private static final float LINE = 2;
    private static final List<Integer> COLORS =
            List.of(0x0072B2, 0xD55E00, 0x009E73, 0xCC79A7, 0xE69F00, 0x56B4E9, 0x8A929C, 0xB9A21A);
    private static final List<Shape> SHAPES = List.of(
            new Ellipse2D.Double(-4, -4, 8, 8),
            new Rectangle2D.Double(-3.5, -3.5, 7, 7),
            polygon(0, -5, 5, 4, -5, 4),
            polygon(0, -5, 5, 0, 0, 5, -5, 0),
            polygon(0, 5, 5, -4, -5, -4));
    private static final List<float[]> DASHES =
            List.of(new float[] {1, 0}, new float[] {8, 5}, new float[] {2, 4}, new float[] {10, 4, 2, 4});

    private final Theme theme;
    private final int width;
    private final int height;
    private final JFreeChart chart;

    /**
     * What is written beside a diagram.
     *
     * @param title first line
     * @param times what the times are, as {@value #SIMULATED}
     */
    public record Texts(String title, String times) {
        /** What a sweep tells of. */
        public static final String SIMULATED = "simulated time";
    }

    /**
     * Lay a diagram out.
     *
     * @param x which axis of the table goes to the right
     * @param texts beside the diagram
     * @param width in pixels
     * @param height in pixels
     */
    public SweepChart(SweepTable table, int x, Texts texts, Theme theme, int width, int height) {
        this.theme = theme;
        this.width = width;
        this.height = height;
        AxisValues values = AxisValues.of(table.values(x));
        double[] nanos =
                table.points().stream().mapToDouble(SweepTable.Point::nanos).toArray();
        TimeUnits unit = TimeUnits.of(nanos);
        XYSeriesCollection curves = curves(table, new CurveNames(table.axes(), x, texts.times()), values, unit);
        XYPlot plot = new XYPlot(
                curves,
                xAxis(table.axes().get(x), values),
                yAxis(nanos, texts.times() + " [" + unit.symbol() + "]"),
                renderer(curves, values));
        plot.setBackgroundPaint(color(theme.background()));
        plot.setDomainGridlinePaint(color(theme.grid()));
        plot.setRangeGridlinePaint(color(theme.grid()));
        plot.setOutlinePaint(color(theme.grid()));
        plot.setAxisOffset(RectangleInsets.ZERO_INSETS);
        chart = new JFreeChart(
                texts.title(), theme.titleFont().deriveFont(theme.titleFont().getSize2D() + LARGER), plot, false);
        chart.setBackgroundPaint(color(theme.background()));
        chart.setPadding(new RectangleInsets(12, 12, 12, 24));
        chart.getTitle().setPaint(color(theme.text()));
        boolean legend = curves.getSeriesCount() > 1 && curves.getSeriesCount() <= MOST_IN_LEGEND;
        addNotes(table, curves.getSeriesCount(), legend);
        if (legend) {
            chart.addLegend(legend(plot));
        }
    }

    /** The numeric axis with the most values, so that there are few curves; the first one where none is numeric. */
    public static int bestX(SweepTable table) {
        int best = 0;
        long most = -1;
        for (int axis = 0; axis < table.axes().size(); axis++) {
            List<String> values = table.values(axis);
            long worth = AxisValues.of(values).kind() == Kind.NAMES ? 0 : values.size();
            if (worth > most) {
                most = worth;
                best = axis;
            }
        }
        return best;
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
        chart.draw(graphics, new Rectangle2D.Double(0, 0, width, height));
    }

    /** What is drawn; for tests. */
    JFreeChart chart() {
        return chart;
    }

    private static XYSeriesCollection curves(SweepTable table, CurveNames names, AxisValues values, TimeUnits unit) {
        Map<String, XYSeries> curves = new LinkedHashMap<>();
        for (SweepTable.Point point : table.points()) {
            String name = names.of(point);
            curves.computeIfAbsent(name, XYSeries::new)
                    .add((double) values.places().get(point.values().get(names.x())), unit.of(point.nanos()));
        }
        XYSeriesCollection all = new XYSeriesCollection();
        curves.values().forEach(all::addSeries);
        return all;
    }

    private ValueAxis xAxis(String path, AxisValues values) {
        String label = values.unit().isEmpty() ? path : path + " [" + values.unit() + "]";
        return switch (values.kind()) {
            case NAMES -> names(path, values);
            case LINEAR -> counted(linear(label, false), values);
            case LOGARITHMIC -> logarithmic(label);
        };
    }

    private ValueAxis yAxis(double[] nanos, String label) {
        double least = Double.POSITIVE_INFINITY;
        double most = 0;
        for (double one : nanos) {
            least = Math.min(least, one);
            most = Math.max(most, one);
        }
        // Small differences would vanish above a long way from zero.
        return AxisValues.kind(nanos) == Kind.LOGARITHMIC ? logarithmic(label) : linear(label, least < most / 2);
    }

    /** Nothing lies between whole numbers as those of ranks. */
    private static NumberAxis counted(NumberAxis axis, AxisValues values) {
        if (values.places().values().stream().allMatch(place -> place == Math.rint(place))) {
            axis.setStandardTickUnits(NumberAxis.createIntegerTickUnits());
        }
        return axis;
    }

    private NumberAxis linear(String label, boolean fromZero) {
        NumberAxis axis = styled(new NumberAxis(label));
        axis.setAutoRangeIncludesZero(fromZero);
        return axis;
    }

    private ValueAxis logarithmic(String label) {
        LogAxis axis = styled(new LogAxis(label));
        axis.setTickUnit(new NumberTickUnit(1, plainNumbers(), STEPS_OF_A_DECADE));
        axis.setNumberFormatOverride(plainNumbers());
        axis.setMinorTickMarksVisible(true);
        return axis;
    }

    private ValueAxis names(String label, AxisValues values) {
        SymbolAxis axis = styled(new SymbolAxis(label, values.places().keySet().toArray(String[]::new)));
        axis.setGridBandsVisible(false);
        axis.setRange(-0.5, values.places().size() - 0.5);
        return axis;
    }

    private <A extends ValueAxis> A styled(A axis) {
        Font font = theme.font().deriveFont(theme.fontSize() + LARGER);
        axis.setTickLabelFont(font);
        axis.setLabelFont(font.deriveFont(Font.BOLD));
        axis.setTickLabelPaint(color(theme.text()));
        axis.setLabelPaint(color(theme.text()));
        axis.setAxisLinePaint(color(theme.muted()));
        axis.setTickMarkPaint(color(theme.muted()));
        return axis;
    }

    private static XYLineAndShapeRenderer renderer(XYSeriesCollection curves, AxisValues values) {
        XYLineAndShapeRenderer renderer = new XYLineAndShapeRenderer(values.kind() != Kind.NAMES, true);
        for (int curve = 0; curve < curves.getSeriesCount(); curve++) {
            float[] dashes = DASHES.get(curve / COLORS.size() % DASHES.size());
            renderer.setSeriesPaint(curve, color(COLORS.get(curve % COLORS.size())));
            renderer.setSeriesShape(curve, SHAPES.get(curve % SHAPES.size()));
            renderer.setSeriesStroke(
                    curve, new BasicStroke(LINE, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 1, dashes, 0));
        }
        renderer.setDrawSeriesLineAsPath(true);
        return renderer;
    }

    private void addNotes(SweepTable table, int curves, boolean legend) {
        if (table.failed() > 0) {
            int all = table.failed() + table.points().size();
            note(table.failed() + " of " + all + " points have an error and are left out");
        }
        if (curves > 1 && !legend) {
            note(curves + " curves are too many for a legend");
        }
    }

    private void note(String text) {
        TextTitle note = new TextTitle(text, theme.font().deriveFont(theme.fontSize() + LARGER));
        note.setPaint(color(theme.muted()));
        chart.addSubtitle(note);
    }

    private LegendTitle legend(XYPlot plot) {
        LegendTitle legend = new LegendTitle(plot);
        legend.setItemFont(theme.font().deriveFont(theme.fontSize() + LARGER));
        legend.setItemPaint(color(theme.text()));
        legend.setBackgroundPaint(color(theme.background()));
        legend.setPosition(RectangleEdge.BOTTOM);
        legend.setMargin(new RectangleInsets(8, 0, 0, 0));
        return legend;
    }

    /** As few digits as numbers need, whatever the language. */
    private static NumberFormat plainNumbers() {
        return new DecimalFormat("#,##0.#########", DecimalFormatSymbols.getInstance(Locale.ROOT));
    }

    private static Shape polygon(double... coordinates) {
        Path2D path = new Path2D.Double();
        path.moveTo(coordinates[0], coordinates[1]);
        for (int i = 2; i < coordinates.length; i += 2) {
            path.lineTo(coordinates[i], coordinates[i + 1]);
        }
        path.closePath();
        return path;
    }

    private static Color color(int rgb) {
        return new Color(rgb);
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.paint;

import java.awt.BasicStroke;
import java.awt.FontMetrics;
import java.awt.Graphics2D;
import java.awt.geom.Path2D;
import java.awt.image.BufferedImage;
import java.util.List;
import java.util.Locale;
import org.hdtrace.sunshot.model.Row;
import org.hdtrace.sunshot.model.Run;
import org.hdtrace.sunshot.model.StatisticSeries;
import org.hdtrace.sunshot.query.RowQuery;
import org.hdtrace.sunshot.query.SeriesColumns;
import org.hdtrace.sunshot.query.SeriesQuery;
import org.hdtrace.sunshot.query.SpanColumns;
import org.hdtrace.sunshot.query.SpanQuery;
import org.hdtrace.sunshot.query.TimeScale;
import org.hdtrace.sunshot.query.ValueText;

/** One value over all rows of all runs, column by column, as a curve from 0 to its largest value (SUNSHOT V-05). */
public final class OverviewCurve {
    private OverviewCurve() {}

    /** How many timelines are inside of a state that is not hidden, on average over each column. */
    public static double[] concurrency(Scene scene, List<Run> runs, RowQuery query) {
        double[] sums = new double[scene.scale().width()];
        SpanQuery spans = new SpanQuery(
                scene.categories().size(), category -> !scene.options().hidden().get(category));
        for (int i = 0; i < runs.size(); i++) {
            TimeScale own = scene.scale().shift(query.originOf(runs, i));
            runs.get(i)
                    .rows()
                    .forEach(top -> top.walk(row -> {
                        if (row instanceof Row.Trace trace
                                && !trace.track().levels().isEmpty()) {
                            SpanColumns columns =
                                    spans.columns(trace.track().levels().get(0), own);
                            for (int column = 0; column < sums.length; column++) {
                                sums[column] += columns.dominant(column) < 0 ? 0 : columns.coverage(column);
                            }
                        }
                    }));
        }
        return sums;
    }

    /** What all nodes need, W: the sum of the means of all statistics in W that are no part of another one of their node. */
    public static double[] power(Scene scene, List<Run> runs, RowQuery query) {
        double[] sums = new double[scene.scale().width()];
        for (int i = 0; i < runs.size(); i++) {
            TimeScale own = scene.scale().shift(query.originOf(runs, i));
            runs.get(i).rows().forEach(top -> addPower(top, own, sums));
        }
        return sums;
    }

    private static void addPower(Row row, TimeScale own, double[] sums) {
        if (row instanceof Row.Statistic statistic && isPower(statistic.series())) {
            SeriesColumns columns = SeriesQuery.columns(statistic.series(), own);
            for (int column = 0; column < sums.length; column++) {
                sums[column] += columns.isEmpty(column) ? 0 : columns.average()[column];
            }
            return;
        }
        row.children().forEach(child -> addPower(child, own, sums));
    }

    private static boolean isPower(StatisticSeries series) {
        String unit = series.unit().toLowerCase(Locale.ROOT);
        return unit.equals("w") || unit.equals("watt");
    }

    /**
     * The curve as an image with its largest value written into it.
     *
     * @param unit of the values, {@code "#"} for numbers
     * @param nothing what is written where all values are 0
     */
    public static BufferedImage image(
            double[] values, String unit, String nothing, Theme theme, int height, double pixelScale) {
        BufferedImage image = new BufferedImage(
                Math.max(1, (int) Math.round(values.length * pixelScale)),
                Math.max(1, (int) Math.round(height * pixelScale)),
                BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = image.createGraphics();
        graphics.scale(pixelScale, pixelScale);
        graphics.setColor(Theme.color(theme.band()));
        graphics.fillRect(0, 0, values.length, height);
        TimelinePainter.smooth(graphics);
        double most = 0;
        for (double value : values) {
            most = Math.max(most, value);
        }
        if (most > 0) {
            paint(graphics, values, most, theme, height);
        }
        graphics.setFont(theme.smallFont());
        FontMetrics text = graphics.getFontMetrics();
        String told = most > 0 ? "≤ " + ValueText.of(most, unit) : nothing;
        // A curve near its largest value would strike the text through.
        graphics.setColor(Rgb.transparent(theme.band(), 210));
        graphics.fillRect(2, 2, text.stringWidth(told) + 4, text.getHeight() - 1);
        graphics.setColor(Theme.color(theme.text()));
        graphics.drawString(told, 4, text.getAscent() + 1);
        graphics.dispose();
        return image;
    }

    private static void paint(Graphics2D graphics, double[] values, double most, Theme theme, int height) {
        Path2D.Double line = new Path2D.Double();
        for (int column = 0; column < values.length; column++) {
            double y = 1 + (height - 2) * (1 - values[column] / most);
            if (column == 0) {
                line.moveTo(0, y);
            }
            line.lineTo(column, y);
            line.lineTo(column + 1.0, y);
        }
        Path2D.Double area = (Path2D.Double) line.clone();
        area.lineTo(values.length, height);
        area.lineTo(0, height);
        area.closePath();
        graphics.setColor(Rgb.transparent(theme.accent(), 70));
        graphics.fill(area);
        graphics.setColor(Theme.color(theme.accent()));
        graphics.setStroke(new BasicStroke(1.2f));
        graphics.draw(line);
    }
}

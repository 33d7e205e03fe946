// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.paint;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.FontMetrics;
import java.awt.Graphics2D;
import java.awt.geom.Line2D;
import java.awt.geom.Path2D;
import java.awt.geom.Rectangle2D;
import java.util.Locale;
import org.hdtrace.sunshot.model.StatisticSeries;
import org.hdtrace.sunshot.query.SeriesColumns;

/** Draws a statistic in one of the ways of {@link SeriesStyle}. */
public final class SeriesPainter {
    private static final int[] LIGHT_COLORS = {0x0072B2, 0xB2420E, 0x007A59, 0x8A3A78, 0x7A5C00, 0x3D5FB0};
    private static final int[] DARK_COLORS = {0x56B4E9, 0xF2843C, 0x2FCB9C, 0xE7A9CC, 0xE5C64B, 0x8FA8F0};

    private SeriesPainter() {}

    /** One colour per kind of counter: values of one grouping belong together. */
    public static int colorOf(StatisticSeries series, Theme theme) {
        int[] colors = theme.dark() ? DARK_COLORS : LIGHT_COLORS;
        String key = (series.group() + " " + series.name()).toLowerCase(Locale.ROOT);
        if (key.contains("cpu")) {
            return colors[0];
        }
        if (key.contains("power") || key.contains("energy") || series.unit().equals("W")) {
            return colors[1];
        }
        if (key.contains("net")) {
            return colors[2];
        }
        if (key.contains("mem")) {
            return colors[3];
        }
        return key.contains("read") || key.contains("write") || key.contains("disk") || key.contains("hdd")
                ? colors[4]
                : colors[5];
    }

    /** Draws into a rectangle; {@code step} is the width of one column in user units. */
    static void paint(
            Graphics2D graphics,
            SeriesColumns columns,
            SeriesAxis axis,
            Ink ink,
            Box box,
            double step,
            SeriesStyle style) {
        for (int from = 0; from < columns.width(); ) {
            if (columns.isEmpty(from)) {
                from++;
                continue;
            }
            int to = from;
            while (to < columns.width() && !columns.isEmpty(to)) {
                to++;
            }
            paintPiece(graphics, columns, axis, ink, box, step, style, from, to);
            from = to;
        }
    }

    /** The colour of a curve, 0xRRGGBB, and of the areas that belong to it. */
    record Ink(int rgb, Theme theme) {
        static Ink of(StatisticSeries series, Theme theme) {
            return new Ink(colorOf(series, theme), theme);
        }

        private Color tint(int opacity) {
            return Rgb.transparent(rgb, theme.tint(opacity));
        }
    }

    /** The rectangle of the curve in user units. */
    record Box(double x, double y, double height) {
        double level(SeriesAxis axis, double value) {
            return y + height * (1 - Math.max(0, Math.min(1, axis.share(value))));
        }
    }

    private static void paintPiece(
            Graphics2D graphics,
            SeriesColumns columns,
            SeriesAxis axis,
            Ink ink,
            Box box,
            double step,
            SeriesStyle style,
            int from,
            int to) {
        Path2D.Double line = steps(columns.average(), axis, box, step, from, to, false);
        if (style == SeriesStyle.BARS) {
            paintBars(graphics, columns.average(), axis, ink.rgb(), box, step, from, to);
            return;
        }
        double zero = box.level(axis, axis.base());
        Path2D.Double area = (Path2D.Double) line.clone();
        area.lineTo(box.x() + to * step, zero);
        area.lineTo(box.x() + from * step, zero);
        area.closePath();
        Path2D.Double band = steps(columns.max(), axis, box, step, from, to, false);
        band.append(steps(columns.min(), axis, box, step, from, to, true), true);
        band.closePath();
        if (style == SeriesStyle.AREA) {
            graphics.setColor(ink.tint(50));
            graphics.fill(area);
        }
        if (style != SeriesStyle.LINE) {
            graphics.setColor(ink.tint(style == SeriesStyle.BAND ? 130 : 80));
            graphics.fill(band);
        }
        graphics.setColor(Theme.color(ink.rgb()));
        graphics.setStroke(new BasicStroke(1.3f, BasicStroke.CAP_BUTT, BasicStroke.JOIN_BEVEL));
        graphics.draw(line);
    }

    /** A dashed line over the row, and what it tells at the right. */
    static void paintAverage(Graphics2D graphics, Theme theme, String text, double y, int x, int width) {
        FontMetrics metrics = graphics.getFontMetrics();
        int room = metrics.stringWidth(text) + 8;
        graphics.setColor(Theme.color(theme.text()));
        graphics.setStroke(new BasicStroke(1, BasicStroke.CAP_BUTT, BasicStroke.JOIN_BEVEL, 1, new float[] {5, 3}, 0));
        graphics.draw(new Line2D.Double(x, y, x + width - room, y));
        graphics.drawString(text, x + width - room + 4, (float) y + metrics.getAscent() / 2f - 1);
    }

    /** A bar for each step of the average, apart from the next one where there is room. */
    private static void paintBars(
            Graphics2D graphics, double[] values, SeriesAxis axis, int rgb, Box box, double step, int from, int to) {
        double zero = box.level(axis, axis.base());
        graphics.setColor(Rgb.transparent(rgb, 170));
        for (int column = from; column < to; ) {
            int end = column + 1;
            while (end < to && values[end] == values[column]) {
                end++;
            }
            double y = box.level(axis, values[column]);
            double gap = (end - column) * step > 3 ? 1 : 0;
            graphics.fill(new Rectangle2D.Double(
                    box.x() + column * step, Math.min(y, zero), (end - column) * step - gap, Math.abs(zero - y)));
            column = end;
        }
    }

    /** A staircase through the columns; columns of equal height become one step. */
    private static Path2D.Double steps(
            double[] values, SeriesAxis axis, Box box, double step, int from, int to, boolean backwards) {
        Path2D.Double path = new Path2D.Double();
        int count = to - from;
        double last = Double.NaN;
        for (int i = 0; i < count; i++) {
            int column = backwards ? to - 1 - i : from + i;
            double y = box.level(axis, values[column]);
            double near = box.x() + (backwards ? column + 1 : column) * step;
            if (i == 0) {
                path.moveTo(near, y);
            } else if (y != last) {
                path.lineTo(near, last);
                path.lineTo(near, y);
            }
            last = y;
        }
        path.lineTo(box.x() + (backwards ? from : to) * step, last);
        return path;
    }
}

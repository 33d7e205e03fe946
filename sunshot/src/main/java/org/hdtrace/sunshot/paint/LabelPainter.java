// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.paint;

import java.awt.Font;
import java.awt.FontMetrics;
import java.awt.Graphics2D;
import java.awt.Polygon;
import org.hdtrace.sunshot.model.Row;
import org.hdtrace.sunshot.model.RunShift;
import org.hdtrace.sunshot.model.StatisticSeries;
import org.hdtrace.sunshot.query.TimeTicks;
import org.hdtrace.sunshot.query.ValueText;
import org.hdtrace.sunshot.query.VisibleRow;

/** Draws the tree of row labels: indentation, open and close marks, names, units and value axes. */
public final class LabelPainter {
    /** Indentation per depth in pixels. */
    public static final int INDENT = 14;

    private static final int PADDING = 8;
    private static final int MARK = 12;
    /** Vector graphics measure text a little wider than images do. */
    private static final int SLACK = 8;

    private LabelPainter() {}

    /** Left edge of the open and close mark of a row. */
    public static int markX(VisibleRow row) {
        return PADDING + row.indent() * INDENT;
    }

    /** Width of a mark that a click hits. */
    public static int markWidth() {
        return MARK + 2;
    }

    /** The width that shows all labels, between two limits. */
    public static int preferredWidth(Scene scene, Graphics2D graphics, int least, int most) {
        int width = least;
        FontMetrics bold = graphics.getFontMetrics(scene.theme().boldFont());
        FontMetrics plain = graphics.getFontMetrics(scene.theme().font());
        FontMetrics small = graphics.getFontMetrics(scene.theme().smallFont());
        for (VisibleRow row : scene.rows()) {
            FontMetrics metrics = isBold(row) ? bold : plain;
            int around = markX(row) + MARK + 4 + PADDING + SLACK;
            if (row.row() instanceof Row.Statistic statistic) {
                SeriesAxis axis = scene.axes().of(statistic.series());
                String high = ValueText.of(axis.high(), statistic.series().unit());
                around += PADDING
                        + Math.max(small.stringWidth(high), small.stringWidth(lowText(axis, statistic.series())));
            }
            long by = row.isHeading() ? 0 : RunShift.of(row.row());
            around += by == 0 ? 0 : PADDING + small.stringWidth(shiftText(by));
            // Of very many rows most are known to be shorter without measuring them.
            if (around + row.title().length() * metrics.getMaxAdvance() > width) {
                width = Math.max(width, around + metrics.stringWidth(row.title()));
            }
            if (width >= most) {
                return most;
            }
        }
        return Math.min(most, width);
    }

    /** Draws the labels of the rows between two heights; the layout's top left is at (x, y). */
    public static void paint(Graphics2D graphics, Scene scene, int x, int y, int width, int fromY, int toY) {
        TimelinePainter.smoothText(graphics);
        RowLayout layout = scene.layout();
        for (int i = Math.max(0, layout.rowAt(Math.max(0, fromY))); i < layout.rowCount(); i++) {
            if (layout.top(i) >= toY) {
                return;
            }
            paintRow(graphics, scene, scene.rows().get(i), x, y + layout.top(i), width, layout.height(i));
        }
    }

    private static void paintRow(
            Graphics2D graphics, Scene scene, VisibleRow row, int x, int y, int width, int height) {
        Theme theme = scene.theme();
        if (row.isHeading()) {
            graphics.setColor(Theme.color(theme.heading()));
            graphics.fillRect(x, y, width, height);
        }
        int left = x + markX(row);
        if (row.expandable()) {
            graphics.setColor(Theme.color(theme.muted()));
            fillMark(graphics, mark(left, y + height / 2, row.open()));
        }
        left += MARK + 4;
        int right = x + width - PADDING;
        if (row.row() instanceof Row.Statistic statistic) {
            right -= PADDING + paintAxis(graphics, scene, statistic.series(), right, y, height);
        }
        right -= paintShift(graphics, theme, row, right, y + height / 2);
        Font font = font(theme, row);
        graphics.setFont(font);
        FontMetrics metrics = graphics.getFontMetrics();
        String text = elide(row.title(), metrics, right - left);
        graphics.setColor(Theme.color(theme.text()));
        graphics.drawString(text, left, y + (height + metrics.getAscent() - metrics.getDescent()) / 2);
    }

    /** How far a row was moved in time, which is seen; returns the width it takes. */
    private static int paintShift(Graphics2D graphics, Theme theme, VisibleRow row, int right, int middle) {
        long by = row.isHeading() ? 0 : RunShift.of(row.row());
        if (by == 0) {
            return 0;
        }
        graphics.setFont(theme.smallFont());
        FontMetrics metrics = graphics.getFontMetrics();
        String text = shiftText(by);
        int width = metrics.stringWidth(text);
        graphics.setColor(Theme.color(theme.mark()));
        graphics.drawString(text, right - width, middle + (metrics.getAscent() - metrics.getDescent()) / 2);
        return width + PADDING;
    }

    private static String shiftText(long by) {
        return (by < 0 ? "−" : "+") + TimeTicks.duration(Math.abs(by));
    }

    private static Font font(Theme theme, VisibleRow row) {
        return isBold(row) ? theme.boldFont() : theme.font();
    }

    private static boolean isBold(VisibleRow row) {
        return row.isHeading() || row.row() instanceof Row.Group;
    }

    /** 0 is the same in any unit. */
    private static String lowText(SeriesAxis axis, StatisticSeries series) {
        return axis.low() == 0 ? "0" : ValueText.of(axis.low(), series.unit());
    }

    private static int paintAxis(
            Graphics2D graphics, Scene scene, StatisticSeries series, int right, int y, int height) {
        SeriesAxis axis = scene.axes().of(series);
        graphics.setFont(scene.theme().smallFont());
        FontMetrics metrics = graphics.getFontMetrics();
        String high = ValueText.of(axis.high(), series.unit());
        String low = lowText(axis, series);
        graphics.setColor(Theme.color(scene.theme().muted()));
        graphics.drawString(high, right - metrics.stringWidth(high), y + 3 + metrics.getAscent());
        graphics.drawString(low, right - metrics.stringWidth(low), y + height - 4);
        return Math.max(metrics.stringWidth(high), metrics.stringWidth(low));
    }

    private static void fillMark(Graphics2D graphics, Polygon mark) {
        Graphics2D own = (Graphics2D) graphics.create();
        TimelinePainter.smooth(own);
        own.fill(mark);
        own.dispose();
    }

    private static Polygon mark(int x, int centre, boolean open) {
        return open
                ? new Polygon(new int[] {x, x + 9, x + 4}, new int[] {centre - 3, centre - 3, centre + 3}, 3)
                : new Polygon(new int[] {x + 2, x + 8, x + 2}, new int[] {centre - 5, centre, centre + 5}, 3);
    }

    /** The text, or as much of it as fits with an ellipsis. */
    public static String elide(String text, FontMetrics metrics, int room) {
        if (metrics.stringWidth(text) <= room) {
            return text;
        }
        int length = text.length();
        while (length > 0 && metrics.stringWidth(text.substring(0, length) + "…") > room) {
            length--;
        }
        return length == 0 ? "" : text.substring(0, length).stripTrailing() + "…";
    }

    /** The text, or as much of its begin and its end as fits around an ellipsis, for names that are told apart by their ends. */
    public static String elideMiddle(String text, FontMetrics metrics, int room) {
        String shown = text;
        for (int left = text.length() - 1; metrics.stringWidth(shown) > room && left > 0; left--) {
            int behind = (left + 1) / 2;
            shown = text.substring(0, left - behind) + "…" + text.substring(text.length() - behind);
        }
        return shown;
    }
}

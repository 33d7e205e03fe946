// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.paint;

import java.awt.FontMetrics;
import java.awt.Graphics2D;
import java.util.List;
import org.hdtrace.sunshot.model.Category;
import org.hdtrace.sunshot.query.SpanColumns;

/** Writes the names of states into rectangles that are wide enough, where no nested state covers them. */
final class StateLabels {
    private static final int PADDING = 5;

    private StateLabels() {}

    /**
     * Writes the names of a row.
     *
     * @param painted columns of all depths that were painted
     * @param step width of a column in user units
     */
    static void paint(
            Graphics2D graphics,
            StatePainter.Painted[] painted,
            List<Category> categories,
            double step,
            double x,
            int y,
            int height) {
        FontMetrics metrics = graphics.getFontMetrics();
        for (int depth = 0; depth < painted.length; depth++) {
            int top = StatePainter.topOf(depth, height);
            if (height - top < metrics.getAscent() + 2) {
                return;
            }
            SpanColumns inner = depth + 1 < painted.length ? painted[depth + 1].columns() : null;
            SpanColumns columns = painted[depth].columns();
            for (int column = 0; column < columns.width(); ) {
                int end = columns.runEnd(column);
                if (columns.dominant(column) >= 0 && (end - column) * step > 3 * PADDING) {
                    int[] gap = widestGap(inner, column, end);
                    Category category = categories.get(columns.dominant(column));
                    double room = (gap[1] - gap[0]) * step - 2 * PADDING;
                    double width = room > 0 ? metrics.stringWidth(category.title()) : 0;
                    if (width > 0 && width <= room) {
                        double baseline = y + top + (height - top + metrics.getAscent() - metrics.getDescent()) / 2.0;
                        graphics.setColor(
                                Theme.color(Rgb.textOn(painted[depth].colors().at(column))));
                        graphics.drawString(
                                category.title(), (float) (x + gap[0] * step + PADDING + (room - width) / 2), (float)
                                        Math.round(baseline));
                    }
                }
                column = end;
            }
        }
    }

    private static int[] widestGap(SpanColumns inner, int from, int to) {
        if (inner == null) {
            return new int[] {from, to};
        }
        int[] best = {from, from};
        int begin = from;
        for (int column = from; column <= to; column++) {
            if (column == to || inner.isTaken(column)) {
                if (column - begin > best[1] - best[0]) {
                    best = new int[] {begin, column};
                }
                begin = column + 1;
            }
        }
        return best;
    }
}

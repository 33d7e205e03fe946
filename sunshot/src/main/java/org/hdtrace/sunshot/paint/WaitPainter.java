// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.paint;

import java.awt.BasicStroke;
import java.awt.Graphics2D;
import java.awt.geom.Line2D;
import java.awt.geom.Rectangle2D;
import org.hdtrace.analysis.waits.WaitKind;
import org.hdtrace.sunshot.query.TimeScale;
import org.hdtrace.sunshot.waits.RowWaits;

/** Lays a hatched band over the lower part of a row wherever it waits (SUNSHOT V-18). */
public final class WaitPainter {
    private static final int STRIPE = 5;
    /** Narrower bands are filled. */
    private static final double LEAST_HATCHED = 6;

    private WaitPainter() {}

    /** Colour of a reason, 0xRRGGBB, the same in all themes. */
    public static int colorOf(WaitKind kind) {
        return switch (kind) {
            case LATE_SENDER -> 0xD55E00;
            case LATE_RECEIVER -> 0xE6AB02;
            case BARRIER -> 0xCC79A7;
            case ALL_TO_ALL -> 0x9E3D8C;
            case LATE_ROOT -> 0x6A5ACD;
            case EARLY_ROOT -> 0x1B9E77;
            case PREFIX -> 0x8C6D31;
            case SERVER_QUEUE -> 0x56B4E9;
        };
    }

    /**
     * Draws the waits of one row; of those that share a pixel the first.
     *
     * @param scale in the row's own time, logical pixels
     * @param x of the timelines' left edge
     * @param top of the row
     */
    static void paint(Graphics2D graphics, Theme theme, RowWaits waits, TimeScale scale, int x, int top, int height) {
        double band = Math.max(4, height * 0.22);
        double y = top + height - 2 - band;
        double painted = 0;
        for (int i = waits.firstReaching(scale.interval().startNanos());
                i < waits.size() && waits.startNanos(i) < scale.interval().endNanos();
                i++) {
            double left = Math.max(painted, scale.positionOf(waits.startNanos(i)));
            double right = Math.min(scale.width(), Math.max(left + 1, scale.positionOf(waits.endNanos(i))));
            boolean seen = scale.positionOf(waits.endNanos(i)) > painted && right > left;
            if (seen) {
                fill(graphics, theme, colorOf(waits.kind(i)), new Rectangle2D.Double(x + left, y, right - left, band));
                painted = right;
            }
        }
    }

    private static void fill(Graphics2D graphics, Theme theme, int rgb, Rectangle2D.Double box) {
        graphics.setColor(Theme.color(box.width < LEAST_HATCHED ? rgb : theme.background()));
        graphics.fill(box);
        if (box.width < LEAST_HATCHED) {
            return;
        }
        Graphics2D own = (Graphics2D) graphics.create();
        own.clip(box);
        own.setColor(Theme.color(rgb));
        own.setStroke(new BasicStroke(2.4f));
        // Stripes keep their place while the box is cut by the edge of the view.
        double first = Math.floor((box.x - box.height) / STRIPE) * STRIPE;
        for (double at = first; at < box.x + box.width; at += STRIPE) {
            own.draw(new Line2D.Double(at, box.y + box.height, at + box.height, box.y));
        }
        own.setStroke(new BasicStroke(1));
        own.draw(new Rectangle2D.Double(box.x, box.y, box.width - 1, box.height - 1));
        own.dispose();
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.paint;

import java.awt.FontMetrics;
import java.awt.Graphics2D;
import org.hdtrace.sunshot.query.TimeScale;
import org.hdtrace.sunshot.query.TimeTicks;

/** Draws the time ruler: labelled marks, and unlabelled ones between them. */
public final class RulerPainter {
    /** Least distance of labelled marks in pixels. */
    static final int SPACING = 90;

    public static final int HEIGHT = 24;

    private RulerPainter() {}

    /** Draws above the timelines whose left edge is x; the ruler's lower edge is at {@code y + HEIGHT}. */
    public static void paint(Graphics2D graphics, TimeScale scale, Theme theme, int x, int y) {
        TimelinePainter.smoothText(graphics);
        TimeTicks ticks = TimeTicks.of(scale, SPACING);
        int bottom = y + HEIGHT;
        graphics.setColor(Theme.color(theme.grid()));
        graphics.fillRect(x, bottom - 1, scale.width(), 1);
        graphics.setColor(Theme.color(theme.muted()));
        paintMinor(graphics, scale, ticks, x, bottom);
        graphics.setFont(theme.smallFont().deriveFont((float) theme.fontSize() - 1));
        FontMetrics metrics = graphics.getFontMetrics();
        for (TimeTicks.Tick tick : ticks.ticks()) {
            int column = x + (int) Math.round(scale.positionOf(tick.nanos()));
            graphics.setColor(Theme.color(theme.muted()));
            graphics.fillRect(column, bottom - 8, 1, 8);
            int width = metrics.stringWidth(tick.label());
            int left = Math.max(x + 2, Math.min(x + scale.width() - width - 2, column - width / 2));
            graphics.setColor(Theme.color(theme.text()));
            graphics.drawString(tick.label(), left, bottom - 11);
        }
    }

    private static void paintMinor(Graphics2D graphics, TimeScale scale, TimeTicks ticks, int x, int bottom) {
        long minor = ticks.minorNanos();
        if ((double) minor / Math.max(1, scale.interval().durationNanos()) * scale.width() < 4) {
            return;
        }
        long zero = scale.zeroNanos();
        long start = scale.interval().startNanos() - zero;
        for (long at = Math.floorDiv(start + minor - 1, minor) * minor + zero;
                at <= scale.interval().endNanos();
                at += minor) {
            graphics.fillRect(x + (int) Math.round(scale.positionOf(at)), bottom - 4, 1, 4);
        }
    }
}

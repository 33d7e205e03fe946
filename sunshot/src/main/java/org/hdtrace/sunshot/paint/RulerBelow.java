// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.paint;

import java.awt.FontMetrics;
import java.awt.Graphics2D;
import org.hdtrace.sunshot.query.TimeScale;
import org.hdtrace.sunshot.query.TimeTicks;

/** A time axis below a diagram. */
final class RulerBelow {
    private RulerBelow() {}

    /** Draws below a line at y that begins at x. */
    static void paint(Graphics2D graphics, TimeScale scale, Theme theme, int x, int y) {
        graphics.setFont(theme.smallFont().deriveFont((float) theme.fontSize() - 1));
        FontMetrics text = graphics.getFontMetrics();
        graphics.setColor(Theme.color(theme.muted()));
        graphics.fillRect(x, y, scale.width(), 1);
        for (TimeTicks.Tick tick : TimeTicks.of(scale, RulerPainter.SPACING).ticks()) {
            int column = x + (int) Math.round(scale.positionOf(tick.nanos()));
            int wide = text.stringWidth(tick.label());
            graphics.setColor(Theme.color(theme.muted()));
            graphics.fillRect(column, y, 1, 5);
            graphics.setColor(Theme.color(theme.text()));
            int left = Math.max(x, Math.min(x + scale.width() - wide, column - wide / 2));
            graphics.drawString(tick.label(), left, y + 7 + text.getAscent());
        }
    }
}

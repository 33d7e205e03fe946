// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.awt.Color;
import java.awt.Component;
import java.awt.FontMetrics;
import java.awt.Graphics;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.Rectangle2D;
import javax.swing.Icon;
import org.hdtrace.sunshot.details.Block;
import org.hdtrace.sunshot.model.CategoryColors;
import org.hdtrace.sunshot.paint.Theme;

/** Boxes on a line of bytes, holes between them, and the first and last byte below. */
record BytesPicture(Block.Picture picture, int width, Theme theme) implements Icon {
    private static final int BOX = 24;
    private static final int HEIGHT = BOX + 20;

    @Override
    public void paintIcon(Component component, Graphics g, int x, int y) {
        Graphics2D graphics = (Graphics2D) g.create();
        try {
            graphics.translate(x, y);
            graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
            graphics.setRenderingHint(RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
            graphics.setFont(theme.smallFont());
            graphics.setColor(new Color(theme.band()));
            graphics.fill(new Rectangle2D.Double(0, 2, width, BOX));
            picture.pieces().forEach(piece -> box(graphics, piece));
            graphics.setColor(new Color(theme.grid()));
            graphics.draw(new Rectangle2D.Double(0.5, 2.5, width - 1.0, BOX - 1.0));
            ends(graphics);
        } finally {
            graphics.dispose();
        }
    }

    private void box(Graphics2D graphics, Block.Piece piece) {
        double left = position(piece.offset());
        double wide = Math.max(1, position(piece.offset() + piece.length()) - left);
        int rgb = piece.label().isEmpty() ? theme.accent() : CategoryColors.colorOf(piece.label());
        graphics.setColor(new Color(rgb));
        graphics.fill(new Rectangle2D.Double(left, 2, wide, BOX));
        if (wide > 4) {
            graphics.setColor(new Color(rgb).darker());
            graphics.draw(new Rectangle2D.Double(left + 0.5, 2.5, wide - 1, BOX - 1));
        }
        FontMetrics metrics = graphics.getFontMetrics();
        int text = metrics.stringWidth(piece.label());
        if (text > 0 && text + 6 < wide) {
            boolean dark = (rgb >> 16 & 255) * 3 + (rgb >> 8 & 255) * 6 + (rgb & 255) < 1150;
            graphics.setColor(dark ? Color.WHITE : Color.BLACK);
            graphics.drawString(
                    piece.label(), (float) (left + (wide - text) / 2), 2 + (BOX + metrics.getAscent()) / 2f - 1);
        }
    }

    private double position(long offset) {
        return (double) (offset - picture.from()) / Math.max(1, picture.to() - picture.from()) * width;
    }

    private void ends(Graphics2D graphics) {
        FontMetrics metrics = graphics.getFontMetrics();
        graphics.setColor(new Color(theme.muted()));
        String last = (picture.cut() ? "… " : "") + picture.to();
        graphics.drawString(String.valueOf(picture.from()), 0, BOX + 4 + metrics.getAscent());
        graphics.drawString(last, width - metrics.stringWidth(last), BOX + 4 + metrics.getAscent());
    }

    @Override
    public int getIconWidth() {
        return width;
    }

    @Override
    public int getIconHeight() {
        return HEIGHT;
    }
}

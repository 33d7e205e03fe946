// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.awt.AlphaComposite;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.Arc2D;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Line2D;
import java.awt.geom.Path2D;
import java.awt.geom.Rectangle2D;

/** The icons of the tool bar, drawn as lines of one width, so that they follow theme and resolution. */
enum Glyph {
    OPEN,
    SAVE,
    ZOOM_IN,
    ZOOM_OUT,
    HOME,
    FIT,
    UNDO,
    REDO,
    EXPAND,
    COLLAPSE,
    LEGEND,
    PROFILE,
    HELP,
    THEME,
    PREVIOUS,
    NEXT;

    /** Pixels of a side. */
    static final int SIZE = 18;

    /** Draws it once more. */
    void draw(Graphics2D graphics, Color color, boolean enabled) {
        graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        graphics.setRenderingHint(RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
        graphics.setStroke(new BasicStroke(1.6f, BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND));
        graphics.setColor(color);
        if (!enabled) {
            graphics.setComposite(AlphaComposite.SrcOver.derive(0.4f));
        }
        draw(graphics);
    }

    private void draw(Graphics2D graphics) {
        switch (this) {
            case OPEN -> polyline(graphics, 2, 14, 2, 4, 7, 4, 9, 6, 15, 6, 15, 8, 2, 14, 5, 8, 17, 8, 14, 14, 2, 14);
            case SAVE -> {
                graphics.draw(new Rectangle2D.Double(2.5, 3.5, 13, 11));
                polyline(graphics, 3, 12, 7, 8, 10, 11, 12, 9, 15, 12);
            }
            case ZOOM_IN -> {
                lens(graphics);
                line(graphics, 7.5, 5, 7.5, 10);
            }
            case ZOOM_OUT -> lens(graphics);
            case HOME -> {
                line(graphics, 2, 4, 2, 14);
                line(graphics, 16, 4, 16, 14);
                line(graphics, 4.5, 9, 13.5, 9);
                polyline(graphics, 7, 6.5, 4.5, 9, 7, 11.5);
                polyline(graphics, 11, 6.5, 13.5, 9, 11, 11.5);
            }
            case FIT -> {
                polyline(graphics, 2, 6, 2, 2, 6, 2);
                polyline(graphics, 12, 2, 16, 2, 16, 6);
                polyline(graphics, 16, 12, 16, 16, 12, 16);
                polyline(graphics, 6, 16, 2, 16, 2, 12);
            }
            case UNDO -> turn(graphics);
            case REDO -> {
                graphics.translate(SIZE, 0);
                graphics.scale(-1, 1);
                turn(graphics);
            }
            case EXPAND -> {
                rows(graphics);
                polyline(graphics, 2, 7, 4.5, 10, 7, 7);
            }
            case COLLAPSE -> {
                rows(graphics);
                polyline(graphics, 3.5, 6, 6.5, 8.5, 3.5, 11);
            }
            case LEGEND -> {
                for (int y = 3; y < 14; y += 5) {
                    graphics.draw(new Rectangle2D.Double(2.5, y - 0.5, 3, 3));
                    line(graphics, 9, y + 1, 16, y + 1);
                }
            }
            case PROFILE -> {
                line(graphics, 2.5, 2, 2.5, 16);
                graphics.draw(new Rectangle2D.Double(2.5, 3.5, 12, 4));
                graphics.draw(new Rectangle2D.Double(2.5, 10.5, 7, 4));
            }
            case HELP -> {
                graphics.draw(new Ellipse2D.Double(2, 2, 14, 14));
                graphics.draw(new Arc2D.Double(6.5, 5, 5, 4.5, 170, -220, Arc2D.OPEN));
                line(graphics, 9, 9.6, 9, 10.6);
                line(graphics, 9, 13, 9, 13.1);
            }
            case PREVIOUS -> polyline(graphics, 4, 11, 9, 6, 14, 11);
            case NEXT -> polyline(graphics, 4, 7, 9, 12, 14, 7);
            case THEME -> {
                graphics.draw(new Ellipse2D.Double(3, 3, 12, 12));
                graphics.fill(new Arc2D.Double(3, 3, 12, 12, 90, 180, Arc2D.CHORD));
            }
        }
    }

    private static void lens(Graphics2D graphics) {
        graphics.draw(new Ellipse2D.Double(2, 2, 11, 11));
        line(graphics, 11.5, 11.5, 16, 16);
        line(graphics, 5, 7.5, 10, 7.5);
    }

    private static void turn(Graphics2D graphics) {
        graphics.draw(new Arc2D.Double(4, 6, 11, 9, 110, -200, Arc2D.OPEN));
        line(graphics, 3, 6.2, 8, 6.2);
        polyline(graphics, 6, 3, 2.8, 6.2, 6, 9.4);
    }

    private static void rows(Graphics2D graphics) {
        line(graphics, 9, 4, 16, 4);
        line(graphics, 9, 9, 16, 9);
        line(graphics, 9, 14, 16, 14);
    }

    private static void line(Graphics2D graphics, double x1, double y1, double x2, double y2) {
        graphics.draw(new Line2D.Double(x1, y1, x2, y2));
    }

    private static void polyline(Graphics2D graphics, double... points) {
        Path2D.Double path = new Path2D.Double();
        path.moveTo(points[0], points[1]);
        for (int i = 2; i < points.length; i += 2) {
            path.lineTo(points[i], points[i + 1]);
        }
        graphics.draw(path);
    }
}

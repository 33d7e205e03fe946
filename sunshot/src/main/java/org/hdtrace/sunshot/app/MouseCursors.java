// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Component;
import java.awt.Cursor;
import java.awt.Dimension;
import java.awt.Graphics2D;
import java.awt.Point;
import java.awt.RenderingHints;
import java.awt.Shape;
import java.awt.Toolkit;
import java.awt.geom.AffineTransform;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Line2D;
import java.awt.geom.Path2D;
import java.awt.geom.RoundRectangle2D;
import java.awt.image.BufferedImage;
import java.util.EnumMap;
import java.util.Map;

/**
 * What the pointer looks like on timelines and ruler, so that it tells what the mouse does there (SUNSHOT S-31): a lens with plus or
 * minus, a hand that is open or closed. Thread: event thread.
 */
final class MouseCursors {
    /** What a pointer tells. */
    enum Shown {
        USUAL,
        COME_CLOSER,
        GO_BACK,
        OPEN_HAND,
        CLOSED_HAND
    }

    private static final int SIZE = 24;

    private final Map<Shown, Cursor> made = new EnumMap<>(Shown.class);

    /** What is shown in a mode. */
    static Shown of(MouseMode mode, boolean shift, boolean pressed) {
        return switch (mode) {
            case CHOOSE -> Shown.USUAL;
            case ZOOM -> shift ? Shown.GO_BACK : Shown.COME_CLOSER;
            case HAND -> pressed ? Shown.CLOSED_HAND : Shown.OPEN_HAND;
        };
    }

    void show(Component target, Shown shown) {
        Cursor wanted = made.computeIfAbsent(shown, MouseCursors::make);
        if (target.getCursor() != wanted) {
            target.setCursor(wanted);
        }
    }

    private static Cursor make(Shown shown) {
        if (shown == Shown.USUAL) {
            return Cursor.getDefaultCursor();
        }
        Dimension size = Toolkit.getDefaultToolkit().getBestCursorSize(SIZE, SIZE);
        if (size.width == 0 || size.height == 0) {
            // A display without pictures as pointers has at least these.
            return Cursor.getPredefinedCursor(isHand(shown) ? Cursor.HAND_CURSOR : Cursor.CROSSHAIR_CURSOR);
        }
        Point hot = isHand(shown)
                ? new Point(size.width / 2, size.height / 2)
                : new Point(10 * size.width / SIZE, 10 * size.height / SIZE);
        return Toolkit.getDefaultToolkit().createCustomCursor(picture(shown, size), hot, shown.name());
    }

    private static boolean isHand(Shown shown) {
        return shown == Shown.OPEN_HAND || shown == Shown.CLOSED_HAND;
    }

    /** Black lines with white around them are seen on any background. */
    static BufferedImage picture(Shown shown, Dimension size) {
        BufferedImage image = new BufferedImage(size.width, size.height, BufferedImage.TYPE_INT_ARGB);
        Graphics2D graphics = image.createGraphics();
        try {
            graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
            graphics.setRenderingHint(RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
            graphics.scale((double) size.width / SIZE, (double) size.height / SIZE);
            Path2D shape = isHand(shown) ? hand(shown == Shown.OPEN_HAND) : lens(shown == Shown.COME_CLOSER);
            draw(graphics, shape, 4.2f, Color.WHITE);
            if (isHand(shown)) {
                graphics.fill(shape);
            }
            draw(graphics, shape, 1.8f, Color.BLACK);
        } finally {
            graphics.dispose();
        }
        return image;
    }

    private static void draw(Graphics2D graphics, Shape shape, float width, Color color) {
        graphics.setStroke(new BasicStroke(width, BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND));
        graphics.setColor(color);
        graphics.draw(shape);
    }

    private static Path2D lens(boolean plus) {
        Path2D path = new Path2D.Double();
        path.append(new Ellipse2D.Double(3, 3, 14, 14), false);
        path.append(new Line2D.Double(15.2, 15.2, 21, 21), false);
        path.append(new Line2D.Double(7, 10, 13, 10), false);
        if (plus) {
            path.append(new Line2D.Double(10, 7, 10, 13), false);
        }
        return path;
    }

    /** Four fingers, a thumb and a palm; of a closed hand the fingers are short. */
    private static Path2D hand(boolean open) {
        Path2D path = new Path2D.Double();
        double top = open ? 3 : 8;
        for (int finger = 0; finger < 4; finger++) {
            double above = finger == 0 || finger == 3 ? 2 : 0;
            path.append(
                    new RoundRectangle2D.Double(7 + 3.4 * finger, top + above, 3.4, 13 - top - above + 2, 3.4, 3.4),
                    false);
        }
        path.append(new RoundRectangle2D.Double(7, 12, 13.6, 9, 7, 7), false);
        RoundRectangle2D thumb = new RoundRectangle2D.Double(-1.7, open ? -7 : -4, 3.4, open ? 8 : 5, 3.4, 3.4);
        AffineTransform turned = AffineTransform.getTranslateInstance(8, 17);
        turned.rotate(Math.toRadians(-45));
        path.append(turned.createTransformedShape(thumb), false);
        return path;
    }
}

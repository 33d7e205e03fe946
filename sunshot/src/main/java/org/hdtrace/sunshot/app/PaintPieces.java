// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.awt.Component;
import java.awt.Container;
import java.awt.Rectangle;
import java.util.ArrayList;
import java.util.List;

/** Cuts a region of a component into pieces, between what lies in it: the panels of a window are pieces of that window. */
final class PaintPieces {
    /** Pieces, in square pixels, that aren't cut any more. */
    private static final int SMALL = 30_000;
    /** Width or height that a piece has at least, in pixels. */
    private static final int NARROW = 40;

    private final List<Rectangle> pieces = new ArrayList<>();

    private PaintPieces() {}

    /** Pieces that cover just this region, each point once. Thread: event thread. */
    static List<Rectangle> of(Container component, Rectangle region) {
        PaintPieces cut = new PaintPieces();
        cut.cut(component, 0, 0, region);
        return List.copyOf(cut.pieces);
    }

    /** Cut the region between components of this container, whose place is (x, y). */
    private void cut(Container container, int x, int y, Rectangle region) {
        List<Rectangle> inside = new ArrayList<>();
        Component widest = null;
        long most = 0;
        for (Component component : container.getComponents()) {
            Rectangle bounds = component.getBounds();
            bounds.translate(x, y);
            Rectangle seen = bounds.intersection(region);
            if (component.isVisible() && !seen.isEmpty()) {
                inside.add(bounds);
                if (area(seen) > most) {
                    most = area(seen);
                    widest = component;
                }
            }
        }
        if (area(region) <= SMALL || inside.isEmpty()) {
            pieces.add(region);
            return;
        }
        Rectangle first = firstPiece(region, inside);
        if (first != null) {
            cut(container, x, y, first);
            Rectangle second = first.width < region.width
                    ? new Rectangle(region.x + first.width, region.y, region.width - first.width, region.height)
                    : new Rectangle(region.x, region.y + first.height, region.width, region.height - first.height);
            cut(container, x, y, second);
        } else if (widest instanceof Container inner && 2 * most > area(region)) {
            cut(inner, x + inner.getX(), y + inner.getY(), region);
        } else {
            pieces.add(region);
        }
    }

    /** The upper or left piece of the cut that goes through nothing and leaves the largest smaller piece; null without one. */
    private static Rectangle firstPiece(Rectangle region, List<Rectangle> inside) {
        Rectangle left = leftPiece(region, inside);
        Rectangle upper = turned(leftPiece(
                turned(region), inside.stream().map(PaintPieces::turned).toList()));
        return smaller(region, upper) > smaller(region, left) ? upper : left;
    }

    private static Rectangle leftPiece(Rectangle region, List<Rectangle> inside) {
        Rectangle best = null;
        for (Rectangle edge : inside) {
            for (int at : new int[] {edge.x, edge.x + edge.width}) {
                Rectangle piece = new Rectangle(region.x, region.y, at - region.x, region.height);
                if (piece.width >= NARROW
                        && region.width - piece.width >= NARROW
                        && smaller(region, piece) > smaller(region, best)
                        && inside.stream().noneMatch(other -> other.x < at && at < other.x + other.width)) {
                    best = piece;
                }
            }
        }
        return best;
    }

    /** With x and y exchanged; null stays null. */
    private static Rectangle turned(Rectangle rectangle) {
        return rectangle == null ? null : new Rectangle(rectangle.y, rectangle.x, rectangle.height, rectangle.width);
    }

    /** The area of this piece or of the rest, whichever is less; 0 for no piece. */
    private static long smaller(Rectangle region, Rectangle piece) {
        return piece == null ? 0 : Math.min(area(piece), area(region) - area(piece));
    }

    private static long area(Rectangle rectangle) {
        return (long) rectangle.width * rectangle.height;
    }
}

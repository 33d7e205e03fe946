// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.paint;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.Rectangle;
import java.awt.geom.CubicCurve2D;
import java.awt.geom.Line2D;
import java.awt.geom.Path2D;
import java.awt.geom.PathIterator;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.IntPredicate;

/**
 * Arcs between lines of equal height, in a strip at their left: from the upper half of the line that gives, to the lower half of the one
 * that takes, with a head. Ends further away reach further out; what stays on a line is a loop. Wider by the logarithm of the count as
 * arrows are, and paler the more there are. Immutable; any thread. Source: SUNSHOT 1.5, V-08.
 */
public final class ArcPainter {
    private static final double HEAD = 5;
    /** Of line and head, so that nothing shines through between them. */
    private static final double OVERLAP = 0.3;
    /** Between the ends of an arc and the middle of its line. */
    private static final double PORT = 4.5;

    /** How far a loop, and an arc to the next line, reach out. */
    private static final double LEAST_REACH = 18;
    /** How much further each line could reach, where there is room. */
    private static final double STEP = 16;
    /** Exponent of a distance. */
    private static final double NEAR_FIRST = 0.4;
    /** Left of the arc that reaches furthest, for half its width. */
    private static final int INSET = 4;
    /** Upward arcs within downward ones between the same lines. */
    private static final double WITHIN = 4;
    /** Pixels beside an arc that still hit it. */
    private static final double NEAR = 4;
    /** So many may be nearly opaque. */
    private static final int FEW = 24;

    private static final double OPAQUE = 0.7;
    private static final double PALE_AT_LEAST = 0.2;
    /** Of the others while some are pointed at. */
    private static final double BEHIND = 0.45;

    private final List<Arc> arcs;
    private final int lines;
    private final int lineHeight;

    /**
     * One arc.
     *
     * @param from line that gives, from 0
     * @param to line that takes; the same for a loop
     * @param count of what it stands for
     */
    public record Arc(int from, int to, long count) {
        int distance() {
            return Math.abs(to - from);
        }
    }

    /**
     * A painter.
     *
     * @param arcs the most important first
     * @param lines how many there are
     * @param lineHeight pixels
     */
    public ArcPainter(List<Arc> arcs, int lines, int lineHeight) {
        this.arcs = List.copyOf(arcs);
        this.lines = lines;
        this.lineHeight = lineHeight;
    }

    /** How wide the strip is; 0 without arcs. Lines alone decide, so that it stays while arcs change. */
    public int width(int room) {
        double needed = LEAST_REACH + STEP * Math.max(0, lines - 1) + INSET;
        return arcs.isEmpty() ? 0 : (int) Math.min(room, Math.ceil(needed));
    }

    /**
     * Draws those that are seen.
     *
     * @param right edge of the strip, where arcs begin and end
     * @param strip its width
     * @param strong which arcs are pointed at, by their places
     */
    public void paint(Graphics2D graphics, Theme theme, double right, int strip, double top, IntPredicate strong) {
        Graphics2D own = (Graphics2D) graphics.create();
        try {
            TimelinePainter.smooth(own);
            Rectangle clip = own.getClipBounds();
            boolean any = false;
            for (int i = 0; i < arcs.size(); i++) {
                any |= strong.test(i);
            }
            double rest = Math.sqrt((double) FEW / Math.max(FEW, arcs.size()));
            double alpha = Math.max(PALE_AT_LEAST, OPAQUE * rest) * (any ? BEHIND : 1);
            int usual = ArrowLayer.Kind.MESSAGES.rgb(theme);
            own.setColor(new Color(usual >> 16 & 255, usual >> 8 & 255, usual & 255, (int) (alpha * 255)));
            for (int i = arcs.size() - 1; i >= 0; i--) {
                if (!strong.test(i)) {
                    draw(own, i, right, strip, top, clip);
                }
            }
            own.setColor(Theme.color(ArrowLayer.Kind.CHAIN.rgb(theme)));
            for (int i = arcs.size() - 1; any && i >= 0; i--) {
                if (strong.test(i)) {
                    draw(own, i, right, strip, top, clip);
                }
            }
        } finally {
            own.dispose();
        }
    }

    private void draw(Graphics2D graphics, int index, double right, int strip, double top, Rectangle clip) {
        CubicCurve2D curve = curve(index, right, strip, top);
        double wide = ArrowPainter.widthOf(arcs.get(index).count());
        double upper = Math.min(curve.getY1(), curve.getY2()) - HEAD - wide;
        double lower = Math.max(curve.getY1(), curve.getY2()) + HEAD + wide;
        if (clip != null && (lower < clip.y || upper > clip.getMaxY())) {
            return;
        }
        graphics.setStroke(new BasicStroke((float) wide, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND));
        graphics.draw(curve);
        double back = curve.getX2() - OVERLAP;
        double half = (right - back) * 0.45;
        Path2D head = new Path2D.Double();
        head.moveTo(right, curve.getY2());
        head.lineTo(back, curve.getY2() - half);
        head.lineTo(back, curve.getY2() + half);
        head.closePath();
        graphics.fill(head);
    }

    /** The line of an arc from where it begins to the back of its head. */
    private CubicCurve2D curve(int index, double right, int strip, double top) {
        Arc arc = arcs.get(index);
        double from = top + (arc.from() + 0.5) * lineHeight - PORT;
        double to = top + (arc.to() + 0.5) * lineHeight + PORT;
        // A curve reaches three quarters of the way to its control points.
        double control = right - reach(arc, strip) * 4 / 3;
        double end = right - HEAD - ArrowPainter.widthOf(arc.count()) + OVERLAP;
        return new CubicCurve2D.Double(right, from, control, from, control, to, end, to);
    }

    /** Near lines are told apart best, since most arcs go there. */
    private double reach(Arc arc, int strip) {
        double most = Math.max(LEAST_REACH, strip - INSET);
        double share = arc.distance() <= 1 ? 0 : Math.pow((arc.distance() - 1.0) / (lines - 2), NEAR_FIRST);
        double reach = LEAST_REACH + (most - LEAST_REACH) * share;
        return arc.to() < arc.from() ? Math.max(LEAST_REACH - WITHIN, reach - WITHIN) : reach;
    }

    /** The nearest arc at a point, if one is near; of several the most important. */
    public OptionalInt at(double x, double y, double right, int strip, double top) {
        int found = -1;
        double nearest = Double.MAX_VALUE;
        for (int i = 0; i < arcs.size(); i++) {
            double beside = distance(curve(i, right, strip, top), x, y)
                    - ArrowPainter.widthOf(arcs.get(i).count()) / 2;
            if (beside < nearest && beside <= NEAR) {
                found = i;
                nearest = Math.max(0, beside);
            }
        }
        return found < 0 ? OptionalInt.empty() : OptionalInt.of(found);
    }

    private static double distance(CubicCurve2D curve, double x, double y) {
        if (!curve.getBounds2D().intersects(x - 2 * HEAD, y - 2 * HEAD, 4 * HEAD, 4 * HEAD)) {
            return Double.MAX_VALUE;
        }
        double least = Double.MAX_VALUE;
        double[] point = new double[6];
        double lastX = curve.getX1();
        double lastY = curve.getY1();
        for (PathIterator path = curve.getPathIterator(null, 0.5); !path.isDone(); path.next()) {
            path.currentSegment(point);
            least = Math.min(least, Line2D.ptSegDist(lastX, lastY, point[0], point[1], x, y));
            lastX = point[0];
            lastY = point[1];
        }
        return least;
    }
}

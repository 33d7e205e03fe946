// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.paint;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.geom.Line2D;
import java.awt.geom.Path2D;
import java.util.List;
import org.hdtrace.sunshot.query.ArrowQuery;
import org.hdtrace.sunshot.query.TimeScale;

/**
 * Draws arrows: a line from row to row, with a head where there is room for one. The line of a bundle is wider by the logarithm of
 * the number of its arrows. Many lines are drawn paler, so that the rows below stay visible. Stateless.
 */
final class ArrowPainter {
    private static final double HEAD = 7;
    /** So many may be opaque and have heads. */
    private static final int FEW = 150;

    private ArrowPainter() {}

    /**
     * Draws a layer.
     *
     * @param x of the timelines' left edge
     * @param y of the top of the layout
     * @param fromY first painted pixel of the layout
     * @param toY behind the last one
     */
    static void paint(Scene scene, ArrowLayer layer, Graphics2D graphics, int x, int y, int fromY, int toY) {
        RowLayout layout = scene.layout();
        long origin = scene.rows().stream()
                .filter(row -> row.run() == layer.run())
                .mapToLong(row -> row.originNanos())
                .findFirst()
                .orElse(0);
        TimeScale scale = scene.scale().shift(origin);
        int first = layout.rowAt(Math.max(0, fromY));
        int last = layout.rowAt(Math.min(layout.totalHeight(), toY) - 1);
        List<ArrowQuery.Bundle> bundles = layer.kind() == ArrowLayer.Kind.CRITICAL_PATH
                ? ArrowQuery.withinRows(layer.table(), layer.run(), scene.rows(), scale, Math.max(0, first), last)
                : ArrowQuery.of(
                        layer.table(), layer.run(), scene.rows(), scale, Math.max(0, first), last, ArrowQuery.MOST);
        boolean strong = layer.kind() == ArrowLayer.Kind.CHAIN || layer.kind() == ArrowLayer.Kind.CRITICAL_PATH;
        boolean many = bundles.size() > FEW && !strong;
        double alpha = many ? Math.max(0.28, 0.85 * Math.sqrt((double) FEW / bundles.size())) : 1;
        Graphics2D own = (Graphics2D) graphics.create();
        try {
            TimelinePainter.smooth(own);
            own.clipRect(x, y + fromY, scene.scale().width(), toY - fromY);
            int rgb = layer.kind().rgb(scene.theme());
            own.setColor(new Color(rgb >> 16 & 255, rgb >> 8 & 255, rgb & 255, (int) (alpha * 255)));
            for (ArrowQuery.Bundle bundle : bundles) {
                double width = widthOf(bundle.count()) + (strong ? 2.2 : 0);
                double left = x + scale.positionOf(bundle.startNanos());
                double right = x + scale.positionOf(bundle.endNanos());
                double top = y + middle(layout, bundle.fromRow());
                double bottom = y + middle(layout, bundle.toRow());
                draw(
                        own,
                        new Line2D.Double(left, top, right, bottom),
                        width,
                        !many && bundle.fromRow() != bundle.toRow());
            }
        } finally {
            own.dispose();
        }
    }

    /** 1 pixel for one arrow, 4 for a thousand. */
    static double widthOf(long count) {
        return 1 + Math.log10((double) Math.max(1, count));
    }

    private static double middle(RowLayout layout, int row) {
        return layout.top(row) + layout.height(row) / 2.0;
    }

    /** A line in the colour of the graphics. */
    static void draw(Graphics2D graphics, Line2D line, double width, boolean head) {
        graphics.setStroke(new BasicStroke((float) width, BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND));
        graphics.draw(line);
        double length = line.getP1().distance(line.getP2());
        if (head && length > 1.5 * HEAD) {
            double dx = (line.getX2() - line.getX1()) / length;
            double dy = (line.getY2() - line.getY1()) / length;
            double size = HEAD + width;
            Path2D path = new Path2D.Double();
            path.moveTo(line.getX2(), line.getY2());
            path.lineTo(line.getX2() - size * dx + size * 0.4 * dy, line.getY2() - size * dy - size * 0.4 * dx);
            path.lineTo(line.getX2() - size * dx - size * 0.4 * dy, line.getY2() - size * dy + size * 0.4 * dx);
            path.closePath();
            graphics.fill(path);
        }
    }
}

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
 * the number of its arrows. Many lines are drawn paler, and those of the critical path thinner, so that the rows below stay visible;
 * on pixels by a {@link LineField}. One painting of one scene.
 */
public final class ArrowPainter {
    private static final double HEAD = 7;
    /** So many may be opaque and have heads. */
    private static final int FEW = 150;

    /** Opacity of many lines, at least; of those that were asked for and are to be found among others more. */
    private static final double PALE_AT_LEAST = 0.28;

    private static final double STRONG_AT_LEAST = 0.8;

    /** So that rows are seen below any number of arrows. */
    private static final double MOST_OPAQUE = 0.6;

    private final Scene scene;
    private final Graphics2D graphics;
    private final Brush brush;
    private final double pixelScale;
    private final int x;
    private final int y;

    /**
     * A painter.
     *
     * @param brush for what is painted in device pixels
     * @param pixelScale of them there are in one of the graphics
     * @param x of the timelines' left edge
     * @param y of the top of the layout
     */
    ArrowPainter(Scene scene, Graphics2D graphics, Brush brush, double pixelScale, int x, int y) {
        this.scene = scene;
        this.graphics = graphics;
        this.brush = brush;
        this.pixelScale = pixelScale;
        this.x = x;
        this.y = y;
    }

    /**
     * Draws a layer.
     *
     * @param fromY first painted pixel of the layout
     * @param toY behind the last one
     */
    void paint(ArrowLayer layer, int fromY, int toY) {
        RowLayout layout = scene.layout();
        long origin = scene.rows().stream()
                .filter(row -> row.run() == layer.run())
                .mapToLong(row -> row.originNanos())
                .findFirst()
                .orElse(0);
        TimeScale scale = scene.scale().shift(origin);
        int first = Math.max(0, layout.rowAt(Math.max(0, fromY)));
        int last = layout.rowAt(Math.min(layout.totalHeight(), toY) - 1);
        List<ArrowQuery.Bundle> bundles = layer.kind() == ArrowLayer.Kind.CRITICAL_PATH
                ? ArrowQuery.withinRows(layer.table(), layer.run(), scene.rows(), scale, first, last)
                : ArrowQuery.of(layer.table(), layer.run(), scene.rows(), scale, first, last, ArrowQuery.MOST);
        boolean strong = layer.kind() == ArrowLayer.Kind.CHAIN || layer.kind() == ArrowLayer.Kind.CRITICAL_PATH;
        boolean many = bundles.size() > FEW;
        double rest = Math.sqrt((double) FEW / Math.max(FEW, bundles.size()));
        double alpha = many ? Math.max(strong ? STRONG_AT_LEAST : PALE_AT_LEAST, 0.85 * rest) : 1;
        int rgb = layer.kind().rgb(scene.theme());
        if (many && !strong && brush instanceof PixelBrush pixels) {
            paintField(bundles, scale, pixels, rgb, alpha, fromY, toY);
        } else {
            paintLines(
                    bundles,
                    scale,
                    new Color(rgb >> 16 & 255, rgb >> 8 & 255, rgb & 255, (int) (alpha * 255)),
                    strong ? Math.max(0.9, 2.2 * rest) : 0,
                    !many,
                    fromY,
                    toY);
        }
    }

    /** Heads are left out; the vertical edges of the field are those of the image. */
    private void paintField(
            List<ArrowQuery.Bundle> bundles,
            TimeScale scale,
            PixelBrush pixels,
            int rgb,
            double alpha,
            int fromY,
            int toY) {
        int top = Math.max(0, (int) Math.round((y + fromY) * pixelScale));
        LineField field = pixels.lines(top, (int) Math.round((y + toY) * pixelScale), MOST_OPAQUE);
        for (ArrowQuery.Bundle bundle : bundles) {
            Line2D line = line(bundle, scale);
            field.add(
                    line.getX1() * pixelScale,
                    line.getY1() * pixelScale - top,
                    line.getX2() * pixelScale,
                    line.getY2() * pixelScale - top,
                    widthOf(bundle.count()) * pixelScale,
                    alpha);
        }
        pixels.blend(field, top, rgb);
    }

    private void paintLines(
            List<ArrowQuery.Bundle> bundles,
            TimeScale scale,
            Color color,
            double extraWidth,
            boolean heads,
            int fromY,
            int toY) {
        Graphics2D own = (Graphics2D) graphics.create();
        try {
            TimelinePainter.smooth(own);
            own.clipRect(x, y + fromY, scene.scale().width(), toY - fromY);
            own.setColor(color);
            for (ArrowQuery.Bundle bundle : bundles) {
                double width = widthOf(bundle.count()) + extraWidth;
                draw(own, line(bundle, scale), width, heads && bundle.fromRow() != bundle.toRow());
            }
        } finally {
            own.dispose();
        }
    }

    private Line2D line(ArrowQuery.Bundle bundle, TimeScale scale) {
        return new Line2D.Double(
                x + scale.positionOf(bundle.startNanos()),
                y + middle(scene.layout(), bundle.fromRow()),
                x + scale.positionOf(bundle.endNanos()),
                y + middle(scene.layout(), bundle.toRow()));
    }

    /** 1 pixel for one arrow, 4 for a thousand. */
    static double widthOf(long count) {
        return 1 + Math.log10((double) Math.max(1, count));
    }

    private static double middle(RowLayout layout, int row) {
        return layout.top(row) + layout.height(row) / 2.0;
    }

    /** A short arrow in the colour of the graphics, for legends. */
    public static void paintSample(Graphics2D graphics, int x, int y, int width, int height) {
        TimelinePainter.smooth(graphics);
        draw(graphics, new Line2D.Double(x, y + height - 1.0, x + width, y + 1.0), 1.5, true);
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

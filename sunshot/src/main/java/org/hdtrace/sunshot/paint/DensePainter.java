// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.paint;

import java.util.List;
import org.hdtrace.sunshot.model.StateLevel;
import org.hdtrace.sunshot.query.ColumnShares;
import org.hdtrace.sunshot.query.ShareQuery;
import org.hdtrace.sunshot.query.TimeScale;

/** Paints the dense columns of rows as shares of time. Colours by value have none, so in a heat map nothing is dense. */
final class DensePainter {
    /** Pixels of one of several states at equal heights, on a usual screen. */
    private static final double LEAST = 3;

    private final Scene scene;
    private final Brush brush;
    private final DenseStyle style;
    private final DenseBands bands;
    private final ShareQuery query;

    DensePainter(Scene scene, Brush brush, double pixelScale) {
        this.scene = scene;
        this.brush = brush;
        style = scene.options().dense();
        int pixel = Math.max(1, (int) Math.round(pixelScale));
        bands = new DenseBands(style, (int) Math.round(LEAST * pixelScale), pixel);
        query = new ShareQuery(
                scene.categories().size(), category -> !scene.options().hidden().get(category));
    }

    boolean isOn() {
        return style != DenseStyle.DOMINANT && scene.options().heat().isEmpty();
    }

    /** What {@link #paint} takes, of a row. */
    ColumnShares ofRow(List<StateLevel> levels, TimeScale time) {
        return query.ofRow(levels, time);
    }

    /** What {@link #paint} takes, of rows laid over each other. */
    ColumnShares ofRows(List<List<StateLevel>> rows, TimeScale time) {
        return query.ofRows(rows, time);
    }

    /**
     * Paints the dense columns of a row, each below the states that are drawn by themselves.
     *
     * @param under colours of what lies below the columns
     */
    void paint(ColumnShares shares, int x, int y, int height, int[] under) {
        for (int column = 0; column < shares.width(); column++) {
            int depth = shares.depth(column);
            if (depth < 0) {
                continue;
            }
            int top = StatePainter.topOf(depth, height);
            bands.lay(shares, column, height - top);
            float strength = style == DenseStyle.ALL ? CoverageColors.shareOf(shares.coverage(column)) : 1;
            for (int i = 0; i < bands.count(); i++) {
                int color = scene.categories().get(bands.category(i)).rgb();
                int own = strength < 1 ? Rgb.mix(under[column], color, strength) : color;
                brush.fill(x + column, y + top + bands.top(i), 1, bands.bottom(i) - bands.top(i), own);
            }
        }
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.paint;

import java.awt.image.BufferedImage;
import java.awt.image.DataBufferInt;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.hdtrace.sunshot.model.Row;
import org.hdtrace.sunshot.model.Run;
import org.hdtrace.sunshot.model.StateLevel;
import org.hdtrace.sunshot.query.HitColumns;
import org.hdtrace.sunshot.query.RowQuery;
import org.hdtrace.sunshot.query.SpanColumns;
import org.hdtrace.sunshot.query.SpanQuery;
import org.hdtrace.sunshot.query.TimeScale;

/** Draws over the strip of a whole run where marked categories (above) and hits of a search (below) are (SUNSHOT V-06). */
public final class OverviewTicks {
    private OverviewTicks() {}

    /**
     * Draws ticks for all rows of all runs, whether they are open or not.
     *
     * @param strip as wide as the scene's scale, in device pixels; of pixels without transparency
     * @param apart whether each run has its own part of the strip, one below the other
     */
    public static void paint(BufferedImage strip, Scene scene, List<Run> runs, RowQuery query, boolean apart) {
        double pixelScale = (double) strip.getWidth() / scene.scale().width();
        TimeScale scale = scene.scale().withWidth(strip.getWidth());
        int[] pixels = ((DataBufferInt) strip.getRaster().getDataBuffer()).getData();
        Brush brush = Brush.onPixels(pixels, strip.getWidth(), strip.getHeight());
        int each = apart ? Math.max(1, strip.getHeight() / Math.max(1, runs.size())) : strip.getHeight();
        HitColumns hits = new HitColumns(scene.options().hits());
        for (int i = 0; i < runs.size(); i++) {
            int top = apart ? i * each : 0;
            TimeScale own = scale.shift(query.originOf(runs, i));
            paintMarks(brush, scene, runs.get(i), own, top, pixelScale);
            if (!scene.options().hits().isEmpty()) {
                BitSet columns = new BitSet();
                runs.get(i).rows().forEach(row -> columns.or(hits.below(row, own)));
                HitTicks.paint(brush, columns, 0, top + each, pixelScale, scene.theme());
            }
        }
    }

    private static void paintMarks(Brush brush, Scene scene, Run run, TimeScale scale, int top, double pixelScale) {
        long[] marked = scene.options().marked().toLongArray();
        if (marked.length == 0) {
            return;
        }
        List<StateLevel> levels = new ArrayList<>();
        for (Row row : run.rows()) {
            row.walk(each -> {
                if (each instanceof Row.Trace trace) {
                    levels.addAll(trace.track().levels());
                    levels.add(trace.track().events());
                }
            });
        }
        SpanColumns columns = new SpanQuery(
                        scene.categories().size(),
                        category -> !scene.options().hidden().get(category))
                .columns(levels, scale);
        int height = Math.max(2, (int) Math.round(2 * pixelScale));
        for (int column = 0; column < columns.width(); column++) {
            if (columns.isAnyPresent(column, marked)) {
                brush.fill(column, top, 1, height, scene.theme().mark());
            }
        }
    }
}

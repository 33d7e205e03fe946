// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.paint;

import java.awt.image.BufferedImage;
import java.awt.image.DataBufferInt;
import java.util.ArrayList;
import java.util.List;
import org.hdtrace.sunshot.model.OperationTracks;
import org.hdtrace.sunshot.model.Row;
import org.hdtrace.sunshot.model.Run;
import org.hdtrace.sunshot.model.StateLevel;
import org.hdtrace.sunshot.query.RowQuery;
import org.hdtrace.sunshot.query.TimeScale;

/** Paints all traces of a run as one strip; several runs one below the other. */
public final class OverviewPainter {
    private OverviewPainter() {}

    /** The strip as wide as the scene's scale, which holds the whole time. */
    public static BufferedImage image(Scene scene, List<Run> runs, RowQuery query, int height) {
        TimeScale scale = scene.scale();
        BufferedImage image = new BufferedImage(scale.width(), height, BufferedImage.TYPE_INT_RGB);
        int[] pixels = ((DataBufferInt) image.getRaster().getDataBuffer()).getData();
        Brush brush = Brush.onPixels(pixels, scale.width(), height);
        brush.fill(0, 0, scale.width(), height, scene.theme().band());
        StatePainter states = new StatePainter(scene, brush, 1, new int[0]);
        int each = Math.max(1, height / Math.max(1, runs.size()));
        for (int i = 0; i < runs.size(); i++) {
            states.paintSummary(
                    outermost(runs.get(i)),
                    scale.shift(query.originOf(runs, i)),
                    0,
                    i * each,
                    each - (runs.size() > 1 ? 1 : 0));
        }
        return image;
    }

    /** Of the traces; lanes of operations, of which there may be thousands that are hardly used, only where there is nothing else. */
    private static List<StateLevel> outermost(Run run) {
        List<StateLevel> traces = new ArrayList<>();
        List<StateLevel> operations = new ArrayList<>();
        for (Row row : run.rows()) {
            row.walk(each -> {
                if (each instanceof Row.Trace trace && !trace.track().levels().isEmpty()) {
                    boolean lane = OperationTracks.isOperations(trace.path());
                    (lane ? operations : traces).add(trace.track().levels().get(0));
                }
            });
        }
        return traces.isEmpty() ? operations : traces;
    }
}

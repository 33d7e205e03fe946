// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.awt.Color;
import java.awt.Graphics2D;
import java.util.BitSet;
import java.util.List;
import org.hdtrace.sunshot.model.HitMarks;
import org.hdtrace.sunshot.model.Interval;
import org.hdtrace.sunshot.query.HitColumns;
import org.hdtrace.sunshot.query.TimeScale;

/**
 * Ticks in the ruler where any row has a hit of the search, also one that is not seen (SUNSHOT V-06). They are worked out beside the
 * event thread; until then those of the last time are shown. Thread: event thread.
 */
final class RulerHits {
    private static final int HEIGHT = 5;

    private final Stage stage;
    private final LatestTask task = new LatestTask("sunshot-ruler-hits");
    private final Runnable repaint;
    private Found found = new Found(new TimeScale(new Interval(0, 1), 1), new BitSet());
    private Object wanted;

    private record Found(TimeScale scale, BitSet columns) {}

    RulerHits(Stage stage, Runnable repaint) {
        this.stage = stage;
        this.repaint = repaint;
    }

    /** Draws them so that they end at a height. */
    void paint(Graphics2D graphics, TimeScale scale, int bottom) {
        HitMarks hits = stage.hits();
        if (hits.isEmpty()) {
            wanted = null;
            found = new Found(scale, new BitSet());
            return;
        }
        request(hits, scale);
        graphics.setColor(new Color(stage.theme().accent()));
        BitSet columns = found.columns();
        for (int from = columns.nextSetBit(0); from >= 0; ) {
            int to = columns.nextClearBit(from);
            int left = (int) Math.round(scale.positionOf(found.scale().startOf(from)));
            int right = (int) Math.round(scale.positionOf(found.scale().startOf(to)));
            graphics.fillRect(left, bottom - HEIGHT, Math.max(1, right - left), HEIGHT);
            from = columns.nextSetBit(to);
        }
    }

    private void request(HitMarks hits, TimeScale scale) {
        var runs = stage.model().runs();
        var query = stage.model().query();
        Object now = List.of(
                System.identityHashCode(hits),
                scale,
                query.alignStarts(),
                runs.stream().map(System::identityHashCode).toList());
        if (!now.equals(wanted)) {
            wanted = now;
            task.submit(() -> new Found(scale, new HitColumns(hits).all(runs, query, scale)), result -> {
                found = result;
                repaint.run();
            });
        }
    }

    void stop() {
        task.stop();
    }
}

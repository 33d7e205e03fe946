// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.paint;

import org.hdtrace.sunshot.heat.HeatMap;
import org.hdtrace.sunshot.model.StateTrack;
import org.hdtrace.sunshot.query.SpanColumns;
import org.hdtrace.sunshot.query.TimeScale;

/** The colour of a column that is not empty, 0xRRGGBB: that of its category, or of its value in a heat map. */
@FunctionalInterface
interface ColumnColors {
    int at(int column);

    /** The colour of what has no value in a heat map. */
    static int withoutValue(Scene scene) {
        return Rgb.mix(scene.theme().band(), scene.theme().muted(), 0.35f);
    }

    static ColumnColors ofCategories(Scene scene, SpanColumns columns) {
        return column -> scene.categories().get(columns.dominant(column)).rgb();
    }

    /** States without a value are grey. */
    static ColumnColors ofHeat(
            Scene scene, HeatMap heat, StateTrack track, int depth, SpanColumns columns, TimeScale time) {
        int none = withoutValue(scene);
        return column -> {
            int state = columns.state(column);
            double value = state >= 0
                    ? heat.value(track, depth, state)
                    : heat.largest(track, depth, time.startOf(column), time.startOf(column + 1));
            return Double.isNaN(value) ? none : heat.colorOf(value);
        };
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.util.BitSet;
import java.util.Optional;
import org.hdtrace.sunshot.model.Category;
import org.hdtrace.sunshot.model.Interval;
import org.hdtrace.sunshot.model.Row;
import org.hdtrace.sunshot.model.StatisticSeries;
import org.hdtrace.sunshot.paint.TimelinePainter;
import org.hdtrace.sunshot.query.Picker;
import org.hdtrace.sunshot.query.TimeScale;
import org.hdtrace.sunshot.query.TimeTicks;
import org.hdtrace.sunshot.query.ValueText;
import org.hdtrace.sunshot.query.VisibleRow;

/** Finds the words for what is under the pointer. */
final class Hover {
    private static final String GAP = "    ";

    private final Stage stage;

    Hover(Stage stage) {
        this.stage = stage;
    }

    /** A line and the colour beside it, -1 for none. */
    record Line(String text, int rgb) {}

    /** A state under the pointer and the row it lies in. */
    record Hit(VisibleRow row, Row.Trace trace, Picker.Pick pick) {}

    Optional<Hit> hit(TimeScale scale, int x, int y) {
        int index = stage.layout().rowAt(y + stage.scrollY());
        if (index < 0 || !(stage.model().rows().get(index).row() instanceof Row.Trace trace)) {
            return Optional.empty();
        }
        VisibleRow row = stage.model().rows().get(index);
        int inside = y + stage.scrollY() - stage.layout().top(index);
        int depth = stage.model().nested()
                ? TimelinePainter.depthAt(inside, stage.layout().height(index))
                : 0;
        BitSet hidden = stage.model().hidden();
        return Picker.at(trace.track(), column(scale, row, x), depth, category -> !hidden.get(category))
                .map(pick -> new Hit(row, trace, pick));
    }

    private static Interval column(TimeScale scale, VisibleRow row, int x) {
        long start = scale.startOf(x);
        return new Interval(start, Math.max(start + 1, scale.startOf(x + 1))).shift(row.originNanos());
    }

    Line line(TimeScale scale, int x, int y) {
        String time = TimeTicks.instant(scale.timeAt(x + 0.5));
        int index = stage.layout().rowAt(y + stage.scrollY());
        if (index < 0) {
            return new Line(time, -1);
        }
        VisibleRow row = stage.model().rows().get(index);
        String where = time + GAP + place(row);
        if (row.row() instanceof Row.Statistic statistic) {
            return new Line(where + GAP + value(statistic.series(), column(scale, row, x)), -1);
        }
        return hit(scale, x, y).map(hit -> describe(hit, where)).orElse(new Line(where, -1));
    }

    private Line describe(Hit hit, String where) {
        Category category = stage.model().categories().get(hit.pick().category());
        Interval time = hit.pick().interval().shift(-hit.row().originNanos());
        String text = category.name() + GAP + TimeTicks.duration(time.durationNanos()) + GAP + "from "
                + TimeTicks.instant(time.startNanos()) + " to " + TimeTicks.instant(time.endNanos()) + GAP
                + (hit.pick().depth() == 0 ? "" : "depth " + hit.pick().depth() + GAP) + "|" + GAP + where;
        return new Line(text, category.rgb());
    }

    private String place(VisibleRow row) {
        String run = stage.model().runs().size() > 1
                ? stage.model().runs().get(row.run()).name() + "  "
                : "";
        return row.isHeading() ? row.title() : run + row.row().path();
    }

    private static String value(StatisticSeries series, Interval column) {
        int record = series.at(column.startNanos() + column.durationNanos() / 2);
        return record < 0
                ? "no value"
                : series.name() + " = " + ValueText.of(series.value(record), series.unit()) + "  ("
                        + ValueText.of(series.min(), series.unit()) + " to "
                        + ValueText.of(series.max(), series.unit()) + ")";
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.util.BitSet;
import java.util.Optional;
import org.hdtrace.sunshot.model.Category;
import org.hdtrace.sunshot.model.Interval;
import org.hdtrace.sunshot.model.Occurrence;
import org.hdtrace.sunshot.model.Row;
import org.hdtrace.sunshot.model.Run;
import org.hdtrace.sunshot.model.StateLevel;
import org.hdtrace.sunshot.model.StatisticSeries;
import org.hdtrace.sunshot.paint.TimelinePainter;
import org.hdtrace.sunshot.query.Picker;
import org.hdtrace.sunshot.query.SeriesQuery;
import org.hdtrace.sunshot.query.TimeScale;
import org.hdtrace.sunshot.query.TimeTicks;
import org.hdtrace.sunshot.query.ValueText;
import org.hdtrace.sunshot.query.VisibleRow;

/** Finds the words for what is under the pointer. */
final class Hover {
    private static final String GAP = "    ";
    /** Pixels beside an event that still hit its mark. */
    private static final int EVENT_REACH = 2;

    private final Stage stage;
    private final HoverShares shares;
    private StatisticSeries summed;
    private Interval summedTime;
    private SeriesQuery.Sums sums;

    Hover(Stage stage) {
        this.stage = stage;
        this.shares = new HoverShares(stage);
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
        int depth = depth(index, y);
        BitSet hidden = stage.model().hidden();
        return Picker.at(trace.track(), column(scale, row, x), depth, category -> !hidden.get(category))
                .map(pick -> new Hit(row, trace, pick));
    }

    /** The nesting depth at a height inside of a row. */
    private int depth(int row, int y) {
        int inside = y + stage.scrollY() - stage.layout().top(row);
        return stage.model().nested()
                ? TimelinePainter.depthAt(inside, stage.layout().height(row))
                : 0;
    }

    /** The state at a point, or an event whose mark is there. */
    Optional<Occurrence> occurrence(TimeScale scale, int x, int y) {
        return event(scale, x, y).or(() -> hit(scale, x, y)
                .map(hit -> new Occurrence(
                        hit.row().run(),
                        hit.trace().path(),
                        hit.pick().depth(),
                        false,
                        hit.pick().category(),
                        hit.pick().interval())));
    }

    private Optional<Occurrence> event(TimeScale scale, int x, int y) {
        int index = stage.layout().rowAt(y + stage.scrollY());
        if (index < 0 || !(stage.model().rows().get(index).row() instanceof Row.Trace trace)) {
            return Optional.empty();
        }
        VisibleRow row = stage.model().rows().get(index);
        StateLevel events = trace.track().events();
        long from = scale.timeAt(x - EVENT_REACH) + row.originNanos();
        long to = scale.timeAt(x + 1 + EVENT_REACH) + row.originNanos();
        for (int i = events.firstReaching(from); i < events.size() && events.startNanos(i) < to; i++) {
            if (!stage.model().hidden().get(events.category(i))) {
                Interval time = new Interval(events.startNanos(i), events.startNanos(i));
                return Optional.of(new Occurrence(row.run(), trace.path(), 0, true, events.category(i), time));
            }
        }
        return Optional.empty();
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
            String value = value(statistic.series(), column(scale, row, x));
            return new Line(where + GAP + value + GAP + sums(statistic.series(), row), -1);
        }
        Optional<Line> event = event(scale, x, y).map(found -> describeEvent(found, where));
        if (event.isPresent()) {
            return event.get();
        }
        return shares.line(row, column(scale, row, x), depth(index, y), GAP + "|" + GAP + where)
                .or(() -> hit(scale, x, y).map(hit -> describe(hit, where)))
                .orElse(new Line(where, -1));
    }

    private Line describeEvent(Occurrence event, String where) {
        Category category = stage.model().categories().get(event.category());
        long origin = stage.model().query().originOf(stage.model().runs(), event.run());
        String at = TimeTicks.instant(event.time().startNanos() - origin);
        return new Line(category.title() + GAP + "event at " + at + GAP + "|" + GAP + where, category.rgb());
    }

    private Line describe(Hit hit, String where) {
        Category category = stage.model().categories().get(hit.pick().category());
        Interval time = hit.pick().interval().shift(-hit.row().originNanos());
        String text = category.title() + GAP + TimeTicks.duration(time.durationNanos()) + GAP + "from "
                + TimeTicks.instant(time.startNanos()) + " to " + TimeTicks.instant(time.endNanos()) + GAP
                + (hit.pick().depth() == 0 ? "" : "depth " + hit.pick().depth() + GAP) + "|" + GAP + where;
        return new Line(text, category.rgb());
    }

    private String place(VisibleRow row) {
        String run = stage.model().runs().size() > 1
                ? Run.titles(stage.model().runs()).get(row.run()) + "  "
                : "";
        return row.isHeading() ? row.title() : run + row.row().path();
    }

    private static String value(StatisticSeries series, Interval column) {
        int record = series.at(column.startNanos() + column.durationNanos() / 2);
        return record < 0 || !series.has(record)
                ? "no value"
                : series.name() + " = " + ValueText.of(series.value(record), series.unit()) + "  ("
                        + ValueText.of(series.min(), series.unit()) + " to "
                        + ValueText.of(series.max(), series.unit()) + ")";
    }

    /** What the records of the visible time sum up to, by record and over time; summed once for each view. */
    private String sums(StatisticSeries series, VisibleRow row) {
        Interval time = stage.model().visible().shift(row.originNanos());
        if (series != summed || !time.equals(summedTime)) {
            summed = series;
            summedTime = time;
            sums = SeriesQuery.sums(series, time);
        }
        if (sums.records() == 0) {
            return "";
        }
        String overTime = series.unit().isEmpty() ? "s" : series.unit() + "·s";
        return "in view: sum " + ValueText.of(sums.sum(), series.unit()) + ", average "
                + ValueText.of(sums.average(), series.unit()) + "; over time: "
                + ValueText.of(sums.integral(), overTime) + ", average " + ValueText.of(sums.mean(), series.unit());
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.heat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.hdtrace.analysis.formula.HeatExpression;
import org.hdtrace.analysis.formula.HeatScale;
import org.hdtrace.sunshot.model.Interval;
import org.hdtrace.sunshot.model.Row;
import org.hdtrace.sunshot.model.Run;
import org.hdtrace.sunshot.model.StateTrack;
import org.hdtrace.sunshot.model.StatisticSeries;

/**
 * Colours of states by a value of theirs, and of statistics of the same name: from the least value of a view to the largest one.
 * Where many states share a column, it has the colour of the largest value. Any thread. Source: SUNSHOT S-49.
 */
public final class HeatMap {
    private final HeatValues values;
    private final HeatScale scale = new HeatScale();
    private final Set<StatisticSeries> statistics = new HashSet<>();

    private HeatMap(HeatValues values) {
        this.values = values;
    }

    /**
     * The map of a view.
     *
     * @param times visible interval of each run in its own time
     */
    public static HeatMap of(HeatValues values, List<Run> runs, List<Interval> times, HeatExpression expression) {
        HeatMap map = new HeatMap(values);
        for (int run = 0; run < runs.size(); run++) {
            Interval time = times.get(run);
            HeatReader.tracks(runs.get(run)).values().forEach(track -> values.addTo(map.scale, track, time));
            if (expression.names().size() == 1) {
                String name = expression.names().iterator().next();
                runs.get(run)
                        .rows()
                        .forEach(top -> top.walk(row -> {
                            if (row instanceof Row.Statistic statistic
                                    && statistic.series().name().equals(name)) {
                                map.add(statistic.series(), time);
                            }
                        }));
            }
        }
        return map;
    }

    private void add(StatisticSeries series, Interval time) {
        statistics.add(series);
        for (int i = series.firstEndingAfter(time.startNanos());
                i < series.size() && series.boundaryNanos(i) < time.endNanos();
                i++) {
            if (series.has(i)) {
                scale.add(series.value(i));
            }
        }
    }

    /** Whether a statistic is coloured. */
    public boolean colours(StatisticSeries series) {
        return statistics.contains(series);
    }

    /** The value of a state, NaN if it has none. */
    public double value(StateTrack track, int depth, int index) {
        return values.value(track, depth, index);
    }

    /** The largest value of states that touch a time, nanoseconds since the epoch; NaN if none has one. */
    public double largest(StateTrack track, int depth, long fromNanos, long toNanos) {
        return values.largest(track, depth, fromNanos, toNanos);
    }

    /** The colour of a value, 0xRRGGBB. */
    public int colorOf(double value) {
        return scale.colorOf(value);
    }

    /** Whether anything in the view has a value. */
    public boolean isEmpty() {
        return scale.least() > scale.most();
    }

    /** The least value of the view. */
    public double least() {
        return scale.least();
    }

    /** The largest value of the view. */
    public double most() {
        return scale.most();
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.control;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.hdtrace.sunshot.model.Category;
import org.hdtrace.sunshot.model.Interval;
import org.hdtrace.sunshot.model.Row;
import org.hdtrace.sunshot.model.Run;
import org.hdtrace.sunshot.query.RowQuery;
import org.hdtrace.sunshot.query.Usage;
import org.hdtrace.sunshot.query.VisibleRow;

/**
 * What one visible row spends its time with in an interval (SUNSHOT S-57).
 *
 * @param row a timeline, or a closed group for all timelines below it
 * @param usage counts and times by category
 */
public record RowProfile(VisibleRow row, Usage usage) {
    /** What a bar shows. */
    public enum Metric {
        EXCLUSIVE("Exclusive time"),
        INCLUSIVE("Inclusive time"),
        COUNT("Occurrences");

        private final String title;

        Metric(String title) {
            this.title = title;
        }

        @Override
        public String toString() {
            return title;
        }
    }

    /** Nanoseconds or occurrences of a category. */
    public double value(int category, Metric metric) {
        return switch (metric) {
            case EXCLUSIVE -> usage.exclusiveNanos(category);
            case INCLUSIVE -> usage.inclusiveNanos(category);
            case COUNT -> usage.count(category);
        };
    }

    /** Sum over all categories. */
    public double total(Metric metric) {
        double total = 0;
        for (int category : usage.ranking()) {
            total += value(category, metric);
        }
        return total;
    }

    /**
     * Profiles of all visible rows with states, in order. Takes as long as there are states in the interval; safe on any
     * thread.
     *
     * @param interval on the common scale
     * @param categories how many there are
     */
    public static List<RowProfile> of(
            List<VisibleRow> rows, List<Run> runs, Interval interval, int categories, boolean nested) {
        List<RowProfile> profiles = new ArrayList<>();
        RowQuery own = RowQuery.standard();
        for (VisibleRow visible : rows) {
            boolean closedGroup = visible.row() instanceof Row.Group && !visible.open();
            if (visible.row() instanceof Row.Trace || closedGroup) {
                Run run = runs.get(visible.run());
                Row row = visible.row() instanceof Row.Trace trace && visible.open() ? alone(trace) : visible.row();
                Run part = new Run(run.name(), run.file(), run.interval(), List.of(row), run.levels(), List.of());
                long shift = visible.originNanos() - run.interval().startNanos();
                Usage usage = Usage.of(List.of(part), own, interval.shift(shift), categories, nested);
                if (usage.ranking().length > 0) {
                    profiles.add(new RowProfile(visible, usage));
                }
            }
        }
        return profiles;
    }

    /** Rows below an open one have bars of their own. */
    private static Row alone(Row.Trace trace) {
        return new Row.Trace(trace.path(), trace.label(), trace.host(), trace.rank(), trace.track(), List.of());
    }

    /** One line for each row and category, times in seconds, with a heading. */
    public static String csv(List<RowProfile> profiles, List<Category> categories) {
        StringBuilder text = new StringBuilder("row,name,count,inclusive,exclusive\n");
        for (RowProfile profile : profiles) {
            for (int category : profile.usage().ranking()) {
                text.append(quoted(profile.row().row().path()))
                        .append(',')
                        .append(quoted(categories.get(category).name()))
                        .append(String.format(
                                Locale.ROOT,
                                ",%d,%.9f,%.9f\n",
                                profile.usage().count(category),
                                profile.usage().inclusiveNanos(category) / 1e9,
                                profile.usage().exclusiveNanos(category) / 1e9));
            }
        }
        return text.toString();
    }

    private static String quoted(String text) {
        boolean plain = text.chars().noneMatch(letter -> ",\"\n\r".indexOf(letter) >= 0);
        return plain ? text : '"' + text.replace("\"", "\"\"") + '"';
    }
}

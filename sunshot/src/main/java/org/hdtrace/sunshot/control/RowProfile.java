// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.control;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.hdtrace.format.Csv;
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
 * @param durations how long single states last; {@link Durations#none} until they are counted
 */
public record RowProfile(VisibleRow row, Usage usage, Durations durations) {
    private static final double MOST_STATES = 0.95;

    /** What a bar stands for. */
    public enum Scope {
        ROWS("Each row"),
        NODES("Each node"),
        TOTAL("All together");

        private final String title;

        Scope(String title) {
            this.title = title;
        }

        @Override
        public String toString() {
            return title;
        }
    }

    /**
     * One row for each host, or for each run, with all its timelines below it.
     *
     * @param rows visible rows, which are returned for {@link Scope#ROWS}
     */
    public static List<VisibleRow> rows(Scope scope, List<VisibleRow> rows, List<Run> runs, RowQuery query) {
        if (scope == Scope.ROWS) {
            return rows;
        }
        List<VisibleRow> made = new ArrayList<>();
        List<String> titles = Run.titles(runs);
        for (int run = 0; run < runs.size(); run++) {
            String title = titles.get(run);
            Map<String, List<Row>> groups = new LinkedHashMap<>();
            runs.get(run)
                    .rows()
                    .forEach(top -> top.walk(row -> {
                        if (row instanceof Row.Trace trace) {
                            groups.computeIfAbsent(
                                            scope == Scope.NODES ? trace.host() : title, unused -> new ArrayList<>())
                                    .add(alone(trace));
                        }
                    }));
            for (Map.Entry<String, List<Row>> group : groups.entrySet()) {
                String name = group.getKey();
                String shown = scope == Scope.NODES && runs.size() > 1 ? title + " " + name : name;
                Row all = new Row.Group(name, name, group.getValue(), false);
                made.add(new VisibleRow(run, run + ":" + name, all, shown, 0, false, query.originOf(runs, run)));
            }
        }
        return made;
    }

    /** The same with the durations of its states; {@code interval} is on the common scale. */
    public RowProfile withDurations(Interval interval, int categories, boolean nested, BooleanSupplier cancelled) {
        Row own = row.row() instanceof Row.Trace trace && row.open() ? alone(trace) : row.row();
        return new RowProfile(
                row, usage, Durations.of(own, interval.shift(row.originNanos()), categories, nested, cancelled));
    }

    /** What is told of one category. */
    public record Line(int category, long count, long inclusive, long exclusive, Durations durations) {
        /** Time of one state, ns; "" for events and until durations are counted. */
        public Object shortest() {
            return durations.has(category) ? durations.shortest(category) : "";
        }

        /** ns. */
        public long mean() {
            return inclusive / Math.max(1, count);
        }

        /** ns; "" for events and until durations are counted. */
        public Object longest() {
            return durations.has(category) ? durations.longest(category) : "";
        }

        /** ns; "" for events and until durations are counted. */
        public Object p95() {
            return durations.has(category) ? durations.percentile(category, MOST_STATES) : "";
        }
    }

    /** All categories, the one with the most time first. */
    public List<Line> lines() {
        List<Line> lines = new ArrayList<>();
        for (int category : usage.ranking()) {
            lines.add(new Line(
                    category,
                    usage.count(category),
                    usage.inclusiveNanos(category),
                    usage.exclusiveNanos(category),
                    durations));
        }
        return lines;
    }

    /** What a bar shows. */
    public enum Metric {
        EXCLUSIVE("Exclusive time"),
        INCLUSIVE("Inclusive time"),
        COUNT("Occurrences"),
        LONGEST("Longest state, inclusive"),
        LONGEST_EXCLUSIVE("Longest state, exclusive");

        private final String title;

        Metric(String title) {
            this.title = title;
        }

        /** Whether single states must be looked at, see {@link #withDurations}; until then it is 0. */
        public boolean needsDurations() {
            return this == LONGEST || this == LONGEST_EXCLUSIVE;
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
            case LONGEST -> durations.has(category) ? durations.longest(category) : 0;
            case LONGEST_EXCLUSIVE -> durations.has(category) ? durations.longestAlone(category) : 0;
        };
    }

    /** Keys of the rows of profiles. */
    public static Set<String> keys(List<RowProfile> profiles) {
        return profiles.stream().map(profile -> profile.row().key()).collect(Collectors.toUnmodifiableSet());
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
                    profiles.add(new RowProfile(visible, usage, Durations.none()));
                }
            }
        }
        return profiles;
    }

    /** Rows below an open one have bars of their own. */
    private static Row alone(Row.Trace trace) {
        return new Row.Trace(trace.path(), trace.label(), trace.host(), trace.rank(), trace.track(), List.of());
    }

    /** One line for each row and category, times in seconds, with a heading; what is not counted yet is empty. */
    public static String csv(List<RowProfile> profiles, List<Category> categories) {
        Csv csv = new Csv();
        csv.line("row", "name", "count", "inclusive", "exclusive", "min", "mean", "max", "p95");
        for (RowProfile profile : profiles) {
            for (Line line : profile.lines()) {
                csv.line(
                        profile.row().row().path(),
                        categories.get(line.category()).name(),
                        line.count(),
                        seconds(line.inclusive()),
                        seconds(line.exclusive()),
                        seconds(line.shortest()),
                        seconds(line.mean()),
                        seconds(line.longest()),
                        seconds(line.p95()));
            }
        }
        return csv.toString();
    }

    private static String seconds(Object nanos) {
        return nanos instanceof Long known ? String.format(Locale.ROOT, "%.9f", known / 1e9) : "";
    }
}

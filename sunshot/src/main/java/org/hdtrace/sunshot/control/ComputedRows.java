// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.control;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.hdtrace.analysis.formula.Formula;
import org.hdtrace.analysis.formula.FormulaException;
import org.hdtrace.analysis.formula.Steps;
import org.hdtrace.sunshot.model.Row;
import org.hdtrace.sunshot.model.Run;
import org.hdtrace.sunshot.model.StatisticSeries;

/**
 * Works out computed statistics and puts them into the rows of a run. A statistic is known by its name and, should two groups of a
 * node have one of the same name, by {@code group.NAME} too. Later ones may use those before them. Pure functions; any thread.
 * Source: SUNSHOT S-38, S-60.
 */
public final class ComputedRows {
    private ComputedRows() {}

    /** The run with a row for a computed statistic, at the top of its parent. */
    public static Run with(Run run, Computed computed) throws FormulaException {
        Row parent = parentOf(run, computed);
        Formula formula = Formula.parse(computed.formula());
        List<Map<String, Steps>> nodes = values(nodes(run, parent), formula.names(), ComputedRows::steps);
        long start = run.interval().startNanos();
        long end = Math.max(start + 1, run.interval().endNanos());
        StatisticSeries series = series(computed.name(), formula.evaluate(nodes, start, end));
        Row made = new Row.Statistic(computed.rowPath(), computed.name(), series, List.of());
        List<Row> rows = new ArrayList<>();
        if (parent == null) {
            rows.add(made);
        }
        run.rows().forEach(row -> rows.add(parent == null ? row : insert(row, parent, made)));
        return withRows(run, rows);
    }

    /** The run without the rows of these computed statistics. */
    public static Run without(Run run, List<Computed> removed) {
        Set<String> paths = removed.stream().map(Computed::rowPath).collect(Collectors.toSet());
        return withRows(run, keep(run.rows(), paths));
    }

    private static List<Row> keep(List<Row> rows, Set<String> removed) {
        return rows.stream()
                .filter(row -> !removed.contains(row.path()))
                .map(row -> row.children().isEmpty() ? row : row.withChildren(keep(row.children(), removed)))
                .toList();
    }

    private static Run withRows(Run run, List<Row> rows) {
        return new Run(run.name(), run.file(), run.interval(), rows, run.levels(), run.notes(), run.communicators());
    }

    /** What is wrong with a formula over the statistics of a row, if anything; quick enough to ask at each letter. */
    public static Optional<String> fault(Run run, Computed computed) {
        try {
            Formula formula = Formula.parse(computed.formula());
            long start = run.interval().startNanos();
            Steps any = new Steps(new long[1], new double[0]);
            List<Map<String, StatisticSeries>> nodes = nodes(run, parentOf(run, computed));
            formula.evaluate(values(nodes, formula.names(), series -> any), start, start + 1);
            return Optional.empty();
        } catch (FormulaException e) {
            return Optional.of(e.getMessage());
        }
    }

    /** Names that a formula over a row may use, those that occur most often first. */
    public static List<String> names(Run run, Computed computed) {
        Map<String, Integer> counts = new HashMap<>();
        try {
            nodes(run, parentOf(run, computed))
                    .forEach(node -> node.keySet().forEach(name -> counts.merge(name, 1, Integer::sum)));
        } catch (FormulaException e) {
            return List.of();
        }
        return counts.keySet().stream()
                .filter(name -> name.indexOf('.') < 0)
                .sorted((a, b) -> counts.get(a).equals(counts.get(b)) ? a.compareTo(b) : counts.get(b) - counts.get(a))
                .toList();
    }

    /** Path of the row over whose statistics a formula is worked out when a row is chosen: itself unless it is a statistic. */
    public static String nodeAbove(Run run, String path) {
        String[] node = {path};
        run.rows()
                .forEach(top -> top.walk(row -> {
                    if (!(row instanceof Row.Statistic)
                            && row.children().stream().anyMatch(child -> isStatistic(child, path))) {
                        node[0] = row.path();
                    }
                }));
        return node[0];
    }

    private static boolean isStatistic(Row row, String path) {
        return row instanceof Row.Statistic
                && (row.path().equals(path) || row.children().stream().anyMatch(child -> isStatistic(child, path)));
    }

    /** Null for the whole run. */
    private static Row parentOf(Run run, Computed computed) throws FormulaException {
        if (computed.path().isEmpty()) {
            return null;
        }
        List<Row> found = new ArrayList<>();
        run.rows()
                .forEach(top -> top.walk(row -> {
                    if (row.path().equals(computed.path())) {
                        found.add(row);
                    }
                }));
        if (found.isEmpty()) {
            throw new FormulaException("the run has no row " + computed.path());
        }
        return found.get(0);
    }

    private static Row insert(Row row, Row parent, Row made) {
        if (!parent.path().equals(row.path()) && !parent.path().startsWith(row.path() + "/")) {
            return row;
        }
        List<Row> children = new ArrayList<>();
        if (row.path().equals(parent.path())) {
            children.add(made);
            children.addAll(row.children());
        } else {
            row.children().forEach(child -> children.add(insert(child, parent, made)));
        }
        return row.withChildren(children);
    }

    private static List<Map<String, StatisticSeries>> nodes(Run run, Row parent) {
        Nodes nodes = new Nodes();
        Map<String, StatisticSeries> own = nodes.begin();
        if (parent == null) {
            run.rows().forEach(row -> nodes.collect(row, "", own));
        } else if (isGroup(parent)) {
            nodes.addAll(parent, parent.label(), own);
        } else {
            parent.children().forEach(row -> nodes.collect(row, "", own));
        }
        return nodes.all.stream().filter(node -> !node.isEmpty()).toList();
    }

    private static List<Map<String, Steps>> values(
            List<Map<String, StatisticSeries>> nodes, Set<String> names, Function<StatisticSeries, Steps> steps) {
        List<Map<String, Steps>> all = new ArrayList<>();
        for (Map<String, StatisticSeries> node : nodes) {
            Map<String, Steps> used = new HashMap<>();
            for (String name : names) {
                if (node.containsKey(name)) {
                    used.put(name, steps.apply(node.get(name)));
                }
            }
            all.add(used);
        }
        return all;
    }

    private static Steps steps(StatisticSeries series) {
        long[] times = new long[series.size() + 1];
        double[] values = new double[series.size()];
        for (int i = 0; i <= series.size(); i++) {
            times[i] = series.boundaryNanos(i);
        }
        for (int i = 0; i < values.length; i++) {
            values[i] = series.value(i);
        }
        return new Steps(times, values);
    }

    private static StatisticSeries series(String name, Steps steps) {
        long[] times = new long[steps.size() + 1];
        double[] values = new double[steps.size()];
        for (int i = 0; i <= steps.size(); i++) {
            times[i] = steps.timeNanos(i);
        }
        for (int i = 0; i < values.length; i++) {
            values[i] = steps.value(i);
        }
        return new StatisticSeries(name, "", "computed", times, values);
    }

    /** Whether a row is the heading of statistics, or of one of their devices, and no node of the topology. */
    private static boolean isGroup(Row row) {
        if (row instanceof Row.Statistic) {
            return true;
        }
        return row instanceof Row.Group
                && row.children().stream().anyMatch(child -> isRecorded(child, row.path()) || isDevice(child));
    }

    private static boolean isRecorded(Row row, String parent) {
        return row instanceof Row.Statistic statistic
                && row.path().equals(parent + "/" + statistic.series().name());
    }

    /** Counters of a device stand in a group that their paths don't mention. */
    private static boolean isDevice(Row row) {
        return row instanceof Row.Group
                && row.children().stream()
                        .anyMatch(child ->
                                child instanceof Row.Statistic && !child.path().startsWith(row.path() + "/"));
    }

    /** The statistics of each node of the topology. */
    private static final class Nodes {
        private final List<Map<String, StatisticSeries>> all = new ArrayList<>();

        Map<String, StatisticSeries> begin() {
            Map<String, StatisticSeries> node = new HashMap<>();
            all.add(node);
            return node;
        }

        void collect(Row row, String group, Map<String, StatisticSeries> node) {
            if (isGroup(row) || isDevice(row)) {
                addAll(row, group.isEmpty() ? row.label() : group, node);
            } else {
                Map<String, StatisticSeries> own = begin();
                row.children().forEach(child -> collect(child, "", own));
            }
        }

        void addAll(Row top, String group, Map<String, StatisticSeries> node) {
            top.walk(row -> {
                if (row instanceof Row.Statistic statistic) {
                    StatisticSeries series = statistic.series();
                    node.putIfAbsent(series.name(), series);
                    node.putIfAbsent(group + "." + series.name(), series);
                }
            });
        }
    }
}

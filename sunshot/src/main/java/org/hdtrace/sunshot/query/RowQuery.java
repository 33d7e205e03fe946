// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.query;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.hdtrace.sunshot.model.Mapping;
import org.hdtrace.sunshot.model.Row;
import org.hdtrace.sunshot.model.Run;

/**
 * The rows to show, in order: the tree without what lies below closed nodes.
 *
 * @param mapping arrangement of the topology
 * @param toggled keys of rows that are not as they are at first (open instead of closed and the reverse)
 * @param filter rows of leaves to keep, by their row; groups stay if anything below does
 * @param alignStarts whether each run begins at 0; else the earliest of all does
 * @param interleaved whether equal ranks of several runs lie below each other, instead of run by run; groups are left aside then
 * @param groups rows that the user put together, a group behind those that are its members
 */
public record RowQuery(
        Mapping mapping,
        Set<String> toggled,
        Predicate<Row> filter,
        boolean alignStarts,
        boolean interleaved,
        List<RowGroup> groups) {
    public RowQuery {
        groups = List.copyOf(groups);
    }

    /** All but silent rows, as recorded, runs aligned at their start. */
    public static RowQuery standard() {
        return new RowQuery(Mapping.AS_RECORDED, Set.of(), row -> !isSilent(row), true, false, List.of());
    }

    /** Whether a row is a counter that stays at zero: many of them, and nothing to see. */
    public static boolean isSilent(Row row) {
        return row instanceof Row.Statistic statistic
                && statistic.series().max() == 0
                && statistic.series().min() == 0;
    }

    public RowQuery withMapping(Mapping other) {
        return new RowQuery(other, toggled, filter, alignStarts, interleaved, groups);
    }

    public RowQuery withFilter(Predicate<Row> other) {
        return new RowQuery(mapping, toggled, other, alignStarts, interleaved, groups);
    }

    public RowQuery withAlignStarts(boolean align) {
        return new RowQuery(mapping, toggled, filter, align, interleaved, groups);
    }

    public RowQuery withInterleaved(boolean interleave) {
        return new RowQuery(mapping, toggled, filter, alignStarts, interleave, groups);
    }

    public RowQuery withGroups(List<RowGroup> other) {
        return new RowQuery(mapping, toggled, filter, alignStarts, interleaved, other);
    }

    /** Whether equal ranks of these runs lie below each other, so that no group is seen. */
    public boolean interleaves(List<Run> runs) {
        return interleaved && runs.size() > 1;
    }

    /** All rows of a run as they are arranged, with those together that the user put together. */
    public List<Row> arranged(List<Run> runs, int run) {
        List<Row> rows = mapping.apply(runs.get(run));
        for (RowGroup group : groups) {
            if (group.run() == run) {
                rows = group.applyTo(rows);
            }
        }
        return rows;
    }

    /** The rows of ranks of a run that lie between those of other runs, below no heading; none unless runs are interleaved. */
    public List<Row> between(List<Run> runs, int run) {
        return interleaves(runs)
                ? Mapping.RANKS_FIRST.apply(runs.get(run)).stream()
                        .filter(RowQuery::isRank)
                        .toList()
                : List.of();
    }

    /** The rows of a run that lie below its heading, if it has one. */
    public List<Row> headed(List<Run> runs, int run) {
        return interleaves(runs)
                ? Mapping.RANKS_FIRST.apply(runs.get(run)).stream()
                        .filter(row -> !isRank(row))
                        .toList()
                : arranged(runs, run);
    }

    /** All rows of a run as they are shown: where runs are interleaved, ranks are in no group. */
    public List<Row> shown(List<Run> runs, int run) {
        return Stream.concat(between(runs, run).stream(), headed(runs, run).stream())
                .toList();
    }

    private static boolean isRank(Row row) {
        return row instanceof Row.Trace trace && trace.rank() >= 0;
    }

    /** The same without what was told of a row that is no more. */
    public RowQuery without(String key) {
        return toggled.contains(key) ? toggle(key) : this;
    }

    /** Opens a closed row or closes an open one. */
    public RowQuery toggle(String key) {
        Set<String> keys = new HashSet<>(toggled);
        if (!keys.remove(key)) {
            keys.add(key);
        }
        return new RowQuery(mapping, Set.copyOf(keys), filter, alignStarts, interleaved, groups);
    }

    /** Opens or closes all rows of the runs. */
    public RowQuery withAll(List<Run> runs, boolean open) {
        Set<String> keys = new HashSet<>();
        for (int i = 0; i < runs.size(); i++) {
            String prefix = i + ":";
            for (Row top : arranged(runs, i)) {
                top.walk(row -> {
                    if (!row.children().isEmpty() && row.openAtFirst() != open) {
                        keys.add(prefix + row.path());
                    }
                });
            }
        }
        return new RowQuery(mapping, Set.copyOf(keys), filter, alignStarts, interleaved, groups);
    }

    /** Zero of the common scale in the time of each run. */
    public long originOf(List<Run> runs, int index) {
        if (alignStarts) {
            return runs.get(index).interval().startNanos();
        }
        return runs.stream().mapToLong(run -> run.interval().startNanos()).min().orElse(0);
    }

    /** Visible rows of all runs; headings are added when there is more than one. */
    public List<VisibleRow> rows(List<Run> runs) {
        List<VisibleRow> rows = new ArrayList<>();
        boolean interleaves = interleaves(runs);
        if (interleaves) {
            addRanks(rows, runs);
        }
        List<String> titles = Run.titles(runs);
        for (int i = 0; i < runs.size(); i++) {
            List<Row> own = headed(runs, i);
            if (interleaves && own.stream().noneMatch(this::keeps)) {
                continue;
            }
            String key = i + ":";
            boolean open = !toggled.contains(key);
            long origin = originOf(runs, i);
            int indent = 0;
            if (runs.size() > 1) {
                rows.add(new VisibleRow(i, key, null, titles.get(i), 0, open, origin));
                indent = 1;
            }
            if (open) {
                for (Row row : own) {
                    add(rows, new VisibleRow(i, key, row, "", indent, false, origin));
                }
            }
        }
        return rows;
    }

    /** Adds the ranks of all runs in order, those of one rank below each other. */
    private void addRanks(List<VisibleRow> rows, List<Run> runs) {
        List<String> titles = Run.shortTitles(runs);
        Map<Integer, List<VisibleRow>> ranks = new TreeMap<>();
        for (int i = 0; i < runs.size(); i++) {
            for (Row row : between(runs, i)) {
                Row.Trace trace = (Row.Trace) row;
                Row named = trace.withLabel("Rank " + trace.rank() + " · " + titles.get(i));
                ranks.computeIfAbsent(trace.rank(), rank -> new ArrayList<>())
                        .add(new VisibleRow(i, i + ":", named, "", 0, false, originOf(runs, i)));
            }
        }
        ranks.values().forEach(same -> same.forEach(row -> add(rows, row)));
    }

    /** {@code parent} carries the run, its key prefix, the indentation and the row to add. */
    private void add(List<VisibleRow> rows, VisibleRow parent) {
        Row row = parent.row();
        if (!keeps(row)) {
            return;
        }
        String key = parent.run() + ":" + row.path();
        boolean open =
                row.openAtFirst() != toggled.contains(key) && !row.children().isEmpty();
        boolean listed = wants(row);
        if (listed) {
            rows.add(new VisibleRow(parent.run(), key, row, row.label(), parent.indent(), open, parent.originNanos()));
        }
        if (open || !listed) {
            for (Row child : row.children()) {
                add(
                        rows,
                        new VisibleRow(parent.run(), key, child, "", parent.indent() + 1, false, parent.originNanos()));
            }
        }
    }

    /** Whether this row itself is wanted: it may still lie below a closed one. */
    public boolean wants(Row row) {
        return row instanceof Row.Group || filter.test(row);
    }

    private boolean keeps(Row row) {
        if (!(row instanceof Row.Group) && filter.test(row)) {
            return true;
        }
        for (Row child : row.children()) {
            if (keeps(child)) {
                return true;
            }
        }
        return false;
    }
}

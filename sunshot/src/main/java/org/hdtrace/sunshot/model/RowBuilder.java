// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.model;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.project.TopologyNode;
import org.hdtrace.format.project.TraceFile;

/** Makes the tree of rows from a project's topology and what was read for its nodes. */
final class RowBuilder {
    /** Numbers come out in order: shorter texts first, then by letter. */
    private static final Comparator<String> NATURAL =
            Comparator.comparingInt(String::length).thenComparing(Comparator.naturalOrder());

    /** Type of nodes that a simulation writes. */
    private static final String COMPONENT = "Component";

    private final Project project;
    private final Map<List<String>, TraceFile> files = new HashMap<>();
    private final Map<List<String>, StateTrack> tracks;
    private final Map<List<String>, List<StatisticsTable>> tables;
    private final Map<List<String>, List<StateTrack>> lanes;

    /**
     * A builder.
     *
     * @param lanes of the operations of each node's relation file
     */
    RowBuilder(
            Project project,
            Map<List<String>, StateTrack> tracks,
            Map<List<String>, List<StatisticsTable>> tables,
            Map<List<String>, List<StateTrack>> lanes) {
        this.project = project;
        this.tracks = tracks;
        this.tables = tables;
        this.lanes = lanes;
        project.traces().forEach(file -> files.put(file.node().path(), file));
    }

    List<Row> rows() {
        return children(project.root());
    }

    private List<Row> children(TopologyNode node) {
        List<Row> rows = new ArrayList<>();
        node.children().stream().sorted(RowBuilder::compare).forEach(child -> rows.add(row(child)));
        List<StateTrack> operations = lanes.getOrDefault(node.path(), List.of());
        // What a trace shows already is not shown again, unless it overlaps.
        if (operations.size() > (tracks.containsKey(node.path()) ? 1 : 0)) {
            rows.add(operations(node, operations));
        }
        for (StatisticsTable table : tables.getOrDefault(node.path(), List.of())) {
            rows.add(statistics(node, table));
        }
        return rows;
    }

    /** Components of a simulated host stay in the order of its project, behind its ranks: server, disk, interface. */
    private static int compare(TopologyNode first, TopologyNode second) {
        boolean component = first.type().equals(COMPONENT);
        if (component != second.type().equals(COMPONENT)) {
            return component ? 1 : -1;
        }
        return component ? 0 : NATURAL.compare(first.name(), second.name());
    }

    /** One line where no operations overlap; else a closed row with a line for each lane below. */
    private static Row operations(TopologyNode node, List<StateTrack> tracks) {
        String prefix = OperationTracks.pathOf(node);
        String host = node.path().get(0);
        if (tracks.size() == 1) {
            return new Row.Trace(prefix, "operations", host, -1, tracks.get(0), List.of());
        }
        List<Row> rows = new ArrayList<>();
        for (int lane = 0; lane < tracks.size(); lane++) {
            rows.add(new Row.Trace(
                    OperationTracks.lanePath(node, lane), String.valueOf(lane), host, -1, tracks.get(lane), List.of()));
        }
        return new Row.Group(prefix, "operations", rows, false);
    }

    private Row row(TopologyNode node) {
        List<Row> children = children(node);
        StateTrack track = tracks.get(node.path());
        if (track != null) {
            return trace(node, label(node), track, children);
        }
        if (node.children().size() == 1
                && children.get(0) instanceof Row.Trace only
                && only.children().isEmpty()
                && node.path().size() > 1) {
            // A rank with a single thread is one line, not two; what else the rank has is below it.
            List<Row> others = children.subList(1, children.size());
            return new Row.Trace(only.path(), label(node), only.host(), only.rank(), only.track(), others);
        }
        return new Row.Group(path(node), label(node), children, true);
    }

    private Row trace(TopologyNode node, String label, StateTrack track, List<Row> children) {
        TraceFile file = files.get(node.path());
        return new Row.Trace(path(node), label, file.host(), file.rank(), track, children);
    }

    private static Row statistics(TopologyNode node, StatisticsTable table) {
        String prefix = node.path().isEmpty() ? table.name() : path(node) + "/" + table.name();
        List<Row> roots = new ArrayList<>();
        Map<String, List<Row>> devices = new LinkedHashMap<>();
        for (StatisticSeries series : table.series()) {
            if (parentOf(series, table.series()) == null) {
                Row row = statistic(prefix, series, table.series());
                int colon = series.name().indexOf(':');
                if (colon < 0) {
                    roots.add(row);
                } else {
                    devices.computeIfAbsent(series.name().substring(colon + 1), key -> new ArrayList<>())
                            .add(row);
                }
            }
        }
        // A dozen counters for each disk would hide the rest, so each device is one closed row.
        devices.forEach((device, rows) -> roots.add(new Row.Group(prefix + "/" + device, device, rows, false)));
        return new Row.Group(prefix, table.name(), roots, true);
    }

    private static Row statistic(String prefix, StatisticSeries series, List<StatisticSeries> all) {
        List<Row> children = new ArrayList<>();
        for (StatisticSeries other : all) {
            if (other != series && parentOf(other, all) == series) {
                children.add(statistic(prefix, other, all));
            }
        }
        return new Row.Statistic(prefix + "/" + series.name(), series.name(), series, children);
    }

    /** CPU_TOTAL_0 belongs to CPU_TOTAL, READS:sda to READS: the longest name that continues after _ or a colon. */
    private static StatisticSeries parentOf(StatisticSeries series, List<StatisticSeries> all) {
        StatisticSeries best = null;
        for (StatisticSeries other : all) {
            if (continues(series.name(), other.name())
                    && (best == null || other.name().length() > best.name().length())) {
                best = other;
            }
        }
        return best;
    }

    private static boolean continues(String name, String start) {
        return name.length() > start.length()
                && name.startsWith(start)
                && (name.charAt(start.length()) == '_' || name.charAt(start.length()) == ':');
    }

    private static String label(TopologyNode node) {
        boolean number = !node.label().isEmpty() && node.label().chars().allMatch(Character::isDigit);
        return number && !node.type().isEmpty() ? node.type() + " " + node.label() : node.label();
    }

    private static String path(TopologyNode node) {
        return String.join("/", node.path());
    }
}

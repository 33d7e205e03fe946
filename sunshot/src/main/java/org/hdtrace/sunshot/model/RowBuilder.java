// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.model;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
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
    private final CategoryTable categories;
    private final List<RowSource> sources = new ArrayList<>();
    private final Map<List<String>, TraceFile> files = new HashMap<>();
    private final Map<List<String>, StateTrack> tracks;
    private final Map<List<String>, List<StatisticsTable>> tables;
    private final Map<List<String>, List<StateTrack>> lanes;

    /**
     * A builder that asks all sources of rows that the class path offers.
     *
     * @param categories numbers the names of states
     * @param lanes of the operations of each node's relation file
     */
    RowBuilder(
            Project project,
            CategoryTable categories,
            Map<List<String>, StateTrack> tracks,
            Map<List<String>, List<StatisticsTable>> tables,
            Map<List<String>, List<StateTrack>> lanes) {
        this.project = project;
        this.categories = categories;
        this.tracks = tracks;
        this.tables = tables;
        this.lanes = lanes;
        project.traces().forEach(file -> files.put(file.node().path(), file));
        ServiceLoader.load(RowSource.class, RowSource.class.getClassLoader()).forEach(sources::add);
        sources.sort(Comparator.comparingInt(RowSource::order));
    }

    List<Row> rows() {
        return children(project.root());
    }

    private List<Row> children(TopologyNode node) {
        List<Row> rows = new ArrayList<>();
        node.children().stream().sorted(RowBuilder::compare).forEach(child -> rows.add(row(child)));
        NodeContents contents = new NodeContents(
                project,
                node,
                tracks.containsKey(node.path()),
                lanes.getOrDefault(node.path(), List.of()),
                tables.getOrDefault(node.path(), List.of()),
                categories);
        sources.forEach(source -> rows.addAll(source.rows(contents)));
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

    private static String label(TopologyNode node) {
        boolean number = !node.label().isEmpty() && node.label().chars().allMatch(Character::isDigit);
        return number && !node.type().isEmpty() ? node.type() + " " + node.label() : node.label();
    }

    private static String path(TopologyNode node) {
        return String.join("/", node.path());
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.model;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.hdtrace.analysis.relations.Lanes;
import org.hdtrace.analysis.relations.OperationState;
import org.hdtrace.analysis.relations.RelationGraph;
import org.hdtrace.format.project.TopologyNode;
import org.hdtrace.sunshot.store.Space;

/**
 * The operations of relation files as timelines: those that overlap lie in different lanes. An operation without states is a state
 * itself, as is the time of one around its states. Source: SUNSHOT S-42.
 */
public final class OperationTracks {
    private static final Pattern OPERATIONS = Pattern.compile(".*/operations(/[0-9]+)?");

    private final RelationGraph graph;
    private final Lanes lanes;
    private final CategoryTable categories;
    private final StateFilter filter;
    private final Space space;

    OperationTracks(RelationGraph graph, CategoryTable categories, StateFilter filter, Space space) {
        this.graph = graph;
        this.lanes = Lanes.of(graph);
        this.categories = categories;
        this.filter = filter;
        this.space = space;
    }

    /** Whether a row shows operations of a relation file, not a trace. */
    public static boolean isOperations(String path) {
        return OPERATIONS.matcher(path).matches();
    }

    /** Path of the row of a node's operations. */
    public static String pathOf(TopologyNode node) {
        return String.join("/", node.path()) + "/operations";
    }

    /** Path of the row of one lane of them. */
    public static String lanePath(TopologyNode node, int lane) {
        return pathOf(node) + "/" + lane;
    }

    /** The lanes of each node's file, by path of the node. */
    Map<List<String>, List<StateTrack>> byNode() {
        Map<List<String>, List<StateTrack>> all = new HashMap<>();
        for (int file = 0; file < graph.files().size(); file++) {
            List<StateTrack.Builder> builders = new ArrayList<>();
            for (int lane = 0; lane < lanes.countOf(file); lane++) {
                builders.add(new StateTrack.Builder(space));
            }
            for (int operation = graph.firstOf(file); operation < graph.firstOf(file + 1); operation++) {
                add(operation, builders.get(lanes.laneOf(operation)));
            }
            List<StateTrack> tracks =
                    builders.stream().map(StateTrack.Builder::build).toList();
            all.computeIfAbsent(graph.files().get(file).node().path(), unused -> new ArrayList<>())
                    .addAll(tracks);
        }
        return all;
    }

    private void add(int operation, StateTrack.Builder track) {
        List<OperationState> states = graph.states(operation);
        for (OperationState state : states) {
            add(operation, track, state);
        }
        if (states.isEmpty()) {
            add(
                    operation,
                    track,
                    new OperationState("operation", graph.startNanos(operation), graph.endNanos(operation), 0));
        }
    }

    private void add(int operation, StateTrack.Builder track, OperationState state) {
        long end = Math.max(state.startNanos(), state.endNanos());
        if (filter.passes(new Facts(state.name(), end - state.startNanos(), graph.bytes(operation)))) {
            track.state(state.depth(), state.startNanos(), end, categories.idOf(state.name()));
        }
    }

    private record Facts(String name, long durationNanos, long bytes) implements StateFilter.Facts {
        @Override
        public String attribute(String attribute) {
            return attribute.equals("size") ? String.valueOf(bytes) : null;
        }
    }
}

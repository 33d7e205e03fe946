// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.arrow;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;
import org.hdtrace.analysis.relations.Lanes;
import org.hdtrace.analysis.relations.RelationGraph;
import org.hdtrace.sunshot.model.Interval;

/**
 * What belongs to a state: the operations that caused it and that it caused, or the messages that begin or end with it. A state of
 * a trace belongs to the operation of the same time of its node or one above, as the call of a client does. Immutable; any thread.
 * Source: SUNSHOT V-08.
 */
public final class ArrowChains {
    /** Of a long state no more arrows are looked at. */
    private static final int MOST_SEEN = 100_000;

    private final ArrowTable messages;
    private final RelationGraph graph;
    private final Lanes lanes;
    /** By path of the row: its operations in the order of their numbers. */
    private final Map<String, List<Integer>> operations = new HashMap<>();

    /**
     * Where a chain goes on.
     *
     * @param path of the row
     * @param nanos a time at which the state there is, ns since the epoch
     */
    public record Stop(String path, long nanos) {}

    /** How far each row was moved in time; messages have moved with their rows, the graph has not. */
    private final ToLongFunction<String> shift;

    private ArrowChains(ArrowTable messages, RelationGraph graph, Lanes lanes, ToLongFunction<String> shift) {
        this.shift = shift;
        this.messages = messages;
        this.graph = graph;
        this.lanes = lanes;
        for (int operation = 0; graph != null && operation < graph.size(); operation++) {
            operations
                    .computeIfAbsent(ArrowLoader.rowOf(graph, lanes, operation), unused -> new ArrayList<>())
                    .add(operation);
        }
    }

    /** Chains of nothing. */
    public static ArrowChains none() {
        return new ArrowChains(null, null, null, path -> 0);
    }

    public ArrowChains withMessages(ArrowTable table) {
        return new ArrowChains(table, graph, lanes, shift);
    }

    public ArrowChains withRelations(RelationGraph relations, Lanes laneOf) {
        return new ArrowChains(messages, relations, laneOf, shift);
    }

    /** Chains of rows that were moved in time, by their path. */
    public ArrowChains withShift(ToLongFunction<String> byPath) {
        return new ArrowChains(messages, graph, lanes, byPath);
    }

    /** The arrows of all that belongs to a state; none when it belongs to nothing. */
    public ArrowTable chain(String path, Interval time) {
        ArrowTable.Builder arrows = new ArrowTable.Builder();
        int operation = operation(path, time.shift(-shift.applyAsLong(path)));
        if (operation >= 0) {
            int[] members = graph.chain(operation);
            for (int member : members) {
                for (int parent : graph.parents(member)) {
                    if (Arrays.binarySearch(members, parent) >= 0) {
                        ArrowLoader.add(arrows, graph, lanes, parent, member, shift);
                    }
                }
            }
        }
        visitMessages(
                path,
                time,
                (level, arrow) -> arrows.add(
                        arrows.end(messages.ends().get(level.from(arrow))),
                        level.startNanos(arrow),
                        arrows.end(messages.ends().get(level.to(arrow))),
                        level.endNanos(arrow),
                        level.bytes(arrow)));
        return arrows.build();
    }

    /** Where the chain of a state goes on, or came from. */
    public Optional<Stop> next(String path, Interval time, boolean forward) {
        int operation = operation(path, time.shift(-shift.applyAsLong(path)));
        int other = operation < 0 ? -1 : graph.alongChain(operation, forward);
        if (other >= 0) {
            String row = ArrowLoader.rowOf(graph, lanes, other);
            return Optional.of(new Stop(row, graph.startNanos(other) + shift.applyAsLong(row)));
        }
        List<Stop> stops = new ArrayList<>();
        visitMessages(path, time, (level, arrow) -> {
            boolean sends = isEnd(path, level.from(arrow)) && level.startNanos(arrow) == time.startNanos();
            if (sends && forward) {
                stops.add(new Stop(messages.ends().get(level.to(arrow)), level.endNanos(arrow) - 1));
            } else if (!sends && !forward) {
                stops.add(new Stop(messages.ends().get(level.from(arrow)), level.startNanos(arrow)));
            }
        });
        return stops.stream().findFirst();
    }

    private boolean isEnd(String path, int end) {
        return messages.ends().get(end).equals(path);
    }

    private interface OnMessage {
        void take(ArrowLevel level, int arrow);
    }

    private void visitMessages(String path, Interval time, OnMessage target) {
        if (messages == null) {
            return;
        }
        ArrowLevel level = messages.levels().get(0);
        int[] seen = {0};
        level.visit(time.startNanos(), time.endNanos() + 1, arrow -> {
            boolean sends = isEnd(path, level.from(arrow)) && level.startNanos(arrow) == time.startNanos();
            if (sends || (isEnd(path, level.to(arrow)) && level.endNanos(arrow) == time.endNanos())) {
                target.take(level, arrow);
            }
            return ++seen[0] < MOST_SEEN;
        });
    }

    /** The operation that a state is, is part of, or was recorded as; -1 for none. */
    private int operation(String path, Interval time) {
        for (String at = path; !at.isEmpty(); at = at.substring(0, Math.max(0, at.lastIndexOf('/')))) {
            int inLane = at.equals(path) ? covering(at, time) : -1;
            int found = inLane >= 0 ? inLane : sameTime(at + "/operations", time);
            if (found >= 0) {
                return found;
            }
        }
        return -1;
    }

    private int covering(String lane, Interval time) {
        for (String row : List.of(lane, lane + "/0")) {
            for (int operation : operations.getOrDefault(row, List.of())) {
                if (graph.startNanos(operation) <= time.startNanos() && time.endNanos() <= graph.endNanos(operation)) {
                    return operation;
                }
            }
        }
        return -1;
    }

    private int sameTime(String operationsRow, Interval time) {
        for (int lane = 0; operations.containsKey(operationsRow + "/" + lane); lane++) {
            for (int operation : operations.get(operationsRow + "/" + lane)) {
                if (graph.startNanos(operation) == time.startNanos() && graph.endNanos(operation) == time.endNanos()) {
                    return operation;
                }
            }
        }
        return -1;
    }
}

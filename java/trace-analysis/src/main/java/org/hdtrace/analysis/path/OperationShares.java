// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.path;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.hdtrace.analysis.relations.RelationGraph;
import org.hdtrace.format.project.TopologyNode;

/**
 * Says of a piece of a call in which operation that it caused its time passed: walking back from its end, in the effect that ended
 * last, and so on inside of that. Immutable; any thread.
 */
final class OperationShares {
    private static final int DEEPEST = 64;

    private final RelationGraph graph;
    /** By path of the node: roots by their start. */
    private final Map<String, TreeMap<Long, Integer>> roots = new HashMap<>();

    /** Takes a piece. */
    @FunctionalInterface
    interface Target {
        void add(String node, String name, long nanos);
    }

    OperationShares(RelationGraph graph) {
        this.graph = graph;
        for (int operation = 0; operation < graph.size(); operation++) {
            if (graph.parents(operation).length == 0) {
                roots.computeIfAbsent(pathOf(operation), unused -> new TreeMap<>())
                        .putIfAbsent(graph.startNanos(operation), operation);
            }
        }
    }

    /** The operation that a call of a trace is, which has the same time on its node or one above; -1 for none. */
    int find(TopologyNode node, long startNanos, long endNanos) {
        List<String> path = node.path();
        for (int length = path.size(); length > 0; length--) {
            Integer found = roots.getOrDefault(String.join("/", path.subList(0, length)), new TreeMap<>())
                    .get(startNanos);
            if (found != null && graph.endNanos(found) == endNanos && graph.children(found).length > 0) {
                return found;
            }
        }
        return -1;
    }

    /** Where the time between two instants of an operation passed; its own part is told by its node and name, too. */
    void share(int operation, long fromNanos, long toNanos, Target target) {
        share(operation, fromNanos, toNanos, 0, target);
    }

    private void share(int operation, long fromNanos, long toNanos, int depth, Target target) {
        int[] children = depth > DEEPEST
                ? new int[0]
                : IntStream.of(graph.children(operation))
                        .boxed()
                        .sorted(Comparator.<Integer>comparingLong(graph::endNanos)
                                .reversed())
                        .mapToInt(Integer::intValue)
                        .toArray();
        long now = toNanos;
        long own = 0;
        for (int child : children) {
            long end = Math.min(now, graph.endNanos(child));
            long start = Math.max(fromNanos, graph.startNanos(child));
            if (start < end) {
                own += now - end;
                share(child, start, end, depth + 1, target);
                now = start;
            }
        }
        own += now - fromNanos;
        if (own > 0) {
            target.add(pathOf(operation), graph.nameOf(operation), own);
        }
    }

    private String pathOf(int operation) {
        return String.join(
                "/", graph.files().get(graph.fileOf(operation)).node().path());
    }
}

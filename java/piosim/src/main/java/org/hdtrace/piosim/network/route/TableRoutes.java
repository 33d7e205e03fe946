// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.network.route;

import java.util.Arrays;
import org.hdtrace.piosim.network.NetworkPlan;
import org.hdtrace.piosim.network.Route;
import org.hdtrace.piosim.network.RouteFinder;

/**
 * Shortest ways through any network by breadth-first search from the target over the reversed graph; the first edge
 * found wins. On a tree, where only one way exists, hierarchical routing gives the same result.
 *
 * <p>An interface with a single edge into it shares the table of the switch at that edge, so the number of tables is
 * that of the switches with interfaces, not of the interfaces. Tables are made when first needed. Source: MODEL B2.2.
 */
public final class TableRoutes implements RouteFinder {
    private static final int NO_EDGE = -1;

    private final NetworkPlan plan;
    private final int[][] tables;
    private final int[] queue;

    public TableRoutes(NetworkPlan plan) {
        this.plan = plan;
        this.tables = new int[plan.size()][];
        this.queue = new int[plan.size()];
    }

    @Override
    public int turns(int source, int target) {
        return 1;
    }

    @Override
    public void find(int source, int target, int turn, Route route) {
        route.start(source);
        if (source == target) {
            return;
        }
        int goal = plan.inCount(target) == 1 ? plan.edgeSource(plan.inEdge(target, 0)) : target;
        int[] table = table(goal);
        for (int vertex = source; vertex != target; vertex = route.end()) {
            int edge = vertex == goal ? plan.inEdge(target, 0) : table[vertex];
            if (edge == NO_EDGE) {
                throw new NetworkPlan.UnsupportedModelException(
                        "no route from '" + plan.name(source) + "' to '" + plan.name(target) + "'");
            }
            route.add(edge, plan.edgeTarget(edge));
        }
    }

    private int[] table(int goal) {
        if (tables[goal] == null) {
            int[] next = new int[plan.size()];
            Arrays.fill(next, NO_EDGE);
            int tail = 0;
            queue[tail++] = goal;
            for (int head = 0; head < tail; head++) {
                int vertex = queue[head];
                for (int i = 0; i < plan.inCount(vertex); i++) {
                    int edge = plan.inEdge(vertex, i);
                    int from = plan.edgeSource(edge);
                    if (from != goal && next[from] == NO_EDGE) {
                        next[from] = edge;
                        queue[tail++] = from;
                    }
                }
            }
            tables[goal] = next;
        }
        return tables[goal];
    }
}

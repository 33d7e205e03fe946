// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.network;

import java.util.Arrays;

/**
 * Shortest ways through the network by breadth-first search from the target over the reversed graph; the first edge
 * found wins. On a tree, where only one way exists, hierarchical routing gives the same result.
 *
 * <p>An interface with a single edge into it shares the table of the switch at that edge, so the number of tables is
 * that of the switches with interfaces, not of the interfaces. Tables are made when first needed. Source: MODEL B2.2.
 */
final class Routes {
    private static final int NO_EDGE = -1;

    private final NetworkPlan plan;
    private final int[][] tables;
    private int[] hops = new int[16];

    Routes(NetworkPlan plan) {
        this.plan = plan;
        this.tables = new int[plan.size()][];
    }

    /**
     * Find all components from one interface to another, both included; {@link #hop} gives them.
     *
     * @return how many there are
     * @throws NetworkPlan.UnsupportedModelException when there is no way
     */
    int find(int source, int target) {
        hops[0] = source;
        if (source == target) {
            return 1;
        }
        int[] lastEdges = plan.inEdges(target);
        int goal = lastEdges.length == 1 ? plan.edgeSource(lastEdges[0]) : target;
        int[] table = table(goal);
        int length = 1;
        for (int vertex = source; vertex != target; vertex = hops[length - 1]) {
            int edge = vertex == goal ? lastEdges[0] : table[vertex];
            if (edge == NO_EDGE) {
                throw new NetworkPlan.UnsupportedModelException(
                        "no route from '" + plan.name(source) + "' to '" + plan.name(target) + "'");
            }
            if (length + 2 > hops.length) {
                hops = Arrays.copyOf(hops, hops.length * 2);
            }
            hops[length] = edge;
            hops[length + 1] = plan.edgeTarget(edge);
            length += 2;
        }
        return length;
    }

    /** A component of the way found last. */
    int hop(int index) {
        return hops[index];
    }

    private int[] table(int goal) {
        if (tables[goal] == null) {
            int[] next = new int[plan.size()];
            Arrays.fill(next, NO_EDGE);
            int[] queue = new int[plan.size()];
            int tail = 0;
            queue[tail++] = goal;
            for (int head = 0; head < tail; head++) {
                for (int edge : plan.inEdges(queue[head])) {
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

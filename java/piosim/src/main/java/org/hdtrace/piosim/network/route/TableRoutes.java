// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.network.route;

import java.util.Arrays;
import java.util.BitSet;
import org.hdtrace.piosim.network.NetworkPlan;
import org.hdtrace.piosim.network.Route;
import org.hdtrace.piosim.network.RouteFinder;

/**
 * Shortest ways through any network by breadth-first search from the target over the reversed graph; the first edge
 * found wins. On a tree, where only one way exists, hierarchical routing gives the same result. In topologies that take
 * turns, all edges of shortest ways are used instead: where d of them leave a component, the turn modulo d chooses one
 * and the turn divided by d goes on, so that successive packets differ in the first choice already.
 *
 * <p>An interface with a single edge into it shares the table of the switch at that edge, so the number of tables is
 * that of the switches with interfaces, not of the interfaces. Tables are made when first needed. Source: MODEL B2.2.
 */
public final class TableRoutes implements RouteFinder {
    /** Most turns that are told apart; where more ways exist, the others aren't used. */
    static final int MOST_TURNS = 1 << 20;

    private static final int NO_EDGE = -1;
    private static final int UNREACHED = -2;

    private final NetworkPlan plan;
    private final BitSet takesTurns;
    private final Table[] tables;
    private final int[] queue;

    /** The ways from everywhere to one goal, by vertex. The last two are absent where nothing takes turns. */
    private static final class Table {
        final int[] first;
        int[] distance;
        int[] period;

        Table(int size) {
            first = new int[size];
            Arrays.fill(first, NO_EDGE);
        }
    }

    /**
     * Without any table.
     *
     * @param takesTurns positions of the topologies whose edges packets take in turn
     */
    public TableRoutes(NetworkPlan plan, BitSet takesTurns) {
        this.plan = plan;
        this.takesTurns = (BitSet) takesTurns.clone();
        this.tables = new Table[plan.size()];
        this.queue = new int[plan.size()];
    }

    @Override
    public int turns(int source, int target) {
        return source == target || takesTurns.isEmpty() ? 1 : table(goal(target)).period[source];
    }

    @Override
    public void find(int source, int target, int turn, Route route) {
        route.start(source);
        if (source == target) {
            return;
        }
        int goal = goal(target);
        Table table = table(goal);
        int left = turn;
        for (int vertex = source; vertex != target; vertex = route.end()) {
            int edge = vertex == goal ? plan.inEdge(target, 0) : table.first[vertex];
            if (edge == NO_EDGE) {
                throw new NetworkPlan.UnsupportedModelException(
                        "no route from '" + plan.name(source) + "' to '" + plan.name(target) + "'");
            }
            if (vertex != goal && takesTurns(edge)) {
                int choices = choices(table, vertex);
                edge = choice(table, vertex, left % choices);
                left /= choices;
            }
            route.add(edge, plan.edgeTarget(edge));
        }
    }

    private int goal(int target) {
        return plan.inCount(target) == 1 ? plan.edgeSource(plan.inEdge(target, 0)) : target;
    }

    private boolean takesTurns(int edge) {
        return takesTurns.get(plan.topology(edge));
    }

    private boolean isChoice(Table table, int vertex, int edge) {
        return takesTurns(edge) && table.distance[plan.edgeTarget(edge)] == table.distance[vertex] - 1;
    }

    private int choices(Table table, int vertex) {
        int count = 0;
        for (int port = 0; port < plan.outCount(vertex); port++) {
            count += isChoice(table, vertex, plan.outEdge(vertex, port)) ? 1 : 0;
        }
        return count;
    }

    private int choice(Table table, int vertex, int number) {
        int left = number;
        for (int port = 0; ; port++) {
            int edge = plan.outEdge(vertex, port);
            if (isChoice(table, vertex, edge) && left-- == 0) {
                return edge;
            }
        }
    }

    private Table table(int goal) {
        if (tables[goal] == null) {
            Table table = new Table(plan.size());
            int reached = search(goal, table);
            if (!takesTurns.isEmpty()) {
                findPeriods(goal, table, reached);
            }
            tables[goal] = table;
        }
        return tables[goal];
    }

    private int search(int goal, Table table) {
        int tail = 0;
        queue[tail++] = goal;
        for (int head = 0; head < tail; head++) {
            int vertex = queue[head];
            for (int i = 0; i < plan.inCount(vertex); i++) {
                int edge = plan.inEdge(vertex, i);
                int from = plan.edgeSource(edge);
                if (from != goal && table.first[from] == NO_EDGE) {
                    table.first[from] = edge;
                    queue[tail++] = from;
                }
            }
        }
        return tail;
    }

    /** After how many turns the ways from a vertex repeat; vertices in the queue are sorted by distance. */
    private void findPeriods(int goal, Table table, int reached) {
        table.distance = new int[plan.size()];
        table.period = new int[plan.size()];
        Arrays.fill(table.distance, UNREACHED);
        Arrays.fill(table.period, 1);
        table.distance[goal] = 0;
        for (int i = 1; i < reached; i++) {
            int vertex = queue[i];
            int edge = table.first[vertex];
            table.distance[vertex] = table.distance[plan.edgeTarget(edge)] + 1;
            table.period[vertex] =
                    takesTurns(edge) ? periodOfChoices(table, vertex) : table.period[plan.edgeTarget(edge)];
        }
    }

    private int periodOfChoices(Table table, int vertex) {
        long multiple = 1;
        for (int port = 0; port < plan.outCount(vertex); port++) {
            int edge = plan.outEdge(vertex, port);
            if (isChoice(table, vertex, edge)) {
                long other = table.period[plan.edgeTarget(edge)];
                multiple = Math.min(MOST_TURNS, multiple / greatestDivisor(multiple, other) * other);
            }
        }
        return (int) Math.min(MOST_TURNS, choices(table, vertex) * multiple);
    }

    private static long greatestDivisor(long a, long b) {
        return b == 0 ? a : greatestDivisor(b, a % b);
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.network.route;

import java.util.Arrays;
import org.hdtrace.piosim.network.NetworkPlan;
import org.hdtrace.piosim.network.Route;
import org.hdtrace.piosim.network.RouteFinder;
import org.hdtrace.piosim.network.route.Spreads.Spread;

/**
 * Shortest ways through any network by breadth-first search from the target over the reversed graph; the first edge
 * found wins. On a tree, where only one way exists, hierarchical routing gives the same result. In topologies that take
 * turns, all edges of shortest ways are used instead: where d of them leave a component, the turn modulo d chooses one
 * and the turn divided by d goes on, so that successive packets differ in the first choice already. In topologies with
 * equal-cost multi-path a hash of the pair chooses, so that all packets of a pair take the same way.
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
    private final Spreads spreads;
    private final Table[] tables;
    private final int[] queue;

    /** The ways from everywhere to one goal, by vertex. The last two are absent where only first ways are used. */
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
     * @param spreads how topologies use several shortest ways
     */
    public TableRoutes(NetworkPlan plan, Spreads spreads) {
        this.plan = plan;
        this.spreads = spreads;
        this.tables = new Table[plan.size()];
        this.queue = new int[plan.size()];
    }

    @Override
    public int turns(int source, int target) {
        return source == target || spreads.areNone() ? 1 : table(goal(target)).period[source];
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
            Spread spread = vertex == goal ? Spread.NONE : spread(edge);
            if (spread != Spread.NONE) {
                int choices = choices(table, vertex, spread);
                boolean turns = spread == Spread.TURNS;
                int number = turns ? left % choices : spreads.choice(source, target, vertex, choices);
                edge = choice(table, vertex, spread, number);
                left = turns ? left / choices : left;
            }
            route.add(edge, plan.edgeTarget(edge));
        }
    }

    private int goal(int target) {
        return plan.inCount(target) == 1 ? plan.edgeSource(plan.inEdge(target, 0)) : target;
    }

    private Spread spread(int edge) {
        return spreads.of(plan.topology(edge));
    }

    private boolean isChoice(Table table, int vertex, int edge, Spread spread) {
        return spread(edge) == spread && table.distance[plan.edgeTarget(edge)] == table.distance[vertex] - 1;
    }

    private int choices(Table table, int vertex, Spread spread) {
        int count = 0;
        for (int port = 0; port < plan.outCount(vertex); port++) {
            count += isChoice(table, vertex, plan.outEdge(vertex, port), spread) ? 1 : 0;
        }
        return count;
    }

    private int choice(Table table, int vertex, Spread spread, int number) {
        int left = number;
        for (int port = 0; ; port++) {
            int edge = plan.outEdge(vertex, port);
            if (isChoice(table, vertex, edge, spread) && left-- == 0) {
                return edge;
            }
        }
    }

    private Table table(int goal) {
        if (tables[goal] == null) {
            Table table = new Table(plan.size());
            int reached = search(goal, table);
            if (!spreads.areNone()) {
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
            Spread spread = spread(edge);
            table.period[vertex] = spread == Spread.NONE
                    ? table.period[plan.edgeTarget(edge)]
                    : periodOfChoices(table, vertex, spread);
        }
    }

    private int periodOfChoices(Table table, int vertex, Spread spread) {
        long multiple = 1;
        for (int port = 0; port < plan.outCount(vertex); port++) {
            int edge = plan.outEdge(vertex, port);
            if (isChoice(table, vertex, edge, spread)) {
                long other = table.period[plan.edgeTarget(edge)];
                multiple = Math.min(MOST_TURNS, multiple / greatestDivisor(multiple, other) * other);
            }
        }
        // Which way a flow takes doesn't change by turns, but those behind it may.
        long turns = spread == Spread.TURNS ? choices(table, vertex, spread) : 1;
        return (int) Math.min(MOST_TURNS, turns * multiple);
    }

    private static long greatestDivisor(long a, long b) {
        return b == 0 ? a : greatestDivisor(b, a % b);
    }
}

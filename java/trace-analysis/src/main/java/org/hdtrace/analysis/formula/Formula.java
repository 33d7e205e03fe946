// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.formula;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;

/**
 * A statistic that is computed from those of some nodes: names such as {@code CPU_TOTAL}, numbers, parentheses and the operators
 * {@code * /}, then {@code + -}, then {@code ^} (the larger one) and {@code ,} (the smaller one), each from left to right. With an
 * operator in front, as in {@code +(A * B * 2.0)}, what follows is worked out for each node and the results are joined by it in the
 * order of the nodes; without one each name must belong to a single node.
 *
 * <p>Values are piecewise constant: the result has a step wherever one of the statistics that are used has one. A statistic is 0
 * where it has no value, and a result that is no number or infinite is 0.
 *
 * <p>Immutable; any thread. Source: SUNSHOT S-60.
 */
public final class Formula {
    private final Operator join;
    private final Expression expression;
    /** Where each name stands first. */
    private final Map<String, Integer> names;

    /** Part of a formula. */
    @FunctionalInterface
    interface Expression {
        double value(ToDoubleFunction<String> statistics);
    }

    Formula(Operator join, Expression expression, Map<String, Integer> names) {
        this.join = join;
        this.expression = expression;
        this.names = Map.copyOf(names);
    }

    /** Reads a formula. */
    public static Formula parse(String text) throws FormulaException {
        return new FormulaParser(text).formula();
    }

    /** The statistics that are used. */
    public Set<String> names() {
        return names.keySet();
    }

    /** Whether it is worked out for each node and joined. */
    public boolean isJoined() {
        return join != null;
    }

    /**
     * The value between two instants.
     *
     * @param nodes statistics of each node by name
     * @param fromNanos ns since the epoch
     * @param toNanos ns since the epoch, later
     * @throws FormulaException when a name belongs to no node, or to several without an operator in front
     */
    public Steps evaluate(List<Map<String, Steps>> nodes, long fromNanos, long toNanos) throws FormulaException {
        checkNames(nodes);
        TreeSet<Long> times = new TreeSet<>();
        for (Map<String, Steps> node : nodes) {
            for (String name : names.keySet()) {
                addTimes(node.get(name), fromNanos, toNanos, times);
            }
        }
        times.add(fromNanos);
        times.add(toNanos);
        long[] instants = times.stream().mapToLong(Long::longValue).toArray();
        double[] values = new double[instants.length - 1];
        for (int i = 0; i < values.length; i++) {
            values[i] = value(nodes, instants[i]);
        }
        return new Steps(instants, values);
    }

    private void checkNames(List<Map<String, Steps>> nodes) throws FormulaException {
        for (String name : new TreeSet<>(names.keySet())) {
            long count = nodes.stream().filter(node -> node.containsKey(name)).count();
            if (count == 0) {
                throw new FormulaException(names.get(name), "no statistic is called '" + name + "'");
            }
            if (count > 1 && join == null) {
                throw new FormulaException(
                        names.get(name),
                        "'" + name + "' belongs to " + count + " nodes; an operator in front joins them");
            }
        }
    }

    private static void addTimes(Steps steps, long from, long to, Set<Long> times) {
        for (int i = 0; steps != null && i <= steps.size(); i++) {
            if (steps.timeNanos(i) > from && steps.timeNanos(i) < to) {
                times.add(steps.timeNanos(i));
            }
        }
    }

    private double value(List<Map<String, Steps>> nodes, long nanos) {
        if (join == null) {
            return finite(expression.value(name -> nodes.stream()
                    .filter(node -> node.containsKey(name))
                    .findFirst()
                    .map(node -> node.get(name).at(nanos))
                    .orElse(0.0)));
        }
        double joined = 0;
        boolean first = true;
        for (Map<String, Steps> node : nodes) {
            // A node without any of them, as a switch between hosts, has no part in it.
            if (names.isEmpty() || names.keySet().stream().anyMatch(node::containsKey)) {
                double own = finite(expression.value(
                        name -> node.containsKey(name) ? node.get(name).at(nanos) : 0));
                joined = first ? own : join.apply(joined, own);
                first = false;
            }
        }
        return finite(joined);
    }

    private static double finite(double value) {
        return Double.isFinite(value) ? value : 0;
    }
}

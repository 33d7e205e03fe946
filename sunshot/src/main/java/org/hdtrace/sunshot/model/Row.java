// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.model;

import java.util.List;
import java.util.function.Consumer;

/** One line of the tree on the left: a group, a trace or a statistic. Further kinds join this family. */
public sealed interface Row permits Row.Group, Row.Trace, Row.Statistic {
    /** Labels from the top joined by {@code /}, such as {@code node1/3/0}; unique within a run. */
    String path();

    /** What the tree shows. */
    String label();

    List<Row> children();

    /** Whether the tree shows the children at first. */
    boolean openAtFirst();

    /** The same with another text in the tree. */
    Row withLabel(String other);

    /** The same with other rows below it. */
    Row withChildren(List<Row> others);

    /** Visits this row and all below, parents first. */
    default void walk(Consumer<Row> visitor) {
        visitor.accept(this);
        for (Row child : children()) {
            child.walk(visitor);
        }
    }

    /** An inner node of the topology, or the heading of a statistics group. */
    record Group(String path, String label, List<Row> children, boolean openAtFirst) implements Row {
        public Group {
            children = List.copyOf(children);
        }

        @Override
        public Group withLabel(String other) {
            return new Group(path, other, children, openAtFirst);
        }

        @Override
        public Group withChildren(List<Row> others) {
            return new Group(path, label, others, openAtFirst);
        }
    }

    /**
     * The timeline of one process or thread.
     *
     * @param rank world rank, -1 if the topology has none
     * @param host name of the first topology level
     */
    record Trace(String path, String label, String host, int rank, StateTrack track, List<Row> children)
            implements Row {
        public Trace {
            children = List.copyOf(children);
        }

        @Override
        public Trace withLabel(String other) {
            return new Trace(path, other, host, rank, track, children);
        }

        @Override
        public Trace withChildren(List<Row> others) {
            return new Trace(path, label, host, rank, track, others);
        }

        @Override
        public boolean openAtFirst() {
            return true;
        }
    }

    /** One value over time; finer values of the same kind (per CPU, per device) are its children. */
    record Statistic(String path, String label, StatisticSeries series, List<Row> children) implements Row {
        public Statistic {
            children = List.copyOf(children);
        }

        @Override
        public Statistic withLabel(String other) {
            return new Statistic(path, other, series, children);
        }

        @Override
        public Statistic withChildren(List<Row> others) {
            return new Statistic(path, label, series, others);
        }

        @Override
        public boolean openAtFirst() {
            return false;
        }
    }
}

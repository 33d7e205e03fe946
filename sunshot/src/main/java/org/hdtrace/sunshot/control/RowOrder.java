// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.control;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.hdtrace.sunshot.model.Interval;
import org.hdtrace.sunshot.model.Row;
import org.hdtrace.sunshot.model.StateLevel;
import org.hdtrace.sunshot.query.VisibleRow;

/**
 * What the user made of the order of the rows: sorted, moved, pinned, hidden. Immutable.
 *
 * @param sort order of rows with states below one parent
 * @param values what {@link RowSort#BUSY} and {@link RowSort#STATISTIC} sort by, by key, the largest first
 * @param basis what the values were worked out of; empty for orders without values
 * @param moved by key of the parent, "" for the top: keys of children in the order they were dragged to
 * @param pinned keys of rows shown first, in order
 * @param hidden keys of rows left out with all below them
 * @param hideIdle whether rows without a state in the visible time are left out
 */
public record RowOrder(
        RowSort sort,
        Map<String, Double> values,
        Optional<Basis> basis,
        Map<String, List<String>> moved,
        List<String> pinned,
        Set<String> hidden,
        boolean hideIdle) {

    private static final int WITHOUT_STATES = -1;

    /**
     * What the values of an order tell of, so that they can be worked out again.
     *
     * @param time on the common scale
     * @param statistic name of it, "" for busy time
     */
    public record Basis(Interval time, String statistic) {}

    public RowOrder {
        values = Map.copyOf(values);
        moved = Map.copyOf(moved);
        pinned = List.copyOf(pinned);
        hidden = Set.copyOf(hidden);
    }

    /** Rows as the arrangement has them. */
    public static RowOrder standard() {
        return new RowOrder(RowSort.AS_ARRANGED, Map.of(), Optional.empty(), Map.of(), List.of(), Set.of(), false);
    }

    /** Another order; rows that were dragged lose their place. */
    public RowOrder withSort(RowSort other, Map<String, Double> by) {
        return new RowOrder(other, by, Optional.empty(), Map.of(), pinned, hidden, hideIdle);
    }

    /** An order by values of a moment, which is worth keeping. */
    public RowOrder withSort(RowSort other, Map<String, Double> by, Basis of) {
        return new RowOrder(other, by, Optional.of(of), Map.of(), pinned, hidden, hideIdle);
    }

    /** The same order by values that were worked out again; rows that were dragged keep their places. */
    public RowOrder withValues(Map<String, Double> by) {
        return new RowOrder(sort, by, basis, moved, pinned, hidden, hideIdle);
    }

    /** Whether values are missing that the order is by, as after it was read from a session. */
    public boolean needsValues() {
        return basis.isPresent() && values.isEmpty();
    }

    public RowOrder withMoved(String parent, List<String> children) {
        Map<String, List<String>> changed = new HashMap<>(moved);
        changed.put(parent, List.copyOf(children));
        return new RowOrder(sort, values, basis, changed, pinned, hidden, hideIdle);
    }

    /** Pins a row behind those pinned before, or lets it go. */
    public RowOrder togglePinned(String key) {
        List<String> changed = new ArrayList<>(pinned);
        if (!changed.remove(key)) {
            changed.add(key);
        }
        return new RowOrder(sort, values, basis, moved, changed, hidden, hideIdle);
    }

    public RowOrder withHidden(Set<String> keys) {
        return new RowOrder(sort, values, basis, moved, pinned, keys, hideIdle);
    }

    /** The same without what was told of a row that is no more. */
    public RowOrder without(String key) {
        Map<String, Double> otherValues = new HashMap<>(values);
        otherValues.remove(key);
        Map<String, List<String>> otherMoved = new HashMap<>(moved);
        otherMoved.remove(key);
        otherMoved.replaceAll((parent, children) -> left(children, key));
        Set<String> otherHidden = new HashSet<>(hidden);
        otherHidden.remove(key);
        return new RowOrder(sort, otherValues, basis, otherMoved, left(pinned, key), otherHidden, hideIdle);
    }

    private static List<String> left(List<String> keys, String without) {
        return keys.stream().filter(key -> !key.equals(without)).toList();
    }

    /** Hides one more row. */
    public RowOrder hide(String key) {
        return hide(Set.of(key));
    }

    /** Hides more rows, and with them the nodes above that have no others. */
    public RowOrder hide(Set<String> more) {
        Set<String> keys = new HashSet<>(hidden);
        keys.addAll(more);
        return withHidden(keys);
    }

    public RowOrder withHideIdle(boolean hide) {
        return new RowOrder(sort, values, basis, moved, pinned, hidden, hide);
    }

    /** Puts rows into this order; {@code visible} is the time on the common scale that decides what is idle. */
    public List<VisibleRow> apply(List<VisibleRow> rows, Interval visible) {
        if (equals(standard())) {
            return rows;
        }
        Map<String, List<VisibleRow>> pins = new LinkedHashMap<>();
        pinned.forEach(key -> pins.put(key, new ArrayList<>()));
        List<VisibleRow> ordered = new ArrayList<>(rows.size());
        for (Node node : ordered("", new Forest(rows).roots())) {
            collect(node, visible, ordered, pins);
        }
        List<VisibleRow> result = new ArrayList<>(rows.size());
        pins.values().forEach(result::addAll);
        result.addAll(ordered);
        return result;
    }

    private void collect(Node node, Interval visible, List<VisibleRow> target, Map<String, List<VisibleRow>> pins) {
        VisibleRow row = node.row();
        if (leavesOut(row.key(), row.row(), visible.shift(row.originNanos()))) {
            return;
        }
        List<VisibleRow> pin = pins.get(row.key());
        List<VisibleRow> into = pin == null ? target : pin;
        int shift = pin == null ? 0 : row.indent();
        int before = into.size();
        into.add(row);
        for (Node child : ordered(row.key(), node.children())) {
            collect(child, visible, into, pins);
        }
        for (int i = before; i < into.size() && shift > 0; i++) {
            into.set(i, outdented(into.get(i), shift));
        }
    }

    private static VisibleRow outdented(VisibleRow row, int shift) {
        return new VisibleRow(
                row.run(), row.key(), row.row(), row.title(), row.indent() - shift, row.open(), row.originNanos());
    }

    /**
     * Whether a row is left out with all below it.
     *
     * @param row null for the heading of a run, which is never idle
     * @param own the time of its run that decides what is idle
     */
    boolean leavesOut(String key, Row row, Interval own) {
        return hidden.contains(key) || (row != null && (isEmptied(key, row) || (hideIdle && isIdle(row, own))));
    }

    /** Whether all below an inner node is hidden. */
    private boolean isEmptied(String key, Row row) {
        if (hidden.isEmpty() || !(row instanceof Row.Group) || row.children().isEmpty()) {
            return false;
        }
        String run = key.substring(0, key.indexOf(':') + 1);
        return row.children().stream()
                .allMatch(child -> hidden.contains(run + child.path()) || isEmptied(run + child.path(), child));
    }

    private static boolean isIdle(Row top, Interval own) {
        boolean[] found = new boolean[2];
        top.walk(row -> {
            if (row instanceof Row.Trace trace && !found[1]) {
                found[0] = true;
                found[1] = touches(trace.track().events(), own)
                        || trace.track().levels().stream().anyMatch(level -> touches(level, own));
            }
        });
        return found[0] && !found[1];
    }

    private static boolean touches(StateLevel level, Interval time) {
        int first = level.firstReaching(time.startNanos() + 1);
        return first < level.size() && level.startNanos(first) < time.endNanos();
    }

    private List<Node> ordered(String parent, List<Node> children) {
        List<String> dragged = moved.get(parent);
        if (dragged != null) {
            Map<String, Integer> places = new HashMap<>();
            dragged.forEach(key -> places.put(key, places.size()));
            List<Node> sorted = new ArrayList<>(children);
            sorted.sort(Comparator.comparingInt(
                    node -> places.getOrDefault(node.row().key(), places.size())));
            return sorted;
        }
        if (sort == RowSort.AS_ARRANGED) {
            return children;
        }
        boolean mixed = children.stream()
                        .filter(child -> !child.row().isHeading())
                        .mapToInt(child -> child.row().run())
                        .distinct()
                        .count()
                > 1;
        List<Block> withStates = new ArrayList<>();
        List<Node> others = new ArrayList<>();
        int ofRank = 0;
        for (Node child : children) {
            int rank = child.row().isHeading() ? WITHOUT_STATES : leastRank(child);
            if (rank == WITHOUT_STATES) {
                others.add(child);
                continue;
            }
            if (ofRank == withStates.size() || withStates.get(ofRank).rank() != rank) {
                ofRank = withStates.size();
            }
            List<Block> threads = withStates.subList(ofRank, withStates.size());
            int run = child.row().run();
            if (mixed && !threads.isEmpty() && threads.get(0).first().run() != run) {
                int before =
                        (int) threads.stream().filter(block -> block.has(run)).count();
                threads.get(Math.min(before, threads.size() - 1)).nodes().add(child);
            } else {
                withStates.add(new Block(new ArrayList<>(List.of(child)), rank));
            }
        }
        withStates.sort(comparator());
        List<Node> sorted = new ArrayList<>(children.size());
        withStates.forEach(block -> sorted.addAll(block.nodes()));
        sorted.addAll(others);
        return sorted;
    }

    /**
     * A node, with the same rank of other runs behind it where runs are interleaved, thread by thread: these stay together, in the place of
     * the first. The rank is looked for once instead of at each comparison.
     */
    private record Block(List<Node> nodes, int rank) {
        VisibleRow first() {
            return nodes.get(0).row();
        }

        boolean has(int run) {
            return nodes.stream().anyMatch(node -> node.row().run() == run);
        }

        String title() {
            return first().title();
        }
    }

    private Comparator<Block> comparator() {
        return switch (sort) {
            case NAME ->
                Comparator.<Block>comparingInt(block -> block.title().length()).thenComparing(Block::title);
            case RANK -> Comparator.comparingInt(Block::rank);
            default ->
                Comparator.comparingDouble(
                        block -> -values.getOrDefault(block.first().key(), Double.NEGATIVE_INFINITY));
        };
    }

    /** The least rank of a row and what is below it; the largest number if those with states have none. */
    private static int leastRank(Node node) {
        int[] least = {WITHOUT_STATES};
        node.row().row().walk(row -> {
            if (row instanceof Row.Trace trace) {
                int rank = trace.rank() < 0 ? Integer.MAX_VALUE : trace.rank();
                least[0] = least[0] == WITHOUT_STATES ? rank : Math.min(least[0], rank);
            }
        });
        return least[0];
    }

    /** A row with the rows below it. */
    private record Node(VisibleRow row, List<Node> children) {}

    /** Makes the tree again from rows and their indentation. */
    private static final class Forest {
        private final List<VisibleRow> rows;
        private int next;

        Forest(List<VisibleRow> rows) {
            this.rows = rows;
        }

        List<Node> roots() {
            return children(-1);
        }

        private List<Node> children(int indent) {
            List<Node> nodes = new ArrayList<>();
            while (next < rows.size() && rows.get(next).indent() > indent) {
                VisibleRow row = rows.get(next++);
                nodes.add(new Node(row, children(row.indent())));
            }
            return nodes;
        }
    }
}

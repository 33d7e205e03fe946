// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.control;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.hdtrace.sunshot.model.Interval;
import org.hdtrace.sunshot.model.Row;
import org.hdtrace.sunshot.model.Run;
import org.hdtrace.sunshot.model.RunShift;
import org.hdtrace.sunshot.query.CounterLook;
import org.hdtrace.sunshot.query.CounterLooks;
import org.hdtrace.sunshot.query.RowQuery;
import org.hdtrace.sunshot.query.VisibleRow;

/** The open runs and which of their rows are seen, in which order. Part of a {@link ViewModel}, and of its thread. */
final class ShownRows {
    private static final Interval NOTHING = new Interval(0, 1_000_000_000L);

    private List<Run> opened = List.of();
    private Map<String, Long> offsets = Map.of();
    private List<Run> recorded = List.of();
    private List<Run> runs = List.of();
    private List<Computed> computed = List.of();
    private RowQuery query = RowQuery.standard();
    private RowOrder order = RowOrder.standard();
    private CounterLooks looks = CounterLooks.usual();
    private List<VisibleRow> rows = List.of();
    private final Map<String, Integer> places = new HashMap<>();
    /** The rows that {@link #places} was made of. */
    private List<VisibleRow> placesOf = List.of();

    /** As they were opened. */
    List<Run> opened() {
        return opened;
    }

    Map<String, Long> offsets() {
        return offsets;
    }

    /** Moves nodes in time; what was computed has to be worked out anew. */
    void setOffsets(Map<String, Long> byKey) {
        Map<String, Long> moved = new HashMap<>(byKey);
        moved.values().removeIf(by -> by == 0);
        offsets = Map.copyOf(moved);
        recorded = offsets.isEmpty() ? opened : List.copyOf(RunShift.ofAll(opened, offsets));
        runs = recorded;
    }

    /** As they were opened or moved in time, without what is computed. */
    List<Run> recorded() {
        return recorded;
    }

    List<Run> runs() {
        return runs;
    }

    List<Computed> computed() {
        return computed;
    }

    RowQuery query() {
        return query;
    }

    RowOrder order() {
        return order;
    }

    List<VisibleRow> rows() {
        return rows;
    }

    void open(List<Run> read, RowQuery newQuery) {
        opened = List.copyOf(read);
        offsets = Map.of();
        recorded = opened;
        runs = recorded;
        computed = List.of();
        query = newQuery;
        order = RowOrder.standard();
        looks = CounterLooks.usual();
    }

    void setComputed(List<Computed> all) {
        computed = List.copyOf(all);
    }

    /** Shows the open runs with what was computed for them. */
    void setRuns(List<Run> withComputed) {
        runs = List.copyOf(withComputed);
    }

    void setQuery(RowQuery newQuery) {
        query = newQuery;
    }

    CounterLooks looks() {
        return looks;
    }

    void setLooks(CounterLooks newLooks) {
        looks = newLooks;
    }

    void setOrder(RowOrder newOrder) {
        order = newOrder;
    }

    /** Looks again which rows are seen; whether these are others. */
    boolean update(Interval visible) {
        List<VisibleRow> now = order.apply(wanted().rows(runs), visible);
        boolean same = now.equals(rows);
        rows = now;
        return !same;
    }

    private RowQuery wanted() {
        CounterLooks hiding = looks;
        Predicate<Row> own = query.filter();
        boolean none = hiding.changed().values().stream().allMatch(CounterLook::shown);
        return none ? query : query.withFilter(row -> own.test(row) && !hiding.hides(row));
    }

    /** From the first to the last time of any run on the common scale. */
    Interval whole() {
        Interval whole = null;
        for (int i = 0; i < runs.size(); i++) {
            Interval own = runs.get(i).interval().shift(-query.originOf(runs, i));
            whole = whole == null ? own : whole.union(own);
        }
        return whole == null || whole.durationNanos() == 0 ? NOTHING : whole;
    }

    /** Place of a row among the visible ones, or -1. */
    int indexOf(String key) {
        if (placesOf != rows) {
            placesOf = rows;
            places.clear();
            for (int i = 0; i < rows.size(); i++) {
                places.put(rows.get(i).key(), i);
            }
        }
        return places.getOrDefault(key, -1);
    }
}

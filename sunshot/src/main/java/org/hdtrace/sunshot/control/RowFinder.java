// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.control;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.hdtrace.sunshot.model.Row;
import org.hdtrace.sunshot.model.Run;
import org.hdtrace.sunshot.query.RowQuery;

/** All rows of the open runs, whether they are seen now or lie below closed ones or are left out. Immutable. */
public final class RowFinder {
    private final RowQuery query;
    private final List<Place> places = new ArrayList<>();
    private final Map<String, Place> byKey = new HashMap<>();

    /**
     * A row somewhere in the tree.
     *
     * @param run number of its run
     * @param key as in {@link org.hdtrace.sunshot.query.VisibleRow#key}
     * @param row the row
     * @param closed keys of the closed rows around it, the outermost first
     */
    public record Place(int run, String key, Row row, List<String> closed) {
        public Place {
            closed = List.copyOf(closed);
        }
    }

    /** Collects the rows of runs as a query arranges them. */
    public RowFinder(List<Run> runs, RowQuery query) {
        this.query = query;
        for (int i = 0; i < runs.size(); i++) {
            String heading = i + ":";
            List<String> closed = query.toggled().contains(heading) ? List.of(heading) : List.of();
            for (Row rank : query.between(runs, i)) {
                collect(i, rank, List.of());
            }
            for (Row top : query.headed(runs, i)) {
                collect(i, top, closed);
            }
        }
    }

    private void collect(int run, Row row, List<String> closed) {
        String key = run + ":" + row.path();
        Place place = new Place(run, key, row, closed);
        places.add(place);
        byKey.putIfAbsent(key, place);
        if (row.children().isEmpty()) {
            return;
        }
        List<String> below = closed;
        if (row.openAtFirst() == query.toggled().contains(key)) {
            below = new ArrayList<>(closed);
            below.add(key);
        }
        for (Row child : row.children()) {
            collect(run, child, below);
        }
    }

    /** All rows, in the order of the tree. */
    public List<Place> places() {
        return List.copyOf(places);
    }

    /** The row with a key, or null. */
    public Place at(String key) {
        return byKey.get(key);
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.model;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Ways to arrange the rows of a run. */
public enum Mapping {
    /** The topology as the project file holds it. */
    AS_RECORDED("As recorded"),
    /** All ranks in order on the first level, then what is left of the topology (statistics, servers). */
    RANKS_FIRST("Ranks first");

    private final String title;

    Mapping(String title) {
        this.title = title;
    }

    /** Words for a menu. */
    public String title() {
        return title;
    }

    @Override
    public String toString() {
        return title;
    }

    public List<Row> apply(Run run) {
        if (this == AS_RECORDED) {
            return run.rows();
        }
        List<Row.Trace> ranks = new ArrayList<>();
        List<Row> rest = new ArrayList<>();
        for (Row row : run.rows()) {
            Row left = takeRanks(row, ranks);
            if (left != null) {
                rest.add(left);
            }
        }
        ranks.sort(Comparator.comparingInt(Row.Trace::rank));
        List<Row> rows = new ArrayList<>(ranks.size() + rest.size());
        boolean severalHosts = ranks.stream().map(Row.Trace::host).distinct().count() > 1;
        for (Row.Trace rank : ranks) {
            rows.add(severalHosts ? withHost(rank) : rank);
        }
        rows.addAll(rest);
        return rows;
    }

    private static Row.Trace withHost(Row.Trace rank) {
        return new Row.Trace(
                rank.path(),
                rank.label() + " · " + rank.host(),
                rank.host(),
                rank.rank(),
                rank.track(),
                rank.children());
    }

    /** The row without its ranks, or null if nothing is left. */
    private static Row takeRanks(Row row, List<Row.Trace> ranks) {
        if (row instanceof Row.Trace trace && trace.rank() >= 0) {
            ranks.add(trace);
            return null;
        }
        if (!(row instanceof Row.Group group)) {
            return row;
        }
        List<Row> left = new ArrayList<>();
        for (Row child : group.children()) {
            Row kept = takeRanks(child, ranks);
            if (kept != null) {
                left.add(kept);
            }
        }
        return left.isEmpty() && !group.children().isEmpty()
                ? null
                : new Row.Group(group.path(), group.label(), left, group.openAtFirst());
    }
}

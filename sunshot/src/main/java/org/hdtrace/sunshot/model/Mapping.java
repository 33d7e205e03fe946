// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.model;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Ways to arrange the rows of a run. */
public enum Mapping {
    /** The topology as the project file holds it. */
    AS_RECORDED("As recorded"),
    /** All ranks in order on the first level, then what is left of the topology (statistics, servers). */
    RANKS_FIRST("Ranks first"),
    /** Nodes on the first level, each with its ranks and then what else it has. */
    BY_NODE("By node"),
    /** What servers and their layers recorded first, then all else. */
    BY_SERVER("By server"),
    /** Communicators on the first level, each with its ranks, then all else. */
    BY_COMMUNICATOR("By communicator");

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
        return switch (this) {
            case BY_NODE -> byNode(ranks, rest);
            case BY_SERVER -> byServer(ranks, rest);
            case BY_COMMUNICATOR -> byCommunicator(run, ranks, rest);
            default -> ranksFirst(ranks, rest);
        };
    }

    private static List<Row> ranksFirst(List<Row.Trace> ranks, List<Row> rest) {
        List<Row> rows = new ArrayList<>(ranks.size() + rest.size());
        boolean severalHosts = ranks.stream().map(Row.Trace::host).distinct().count() > 1;
        for (Row.Trace rank : ranks) {
            rows.add(severalHosts ? relabelled(rank, rank.path(), rank.label() + " · " + rank.host()) : rank);
        }
        rows.addAll(rest);
        return rows;
    }

    private static List<Row> byNode(List<Row.Trace> ranks, List<Row> rest) {
        Map<String, List<Row>> nodes = new LinkedHashMap<>();
        ranks.forEach(rank ->
                nodes.computeIfAbsent(rank.host(), host -> new ArrayList<>()).add(rank));
        List<Row> others = new ArrayList<>();
        for (Row row : rest) {
            List<Row> node = nodes.get(row.path());
            if (node != null && row instanceof Row.Group) {
                node.addAll(row.children());
            } else {
                others.add(row);
            }
        }
        List<Row> rows = new ArrayList<>();
        nodes.forEach((host, children) -> rows.add(new Row.Group(host, host, children, true)));
        rows.addAll(others);
        return rows;
    }

    /** A server is a part of a node without ranks that has statistics or timelines of its own, such as n1/TROVE. */
    private static List<Row> byServer(List<Row.Trace> ranks, List<Row> rest) {
        List<Row> servers = new ArrayList<>();
        List<Row> others = new ArrayList<>();
        for (Row row : rest) {
            List<Row> parts = row.children().stream().filter(Mapping::isServer).toList();
            if (row instanceof Row.Group node && !parts.isEmpty()) {
                servers.add(new Row.Group(node.path(), node.label(), parts, true));
                List<Row> left = new ArrayList<>(node.children());
                left.removeAll(parts);
                if (!left.isEmpty()) {
                    others.add(new Row.Group(node.path() + "/", node.label() + ", other", left, false));
                }
            } else {
                others.add(row);
            }
        }
        servers.addAll(ranksFirst(ranks, others));
        return servers;
    }

    private static boolean isServer(Row row) {
        return row instanceof Row.Trace
                || (row instanceof Row.Group
                        && row.children().stream().anyMatch(child -> !(child instanceof Row.Statistic)));
    }

    /** A rank in several communicators has a row in each; the first keeps the path, so that marks find it. */
    private static List<Row> byCommunicator(Run run, List<Row.Trace> ranks, List<Row> rest) {
        Map<Integer, List<Row.Trace>> byRank = new HashMap<>();
        ranks.forEach(rank ->
                byRank.computeIfAbsent(rank.rank(), key -> new ArrayList<>()).add(rank));
        Set<Row.Trace> placed = new HashSet<>();
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < run.communicators().size(); i++) {
            Run.Members communicator = run.communicators().get(i);
            String path = "communicator " + i;
            List<Row> members = new ArrayList<>();
            for (int rank : communicator.ranks()) {
                for (Row.Trace row : byRank.getOrDefault(rank, List.of())) {
                    members.add(placed.add(row) ? row : relabelled(row, path + "/" + row.path(), row.label()));
                }
            }
            if (!members.isEmpty()) {
                rows.add(new Row.Group(path, communicator.name() + " (" + members.size() + ")", members, true));
            }
        }
        rows.addAll(
                ranksFirst(ranks.stream().filter(rank -> !placed.contains(rank)).toList(), rest));
        return rows;
    }

    private static Row.Trace relabelled(Row.Trace rank, String path, String label) {
        return new Row.Trace(path, label, rank.host(), rank.rank(), rank.track(), rank.children());
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
        return left.isEmpty() && !group.children().isEmpty() ? null : group.withChildren(left);
    }
}

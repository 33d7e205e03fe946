// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.model;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** n1 holds ranks 1 and 0 and counters of the node; n2 holds rank 2 and a server with two layers. */
class MappingTest {
    private static Row rank(String host, int rank) {
        return new Row.Trace(
                host + "/" + rank, "Rank " + rank, host, rank, new StateTrack.Builder().build(), List.of());
    }

    private static Row counters(String path) {
        StatisticSeries series = new StatisticSeries("X", "", "G", new long[] {0, 1}, new double[] {1});
        return new Row.Group(path, "G", List.of(new Row.Statistic(path + "/X", "X", series, List.of())), true);
    }

    private static Row layer(String path, String label) {
        return new Row.Group(path, label, List.of(counters(path + "/G")), true);
    }

    private static Run run() {
        List<Row> rows = List.of(
                new Row.Group("n1", "n1", List.of(rank("n1", 1), rank("n1", 0), counters("n1/G")), true),
                new Row.Group(
                        "n2",
                        "n2",
                        List.of(rank("n2", 2), layer("n2/SERVER", "SERVER"), layer("n2/TROVE", "TROVE")),
                        true));
        List<Run.Members> communicators =
                List.of(new Run.Members("WORLD", List.of(0, 1, 2)), new Run.Members("EVEN", List.of(2, 0)));
        return new Run("test", Path.of("x"), new Interval(0, 1), rows, List.of(), List.of(), communicators);
    }

    private static String outline(List<Row> rows) {
        return String.join(" ", rows.stream().map(MappingTest::outline).toList());
    }

    private static String outline(Row row) {
        String label = row.label().replace("Rank ", "r");
        return row.children().isEmpty() ? label : label + "(" + outline(row.children()) + ")";
    }

    @Test
    void ranksFirstPutsTheRestBehind() {
        assertEquals(
                "r0 · n1 r1 · n1 r2 · n2 n1(G(X)) n2(SERVER(G(X)) TROVE(G(X)))",
                outline(Mapping.RANKS_FIRST.apply(run())));
    }

    @Test
    void byNodeSortsTheRanksOfEachNode() {
        assertEquals("n1(r0 r1 G(X)) n2(r2 SERVER(G(X)) TROVE(G(X)))", outline(Mapping.BY_NODE.apply(run())));
    }

    @Test
    void byServerPutsLayersOfServersFirst() {
        assertEquals(
                "n2(SERVER(G(X)) TROVE(G(X))) r0 · n1 r1 · n1 r2 · n2 n1(G(X))",
                outline(Mapping.BY_SERVER.apply(run())));
    }

    @Test
    void byCommunicatorShowsRanksInTheOrderOfEach() {
        assertEquals(
                "WORLD (3)(r0 r1 r2) EVEN (2)(r2 r0) n1(G(X)) n2(SERVER(G(X)) TROVE(G(X)))",
                outline(Mapping.BY_COMMUNICATOR.apply(run())));
    }

    @Test
    void pathsStayUniqueInEveryMapping() {
        for (Mapping mapping : Mapping.values()) {
            Set<String> paths = new HashSet<>();
            mapping.apply(run())
                    .forEach(top -> top.walk(row -> {
                        assertEquals(true, paths.add(row.path()), mapping + " " + row.path());
                    }));
        }
    }
}

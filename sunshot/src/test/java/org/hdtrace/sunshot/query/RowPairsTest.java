// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.hdtrace.analysis.messages.PairSums;
import org.hdtrace.analysis.messages.PairValues.Metric;
import org.hdtrace.format.project.Project;
import org.hdtrace.sunshot.arrow.ArrowLoader;
import org.hdtrace.sunshot.arrow.ArrowTable;
import org.hdtrace.sunshot.model.CategoryTable;
import org.hdtrace.sunshot.model.Interval;
import org.hdtrace.sunshot.model.LoadMonitor;
import org.hdtrace.sunshot.model.Run;
import org.hdtrace.sunshot.model.RunLoader;
import org.hdtrace.sunshot.model.StateFilter;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pairs of rows have the figures that the matrix of the same time has. */
class RowPairsTest {
    private static final int RANKS = 6;
    private static final int ROUNDS = 60;
    private static final long TENTH = 100_000_000L;

    @TempDir
    private Path folder;

    private Project project;
    private Run run;
    private ArrowTable table;

    /** Two ranks on each host; in each round every rank sends to the one a number of places further on, or to itself. */
    @BeforeEach
    void write() throws Exception {
        StringBuilder nodes = new StringBuilder();
        Random random = new Random(11);
        int[] steps = random.ints(ROUNDS, 0, RANKS).toArray();
        for (int rank = 0; rank < RANKS; rank++) {
            nodes.append(rank % 2 == 0 ? "<Node name='n" + rank / 2 + "'>" : "");
            nodes.append("<Node name='").append(rank).append("'><Node name='0'/></Node>");
            nodes.append(rank % 2 == 1 ? "</Node>" : "");
            StringBuilder states = new StringBuilder();
            for (int round = 0; round < ROUNDS; round++) {
                String time = String.format("%d.%d", round / 10, round % 10);
                states.append("<Sendrecv size='").append(random.nextInt(100_000));
                states.append("' toRank='").append((rank + steps[round]) % RANKS);
                states.append("' toTag='0' fromRank='").append((rank + RANKS - steps[round]) % RANKS);
                states.append("' fromTag='0' cid='0' time='").append(time);
                states.append("0' end='")
                        .append(time)
                        .append(1 + random.nextInt(9))
                        .append("'/>");
            }
            Files.writeString(
                    folder.resolve("p_n" + rank / 2 + "_" + rank + "_0.trc"),
                    "<Program timeAdjustment='1300000000'>" + states + "</Program>");
        }
        Files.writeString(
                folder.resolve("p.proj"),
                "<Application name='p'><Topology><Level type='Hostname'><Level type='Rank'><Level type='Thread'/></Level>"
                        + "</Level>" + nodes + "</Topology></Application>");
        project = Project.open(folder);
        run = new RunLoader(new CategoryTable(), StateFilter.none(), LoadMonitor.silent()).load(project.file());
        table = ArrowLoader.messages(project, path -> {});
    }

    private List<VisibleRow> rows(RowQuery query) {
        return query.rows(List.of(run));
    }

    private static Set<String> keys(List<VisibleRow> rows) {
        return rows.stream().map(VisibleRow::key).collect(Collectors.toSet());
    }

    private RowPairs pairs(List<VisibleRow> rows, Interval visible, int most) {
        return RowPairs.of(Map.of(0, table), rows, keys(rows), visible, most);
    }

    private static Optional<RowPairs.Pair> find(RowPairs all, String from, String to) {
        return all.pairs().stream()
                .filter(pair -> pair.from().equals(from) && pair.to().equals(to))
                .findFirst();
    }

    private static String rowOf(int rank) {
        return "0:n" + rank / 2 + "/" + rank + "/0";
    }

    private PairSums matrix(Interval visible) {
        Interval own = visible.shift(run.interval().startNanos());
        return PairSums.read(
                project, new org.hdtrace.format.select.Interval(own.startNanos(), own.endNanos()), path -> {});
    }

    private static Interval anyTime(Random random) {
        long from = random.nextInt(60) * TENTH / (1 + random.nextInt(2));
        return new Interval(from, from + 1 + random.nextInt(20) * TENTH / 2);
    }

    @Test
    void eachPairOfRanksHasTheFiguresOfTheMatrix() throws Exception {
        Random random = new Random(2);
        int loops = 0;
        for (int i = 0; i < 40; i++) {
            Interval visible = anyTime(random);
            PairSums matrix = matrix(visible);
            RowPairs found = pairs(rows(RowQuery.standard()), visible, RowPairs.MOST);
            assertEquals(matrix.pairs().size(), found.pairs().size());
            for (PairSums.Pair cell : matrix.pairs()) {
                RowPairs.Pair pair =
                        find(found, rowOf(cell.from()), rowOf(cell.to())).orElseThrow();
                assertEquals(matrix.value(cell.from(), cell.to(), Metric.COUNT), (double) pair.count());
                assertEquals(matrix.value(cell.from(), cell.to(), Metric.BYTES), (double) pair.bytes());
                assertEquals(matrix.value(cell.from(), cell.to(), Metric.BANDWIDTH), pair.bandwidth());
                assertEquals(matrix.value(cell.from(), cell.to(), Metric.LATENCY) * 1e9, pair.latencyNanos());
                long[] span = matrix.span(cell.from(), cell.to()).orElseThrow();
                assertEquals(span[0] + " " + span[1], pair.firstNanos() + " " + pair.lastNanos());
                loops += cell.from() == cell.to() ? 1 : 0;
            }
        }
        assertTrue(loops > 0, "some rank sends to itself");
    }

    @Test
    void aClosedRowHasWhatTheRowsBelowItHave() throws Exception {
        Random random = new Random(3);
        List<VisibleRow> closed = rows(RowQuery.standard().toggle("0:n1"));
        for (int i = 0; i < 20; i++) {
            Interval visible = anyTime(random);
            PairSums matrix = matrix(visible);
            RowPairs found = pairs(closed, visible, RowPairs.MOST);
            long inside = 0;
            long away = 0;
            for (PairSums.Pair cell : matrix.pairs()) {
                long count = (long) matrix.value(cell.from(), cell.to(), Metric.COUNT);
                inside += cell.from() / 2 == 1 && cell.to() / 2 == 1 ? count : 0;
                away += cell.from() / 2 == 1 && cell.to() == 5 ? count : 0;
            }
            assertEquals(
                    inside,
                    find(found, "0:n1", "0:n1").map(RowPairs.Pair::count).orElse(0L));
            assertEquals(
                    away,
                    find(found, "0:n1", rowOf(5)).map(RowPairs.Pair::count).orElse(0L));
        }
    }

    @Test
    void thoseWithTheMostBytesComeFirstAndTheRestIsCounted() {
        Interval whole = new Interval(0, run.interval().durationNanos());
        RowPairs all = pairs(rows(RowQuery.standard()), whole, RowPairs.MOST);
        assertEquals(
                all.pairs().stream()
                        .sorted(Comparator.comparingLong(RowPairs.Pair::bytes).reversed())
                        .toList(),
                all.pairs());
        RowPairs few = pairs(rows(RowQuery.standard()), whole, 4);
        assertEquals(all.pairs().subList(0, 4), few.pairs());
        assertEquals(all.pairs().size() - 4, few.leftOut());
        assertEquals(0, few.undrawn());
    }

    @Test
    void rowsThatAreNotDrawnOrNotWantedHaveNone() {
        Interval whole = new Interval(0, run.interval().durationNanos());
        List<VisibleRow> rows = rows(RowQuery.standard());
        int all = pairs(rows, whole, RowPairs.MOST).pairs().size();
        Set<String> drawn = Set.of(rowOf(0), rowOf(1));
        RowPairs two = RowPairs.of(Map.of(0, table), rows, drawn, whole, RowPairs.MOST);
        assertTrue(two.pairs().stream().allMatch(pair -> drawn.contains(pair.from()) && drawn.contains(pair.to())));
        assertEquals(all, two.pairs().size() + two.undrawn());
        List<VisibleRow> some =
                rows(RowQuery.standard().withFilter(row -> !row.path().startsWith("n2")));
        RowPairs wanted = pairs(some, whole, RowPairs.MOST);
        assertTrue(wanted.pairs().stream().noneMatch(pair -> (pair.from() + pair.to()).contains("n2")));
        assertEquals(0, wanted.undrawn(), "who left rows out does not want to know of them");
    }
}

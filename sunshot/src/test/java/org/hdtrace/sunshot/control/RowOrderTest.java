// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.hdtrace.sunshot.model.CategoryTable;
import org.hdtrace.sunshot.model.Interval;
import org.hdtrace.sunshot.model.Row;
import org.hdtrace.sunshot.model.Run;
import org.hdtrace.sunshot.model.StateTrack;
import org.hdtrace.sunshot.model.StatisticSeries;
import org.hdtrace.sunshot.query.RowQuery;
import org.hdtrace.sunshot.query.VisibleRow;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Node a holds ranks 2 (busy 1 s) and 10 (busy 3 s) and LOAD of 10; node b holds rank 0 (busy 5 s to 9 s) and LOAD of 30. */
class RowOrderTest {
    private static final long SECOND = 1_000_000_000L;

    private final ViewModel model = new ViewModel(new CategoryTable());

    private static Row rank(String host, int rank, long from, long to) {
        StateTrack track =
                new StateTrack.Builder().state(0, from * SECOND, to * SECOND, 0).build();
        return new Row.Trace(host + "/" + rank, "Rank " + rank, host, rank, track, List.of());
    }

    private static Row load(String host, double value) {
        StatisticSeries series =
                new StatisticSeries("LOAD", "", "Node", new long[] {0, 10 * SECOND}, new double[] {value});
        Row row = new Row.Statistic(host + "/Node/LOAD", "LOAD", series, List.of());
        return new Row.Group(host + "/Node", "Node", List.of(row), true);
    }

    @BeforeEach
    void open() {
        List<Row> rows = List.of(
                new Row.Group("a", "a", List.of(rank("a", 10, 0, 3), rank("a", 2, 1, 2), load("a", 10)), true),
                new Row.Group("b", "b", List.of(rank("b", 0, 5, 9), load("b", 30)), true));
        Run run = new Run("test", Path.of("test.proj"), new Interval(0, 10 * SECOND), rows, List.of(), List.of());
        model.setRuns(List.of(run), RowQuery.standard());
    }

    private String shown() {
        return String.join(
                " ",
                model.rows().stream()
                        .map(row -> ".".repeat(row.indent()) + row.title().replace("Rank ", "r"))
                        .toList());
    }

    private void sort(RowSort sort, Map<String, Double> values) {
        model.setOrder(model.order().withSort(sort, values));
    }

    @Test
    void rowsWithStatesAreSortedBelowTheirParent() {
        assertEquals("a .r10 .r2 .Node ..LOAD b .r0 .Node ..LOAD", shown());
        sort(RowSort.RANK, Map.of());
        assertEquals("b .r0 .Node ..LOAD a .r2 .r10 .Node ..LOAD", shown());
        sort(RowSort.NAME, Map.of());
        assertEquals("a .r2 .r10 .Node ..LOAD b .r0 .Node ..LOAD", shown());
    }

    /** Equal ranks of two runs lie below each other and in no group; what is no rank comes below the headings of the runs. */
    @Test
    void interleavedRanksAreSortedAboveTheHeadings() {
        Run run = model.runs().get(0);
        model.setRuns(List.of(run, run), RowQuery.standard().withInterleaved(true));
        List<String> usual = keys();
        assertEquals(List.of("0:b/0", "1:b/0", "0:a/2", "1:a/2", "0:a/10", "1:a/10", "0:"), usual.subList(0, 7));
        Map<String, Double> busy =
                RowValues.busy(model.runs(), model.query(), model.viewport().visible());
        assertEquals(4, busy.get("1:b/0"));
        assertEquals(0, busy.get("0:a"), "no rank is below it");
        sort(RowSort.BUSY, busy);
        assertEquals(List.of("0:b/0", "1:b/0", "0:a/10", "1:a/10", "0:a/2", "1:a/2"), keys().subList(0, 6));
        assertEquals(usual.subList(6, usual.size()), keys().subList(6, usual.size()));
    }

    /** In the second run rank 0 is the busiest and rank 10 the least: what is less busy than another pair's is not carried there. */
    @Test
    void equalRanksOfTwoRunsStayTogether() {
        List<Row> other = List.of(
                new Row.Group("a", "a", List.of(rank("a", 10, 0, 1), rank("a", 2, 1, 7)), true),
                new Row.Group("b", "b", List.of(rank("b", 0, 0, 2)), true));
        Run first = model.runs().get(0);
        // Longer, so that an order by names alone would put all of this run behind.
        Path longName = Path.of("longer/test.proj");
        Run second = new Run("test", longName, new Interval(0, 10 * SECOND), other, List.of(), List.of());
        model.setRuns(List.of(first, second), RowQuery.standard().withInterleaved(true));
        sort(RowSort.BUSY, RowValues.busy(model.runs(), model.query(), model.visible()));
        List<String> byFirst = List.of("0:b/0", "1:b/0", "0:a/10", "1:a/10", "0:a/2", "1:a/2");
        assertEquals(byFirst, keys().subList(0, 6));
        sort(RowSort.NAME, Map.of());
        assertEquals(List.of("0:b/0", "1:b/0", "0:a/2", "1:a/2", "0:a/10", "1:a/10"), keys().subList(0, 6));
        sort(RowSort.RANK, Map.of());
        assertEquals(List.of("0:b/0", "1:b/0", "0:a/2", "1:a/2", "0:a/10", "1:a/10"), keys().subList(0, 6));
    }

    /** In both runs rank 0 has two threads: the second one of the first run is busier. */
    @Test
    void threadsAreSortedWithThoseOfTheOtherRun() {
        List<Row> threads = List.of(
                new Row.Group("a", "a", List.of(thread(rank("a", 0, 0, 1), 0), thread(rank("a", 0, 0, 3), 1)), true));
        List<Run> runs = new ArrayList<>();
        for (String name : List.of("one.proj", "two.proj")) {
            runs.add(new Run("test", Path.of(name), new Interval(0, 10 * SECOND), threads, List.of(), List.of()));
        }
        model.setRuns(runs, RowQuery.standard().withInterleaved(true));
        sort(RowSort.BUSY, RowValues.busy(model.runs(), model.query(), model.visible()));
        assertEquals(List.of("0:a/0/1", "1:a/0/1", "0:a/0/0", "1:a/0/0"), keys().subList(0, 4));
    }

    private static Row thread(Row row, int number) {
        Row.Trace trace = (Row.Trace) row;
        return new Row.Trace(
                trace.path() + "/" + number, "Thread " + number, trace.host(), trace.rank(), trace.track(), List.of());
    }

    private List<String> keys() {
        return model.rows().stream().map(VisibleRow::key).toList();
    }

    @Test
    void busyTimeIsThatOfTheView() {
        // In all: a 1 s + 3 s, b 4 s, so they stay; in the first 4 s: a has 4 s, b nothing; from 2.5 s on a has 0.5 s.
        Interval late = new Interval(5 * SECOND / 2, 10 * SECOND);
        Map<String, Double> values = RowValues.busy(model.runs(), model.query(), late);
        assertEquals(0.5, values.get("0:a"), 1e-9);
        assertEquals(4.0, values.get("0:b/0"), 1e-9);
        sort(RowSort.BUSY, values);
        assertEquals("b .r0 .Node ..LOAD a .r10 .r2 .Node ..LOAD", shown());
    }

    @Test
    void nodesAreSortedByTheMeanOfAStatistic() {
        assertEquals(List.of("LOAD"), RowValues.statisticNames(model.runs()));
        sort(RowSort.STATISTIC, RowValues.statistic(model.runs(), model.query(), model.visible(), "LOAD"));
        assertTrue(shown().startsWith("b .r0 "), shown());
    }

    @Test
    void meansAreWeightedByTime() {
        StatisticSeries series =
                new StatisticSeries("X", "", "G", new long[] {0, 10, 30, 40}, new double[] {1, 4, 100});
        // 5 ns of 1 and 15 ns of 4 make (5 + 60) / 20.
        assertEquals(3.25, RowValues.mean(series, new Interval(5, 25)), 1e-12);
        assertEquals(0, RowValues.mean(series, new Interval(50, 60)), 0);
    }

    @Test
    void pinnedRowsComeFirstWithAllBelowThem() {
        model.setOrder(model.order().togglePinned("0:b/0").togglePinned("0:a/Node"));
        assertEquals("r0 Node .LOAD a .r10 .r2 b .Node ..LOAD", shown());
        model.setOrder(model.order().togglePinned("0:b/0").togglePinned("0:a/Node"));
        assertEquals("a .r10 .r2 .Node ..LOAD b .r0 .Node ..LOAD", shown());
    }

    @Test
    void hiddenRowsTakeWhatIsBelowWithThemAndComeBackWhenLookedFor() {
        model.setOrder(model.order().hide("0:a"));
        assertEquals("b .r0 .Node ..LOAD", shown());
        model.reveal("0:a/2");
        assertEquals(2, model.selectedIndex());
    }

    @Test
    void aNodeGoesWithTheLastRowBelowIt() {
        model.setOrder(model.order().hide("0:b/0"));
        assertEquals("a .r10 .r2 .Node ..LOAD b .Node ..LOAD", shown());
        model.setOrder(model.order().hide("0:b/Node/LOAD"));
        assertEquals("a .r10 .r2 .Node ..LOAD", shown());
        model.reveal("0:b/0");
        assertEquals("a .r10 .r2 .Node ..LOAD b .r0 .Node ..LOAD", shown());
    }

    @Test
    void idleRowsFollowTheView() {
        model.setOrder(model.order().withHideIdle(true));
        assertEquals("a .r10 .r2 .Node ..LOAD b .r0 .Node ..LOAD", shown());
        model.go(model.viewport().select(5 * SECOND / 2, 4 * SECOND));
        assertEquals("a .r10 .Node ..LOAD", shown(), "r2 ends at 2 s, r0 begins at 5 s, and b has no other states");
        model.undo();
        assertEquals("a .r10 .r2 .Node ..LOAD b .r0 .Node ..LOAD", shown());
    }

    @Test
    void rowsAreDraggedAmongTheirSiblingsOnly() {
        List<VisibleRow> rows = model.rows();
        RowMove moved = RowMove.to(rows, 2, 1).orElseThrow();
        assertEquals(new RowMove("0:a", List.of("0:a/2", "0:a/10", "0:a/Node")), moved);
        model.setOrder(model.order().withMoved(moved.parent(), moved.children()));
        assertEquals("a .r2 .r10 .Node ..LOAD b .r0 .Node ..LOAD", shown());
        assertTrue(RowMove.to(rows, 1, 6).isEmpty(), "r10 does not go below b");
        // Node a over a row inside of b: b is meant.
        assertEquals(List.of("0:b", "0:a"), RowMove.to(rows, 0, 7).orElseThrow().children());
        assertTrue(RowMove.by(rows, 0, -1).isEmpty(), "there is nothing above the first");
    }

    @Test
    void anyOrderShowsEveryRowOnce() {
        Set<String> all = Set.copyOf(model.rows().stream().map(VisibleRow::key).toList());
        List<String> keys = new ArrayList<>(all);
        for (RowSort sort : RowSort.values()) {
            for (String pinned : keys) {
                for (String second : keys) {
                    RowOrder order = RowOrder.standard()
                            .withSort(sort, Map.of())
                            .togglePinned(pinned)
                            .withMoved("", List.of("0:b", "0:a"));
                    if (!second.equals(pinned)) {
                        order = order.togglePinned(second);
                    }
                    model.setOrder(order);
                    List<String> now =
                            model.rows().stream().map(VisibleRow::key).toList();
                    assertEquals(all.size(), now.size(), sort + " " + pinned + " " + second);
                    assertEquals(all, Set.copyOf(now));
                }
            }
        }
    }
}

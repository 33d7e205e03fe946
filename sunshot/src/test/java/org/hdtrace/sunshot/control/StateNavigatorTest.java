// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.hdtrace.sunshot.TestProjects;
import org.hdtrace.sunshot.TestRuns;
import org.hdtrace.sunshot.model.CategoryTable;
import org.hdtrace.sunshot.model.Interval;
import org.hdtrace.sunshot.model.LoadMonitor;
import org.hdtrace.sunshot.model.Occurrence;
import org.hdtrace.sunshot.model.Row;
import org.hdtrace.sunshot.model.Run;
import org.hdtrace.sunshot.model.RunLoader;
import org.hdtrace.sunshot.model.StateFilter;
import org.hdtrace.sunshot.model.StateTrack;
import org.hdtrace.sunshot.query.RowQuery;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StateNavigatorTest {
    private static final long EPOCH = 1_300_000_000_000_000_000L;

    @TempDir
    private Path folder;

    private final ViewModel model = new ViewModel(new CategoryTable());
    private final StateNavigator navigator = new StateNavigator(model);
    private final List<String> keys = new ArrayList<>(); // of the rows that were walked through

    @BeforeEach
    void load() throws Exception {
        open(TestProjects.halvesWithEvents(folder));
    }

    private void open(Path project) throws Exception {
        RunLoader loader = new RunLoader(model.categories(), StateFilter.none(), LoadMonitor.silent());
        model.setRuns(List.of(loader.load(project)), RowQuery.standard());
    }

    private String chosen() {
        Occurrence chosen = model.chosen().orElseThrow();
        return chosen.path() + " " + model.categories().get(chosen.category()).name() + " "
                + navigator.onCommonScale(chosen).startNanos() / 1_000_000;
    }

    @Test
    void stepsStayOnRowAndDepth() {
        assertTrue(navigator.step(true));
        assertEquals("n1/0/0 Send 0", chosen());
        assertTrue(navigator.step(true));
        assertEquals("n1/0/0 File_write 1000", chosen());
        assertFalse(navigator.step(true), "there is nothing behind the last state, and Wait lies deeper");
        assertTrue(navigator.step(false));
        assertEquals("n1/0/0 Send 0", chosen());
    }

    @Test
    void stepsPassStatesThatNobodyCanTellApart() {
        StateTrack track = new StateTrack.Builder()
                .state(0, EPOCH, EPOCH + 1_000_000, 0)
                .state(0, EPOCH + 2_000_000, EPOCH + 2_000_000, 1)
                .state(0, EPOCH + 2_000_000, EPOCH + 2_000_000, 1)
                .state(0, EPOCH + 3_000_000, EPOCH + 4_000_000, 0)
                .build();
        Row row = new Row.Trace("n/0/0", "Rank 0", "n", 0, track, List.of());
        Interval whole = new Interval(EPOCH, EPOCH + 4_000_000);
        Run run = new Run("equal", Path.of("equal.proj"), whole, List.of(row), List.of("Host"), List.of());
        model.setRuns(List.of(run), RowQuery.standard());
        List<Long> starts = new ArrayList<>();
        for (boolean forward : new boolean[] {true, true, true, true, false, false, false}) {
            starts.add(
                    navigator.step(forward)
                            ? navigator
                                            .onCommonScale(model.chosen().orElseThrow())
                                            .startNanos()
                                    / 1_000_000
                            : -1);
        }
        assertEquals(List.of(0L, 2L, 3L, -1L, 2L, 0L, -1L), starts);
    }

    @Test
    void categoriesAreFollowedOverAllRowsAndBack() {
        navigator.step(true);
        List<String> seen = new ArrayList<>(List.of(chosen()));
        while (navigator.stepCategory(true)) {
            seen.add(chosen());
        }
        assertEquals(List.of("n1/0/0 Send 0", "n1/1/0 Send 1000"), seen);
        assertTrue(navigator.stepCategory(false));
        assertEquals("n1/0/0 Send 0", chosen());
    }

    @Test
    void theMarkedCategoryIsFollowedFromTheViewOrTheChosenState() {
        assertFalse(navigator.stepMarked(true), "none is marked");
        model.setMarked(TestRuns.numbers(model.categories().idOf("File_write")));
        assertTrue(navigator.stepMarked(true));
        assertEquals("n1/1/0 File_write 0", chosen(), "it begins with the view");
        assertTrue(navigator.stepMarked(true));
        assertEquals("n1/0/0 File_write 1000", chosen());
        assertFalse(navigator.stepMarked(true));
        model.setMarked(TestRuns.numbers(model.categories().idOf("Send")));
        assertTrue(navigator.stepMarked(false), "from a state of another name");
        assertEquals("n1/0/0 Send 0", chosen());
        model.setMarked(TestRuns.numbers(model.categories().idOf("Wait")));
        assertTrue(navigator.stepMarked(true), "inside of another state");
        assertEquals("n1/0/0 Wait 1500", chosen());
        model.setMarked(TestRuns.numbers(
                model.categories().idOf("File_write"), model.categories().idOf("Send")));
        assertTrue(navigator.stepMarked(false), "either of two");
        assertEquals("n1/1/0 Send 1000", chosen());
        assertTrue(navigator.stepMarked(false));
        assertEquals("n1/0/0 File_write 1000", chosen());
        model.setMarked(TestRuns.numbers(model.categories().idOf("Wait")));
        model.choose(null);
        model.go(model.viewport().select(0, 500_000_000L));
        assertFalse(navigator.stepMarked(false), "none begins before the end of the view");
    }

    @Test
    void whatLiesBelowClosedRowsIsFoundAndShown() {
        model.setAllOpen(false);
        model.setMarked(TestRuns.numbers(model.categories().idOf("Wait")));
        assertTrue(navigator.stepMarked(true));
        assertEquals("n1/0/0 Wait 1500", chosen());
        assertTrue(model.selectedIndex() > 0, "its row was opened");
        model.setAllOpen(false);
        model.choose(null);
        model.select("0:n1");
        assertTrue(navigator.step(true), "the first state in the chosen row");
        assertEquals("n1/0/0 Send 0", chosen());
        model.setAllOpen(false);
        assertTrue(navigator.stepCategory(true));
        assertEquals("n1/1/0 Send 1000", chosen());
    }

    @Test
    void whatIsHiddenIsPassedOverBelowClosedRows() {
        navigator.step(true);
        Occurrence send = model.chosen().orElseThrow();
        RowOrder hiding = RowOrder.standard().hide("0:n1/1/0");
        model.setOrder(hiding);
        model.setAllOpen(false);
        assertFalse(navigator.stepCategory(true), "the other Send is in a hidden row");
        assertEquals(hiding, model.order());
        model.setOrder(RowOrder.standard());
        model.setQuery(model.query().withFilter(row -> !row.path().equals("n1/1/0")));
        assertFalse(navigator.stepCategory(true), "it is in a row that is filtered out");
        assertEquals(send, model.chosen().orElseThrow());
        model.setQuery(model.query().withFilter(row -> true));
        assertTrue(navigator.stepCategory(true));
        assertEquals("n1/1/0 Send 1000", chosen());
    }

    @Test
    void whatIsIdleInTheViewIsPassedOverBelowClosedRows() throws Exception {
        open(TestProjects.chain(folder));
        model.go(model.viewport().select(1_500_000_000L, 2_000_000_000L));
        model.setOrder(RowOrder.standard().withHideIdle(true));
        model.setAllOpen(false);
        model.setMarked(TestRuns.numbers(model.categories().idOf("Recv")));
        assertFalse(navigator.stepMarked(false), "the rank that receives is idle now");
        model.setOrder(RowOrder.standard());
        assertTrue(navigator.stepMarked(false));
        assertEquals("c/1/0 Recv 0", chosen());
    }

    /** In order of what the search comes to: of one row and start events come first, then states by their depth, end and category. */
    @Test
    void whatBeginsTogetherIsGoneThroughOnceInEitherDirection() throws Exception {
        Path project = TestProjects.halves(folder);
        Files.writeString(
                folder.resolve("halves_n1_0_0.trc"),
                """
                <Program timeAdjustment='1300000000'>
                <Event name='mark' time='0.500000000'/>
                <Event name='other' time='0.500000000'/>
                <Seek time='0.500000000' end='0.500000000'/>
                <Open time='0.500000000' end='0.500000000'/>
                <Nested>
                 <Wait time='0.500000000' end='0.750000000'/>
                </Nested>
                <Send time='0.500000000' end='1.000000000'/>
                </Program>
                """);
        open(project);
        List<String> names = List.of("mark", "other", "Seek", "Open", "Send", "Wait");
        model.setMarked(TestRuns.numbers(
                names.stream().mapToInt(model.categories()::idOf).toArray()));
        List<String> forward = walk(true);
        List<String> backward = walk(false);
        Collections.reverse(backward);
        assertEquals(forward, backward);
        List<String> together = forward.stream()
                .filter(each -> each.endsWith(" 500"))
                .map(each -> each.substring(each.indexOf(' ') + 1, each.lastIndexOf(' ')))
                .toList();
        assertEquals(names.size(), together.size(), together.toString());
        assertEquals(Set.of("mark", "other"), Set.copyOf(together.subList(0, 2)));
        assertEquals(Set.of("Seek", "Open"), Set.copyOf(together.subList(2, 4)));
        assertEquals(List.of("Send", "Wait"), together.subList(4, 6));
    }

    @Test
    void anEventThatLiesInsideOfStatesIsNotComeToAgain() {
        Occurrence mark = new Occurrence(
                0,
                "n1/0/0",
                1,
                true,
                model.categories().idOf("mark"),
                new Interval(EPOCH + 250_000_000L, EPOCH + 250_000_000L));
        model.setMarked(TestRuns.numbers(mark.category()));
        model.choose(mark);
        assertFalse(navigator.stepMarked(false), "there is none before");
        assertTrue(navigator.stepMarked(true));
        assertEquals("n1/0/0 mark 1250", chosen());
    }

    /** All that is marked from one end of the run to the other; fails rather than walk in circles. */
    private List<String> walk(boolean forward) {
        model.choose(null);
        model.go(model.viewport().select(0, 2_000_000_000L));
        List<String> seen = new ArrayList<>();
        while (navigator.stepMarked(forward)) {
            seen.add(chosen());
            keys.add(model.chosen().orElseThrow().rowKey());
            assertTrue(seen.size() < 100, seen.toString());
        }
        return seen;
    }

    @Test
    void theViewFollowsAndUndoComesBack() {
        navigator.step(true);
        model.go(model.viewport().select(0, 100_000_000L));
        navigator.step(true);
        // File_write lasts 1 s, so the view is widened to 1.25 s around its middle at 1.5 s, cut to the run's end at 2
        // s.
        assertEquals(750_000_000L, model.visible().startNanos());
        assertEquals(2_000_000_000L, model.visible().endNanos());
        model.undo();
        assertEquals(100_000_000L, model.visible().endNanos());
    }

    /** The heading of interleaved runs holds what is no rank; ranks lie outside, one below the other. */
    @Test
    void interleavedRanksAreGoneThroughInTheOrderTheyAreSeen() {
        model.setRuns(
                List.of(ranksAndServer(), ranksAndServer()), RowQuery.standard().withInterleaved(true));
        model.setMarked(TestRuns.numbers(0));
        List<String> opened = rows(walk(true));
        assertEquals(List.of("0:n/0/0", "1:n/0/0", "0:n/1/0", "1:n/1/0", "0:n/s/0", "1:n/s/0"), opened);
        model.toggleRow("0:");
        RowQuery closed = model.query();
        assertEquals(List.of("0:n/0/0", "1:n/0/0", "0:n/1/0", "1:n/1/0", "0:n/s/0", "1:n/s/0"), rows(walk(true)));
        model.setQuery(closed);
        model.choose(null);
        assertTrue(navigator.stepMarked(true));
        assertEquals(closed.toggled(), model.query().toggled(), "nothing hides the rank");
    }

    private static Run ranksAndServer() {
        StateTrack track = new StateTrack.Builder()
                .state(0, EPOCH, EPOCH + 2_000_000_000L, 0)
                .build();
        List<Row> rows = new ArrayList<>();
        for (int rank : new int[] {0, 1}) {
            rows.add(new Row.Trace("n/" + rank + "/0", "Rank " + rank, "n", rank, track, List.of()));
        }
        rows.add(new Row.Trace("n/s/0", "Server", "n", -1, track, List.of()));
        Interval whole = new Interval(EPOCH, EPOCH + 2_000_000_000L);
        return new Run("pair", Path.of("pair.proj"), whole, rows, List.of("Host"), List.of());
    }

    private List<String> rows(List<String> walked) {
        return List.copyOf(keys.subList(keys.size() - walked.size(), keys.size()));
    }

    @Test
    void aClosedRowIsOpened() {
        model.setAllOpen(false);
        navigator.show(
                new Occurrence(0, "n1/1/0", 0, false, 0, model.runs().get(0).interval()));
        assertTrue(model.selectedIndex() > 0);
    }
}

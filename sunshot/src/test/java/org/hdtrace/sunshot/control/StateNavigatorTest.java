// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.hdtrace.sunshot.TestProjects;
import org.hdtrace.sunshot.TestRuns;
import org.hdtrace.sunshot.model.CategoryTable;
import org.hdtrace.sunshot.model.LoadMonitor;
import org.hdtrace.sunshot.model.Occurrence;
import org.hdtrace.sunshot.model.RunLoader;
import org.hdtrace.sunshot.model.StateFilter;
import org.hdtrace.sunshot.query.RowQuery;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StateNavigatorTest {
    @TempDir
    private Path folder;

    private final ViewModel model = new ViewModel(new CategoryTable());
    private final StateNavigator navigator = new StateNavigator(model);

    @BeforeEach
    void load() throws Exception {
        Path project = TestProjects.halvesWithEvents(folder);
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

    @Test
    void aClosedRowIsOpened() {
        model.setAllOpen(false);
        navigator.show(
                new Occurrence(0, "n1/1/0", 0, false, 0, model.runs().get(0).interval()));
        assertTrue(model.selectedIndex() > 0);
    }
}

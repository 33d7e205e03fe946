// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import javax.swing.JComponent;
import org.hdtrace.sunshot.TestProjects;
import org.hdtrace.sunshot.control.RowSort;
import org.hdtrace.sunshot.model.CategoryColors;
import org.hdtrace.sunshot.model.Mapping;
import org.hdtrace.sunshot.query.VisibleRow;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Sorting, dragging, pinning and hiding rows in the window (SUNSHOT V-07). */
class RowsWindowTest extends OpenWindow {
    private List<String> titles() {
        return driver.model().rows().stream().map(VisibleRow::title).toList();
    }

    @Tag("V-07")
    @Test
    void aRowIsDraggedBelowAnother() throws Exception {
        assertEquals(List.of("Rank 0", "Rank 1"), titles().subList(1, 3));
        driver.dragRow("Rank 0", "Rank 1");
        driver.await("they changed places", () -> titles().subList(1, 3).equals(List.of("Rank 1", "Rank 0")));
        driver.run(Command.SORT_AS_ARRANGED);
        assertEquals(List.of("Rank 0", "Rank 1"), titles().subList(1, 3));
    }

    private List<String> ranks() {
        return titles().stream().filter(title -> title.startsWith("Rank ")).toList();
    }

    @Tag("V-07")
    @Test
    void aRowGoesWhereTheMouseLetsItGoUpOrDown() throws Exception {
        driver.load(TestProjects.ranks(folder.resolve("five"), 5));
        assertEquals(List.of("Rank 0", "Rank 1", "Rank 2", "Rank 3", "Rank 4"), ranks());
        driver.dragRow("Rank 4", "Rank 1");
        driver.await("it goes up", () -> ranks().equals(List.of("Rank 0", "Rank 4", "Rank 1", "Rank 2", "Rank 3")));
        driver.dragRow("Rank 0", "Rank 2");
        List<String> moved = List.of("Rank 4", "Rank 1", "Rank 2", "Rank 0", "Rank 3");
        driver.await("another goes down", () -> ranks().equals(moved));
        driver.dragRow("Rank 4", "n");
        assertEquals(moved, WindowDriver.compute(this::ranks), "its host is no place for it");
        driver.run(Command.CLOSE);
        WindowDriver.awaitSessions();
        driver.load(folder.resolve("five").resolve("ranks.proj"));
        driver.await("as it was left", () -> ranks().equals(moved));
    }

    /** Rank 1 does nothing in the first second. */
    @Tag("V-07")
    @Test
    void rowsWithoutStatesInViewAreHiddenAndComeBack() throws Exception {
        Path project = TestProjects.halves(folder.resolve("late"));
        Files.writeString(
                project.resolveSibling("halves_n1_1_0.trc"),
                "<Program timeAdjustment='1300000000'><Send size='10' toRank='0' time='1.0' end='2.0'/></Program>");
        driver.load(project);
        List<String> all = WindowDriver.compute(this::titles);
        assertTrue(all.containsAll(List.of("Rank 0", "Rank 1", "CPU_TOTAL")), all.toString());
        driver.run(Command.HIDE_IDLE);
        assertTrue(driver.menuItem("menu.HIDE_IDLE").isSelected());
        assertEquals(all, WindowDriver.compute(this::titles), "all of it is seen");
        List<String> busy = new ArrayList<>(all);
        busy.remove("Rank 1");
        see(0, 900);
        assertEquals(busy, WindowDriver.compute(this::titles), "statistics and hosts stay");
        driver.awaitPicture();
        assertEquals(
                0,
                WindowDriver.compute(() -> Painted.pixels(
                        driver.component("timelines", JComponent.class), CategoryColors.colorOf("File_write"))));
        see(500, 1100);
        assertEquals(all, WindowDriver.compute(this::titles), "it begins in view");
        see(0, 900);
        driver.run(Command.HIDE_IDLE);
        assertEquals(all, WindowDriver.compute(this::titles), "nothing is hidden any more");
    }

    private void see(long fromMillis, long toMillis) throws Exception {
        driver.onEventThread(() ->
                driver.model().go(driver.model().viewport().select(fromMillis * 1_000_000, toMillis * 1_000_000)));
    }

    @Tag("S-10")
    @Tag("S-11")
    @Tag("V-07")
    @Test
    void theChosenRowIsPinnedHiddenAndShownAgain() throws Exception {
        driver.onEventThread(() -> driver.model().select("0:n1/1/0"));
        driver.run(Command.PIN_ROW);
        assertEquals("Rank 1", titles().get(0));
        driver.run(Command.HIDE_ROW);
        assertEquals(-1, titles().indexOf("Rank 1"));
        driver.run(Command.SHOW_ROWS);
        driver.run(Command.PIN_ROW);
        assertEquals(List.of("n1", "Rank 0", "Rank 1"), titles().subList(0, 3));
    }

    @Tag("S-10")
    @Tag("S-11")
    @Test
    void allPickedRowsAreHiddenAndTheNodeThatTheyLeaveEmpty() throws Exception {
        driver.run(Command.MAP_RECORDED);
        List<String> all = titles();
        driver.onEventThread(() -> driver.window().stage().setPicked(Set.of("0:n1/0/0", "0:n1/1/0")));
        driver.run(Command.HIDE_ROW);
        assertEquals("Utilization", titles().get(1));
        assertEquals(Set.of(), driver.window().stage().picked());
        driver.onEventThread(() -> driver.model().select("0:n1/Utilization"));
        driver.run(Command.HIDE_ROW);
        assertEquals(List.of(), titles(), "nothing is left of the host");
        driver.run(Command.SHOW_ROWS);
        assertEquals(all, titles());
    }

    @Tag("V-07")
    @Test
    void sortingByBusyTimeCountsInTheBackground() throws Exception {
        // In the whole run both ranks are busy all the time; the sort must arrive all the same.
        driver.run(Command.SORT_BUSY);
        driver.await("sorted", () -> driver.model().order().sort() == RowSort.BUSY);
        driver.run(Command.SORT_STATISTIC);
        driver.type("statisticChooser.field", "cpu");
        driver.press("statisticChooser.field", "ENTER");
        driver.await("sorted", () -> driver.model().order().sort() == RowSort.STATISTIC);
    }

    @Tag("S-36")
    @Tag("V-07")
    @Test
    void everyMappingIsInMenuAndBox() throws Exception {
        for (Mapping mapping : Mapping.values()) {
            driver.run(Command.of(mapping));
            assertEquals(mapping, driver.model().query().mapping());
        }
    }
}

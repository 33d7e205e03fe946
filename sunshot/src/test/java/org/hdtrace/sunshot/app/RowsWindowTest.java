// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Set;
import org.hdtrace.sunshot.control.RowSort;
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

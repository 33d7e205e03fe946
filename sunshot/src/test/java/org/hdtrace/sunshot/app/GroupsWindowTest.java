// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.event.KeyEvent;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import javax.swing.JButton;
import javax.swing.JTextField;
import org.hdtrace.sunshot.TestProjects;
import org.hdtrace.sunshot.query.VisibleRow;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Groups of rows in the window (SUNSHOT V-07). */
class GroupsWindowTest extends OpenWindow {
    private List<String> titles() {
        return driver.model().rows().stream().map(VisibleRow::title).toList();
    }

    private boolean enabled(Command command) {
        return driver.window().actions().get(command).isEnabled();
    }

    private void name(String name) throws Exception {
        driver.await("the name is asked for", () -> driver.dialog("groupDialog") != null);
        driver.onEventThread(() -> {
            driver.inDialog("groupDialog", "group.name", JTextField.class).setText(name);
            driver.inDialog("groupDialog", "group.apply", JButton.class).doClick();
        });
    }

    @Tag("V-07")
    @Test
    void chosenRowsAreGroupedNamedClosedKeptAndTakenApart() throws Exception {
        List<String> usual = WindowDriver.compute(this::titles);
        driver.click("tree", 0.5, driver.rowPlace("Rank 0"));
        driver.await("one row is chosen", () -> driver.model().selectedKey().equals("0:n1/0/0"));
        driver.holding(KeyEvent.VK_CONTROL, () -> driver.click("tree", 0.5, driver.rowPlace("Rank 1")));
        Set<String> both = Set.of("0:n1/0/0", "0:n1/1/0");
        driver.await("two are", () -> driver.window().stage().picked().equals(both));
        driver.press("timelines", "ctrl shift G");
        name("Pair");
        driver.await("they lie below their group", () -> titles().subList(0, 4)
                .equals(List.of("n1", "Pair", "Rank 0", "Rank 1")));
        assertTrue(WindowDriver.compute(() -> driver.window().stage().picked().isEmpty()));
        driver.clickMark("Pair");
        driver.await("it is closed", () -> !titles().contains("Rank 0"));
        driver.press("timelines", "F2");
        name("Both ranks");
        driver.await("it has another name", () -> titles().get(1).equals("Both ranks"));
        driver.run(Command.CLOSE);
        WindowDriver.awaitSessions();
        driver.load(folder.resolve("p").resolve("halves.proj"));
        driver.await("as it was left", () -> titles().get(1).equals("Both ranks") && !titles().contains("Rank 0"));
        driver.onEventThread(() -> driver.model().select("0:/group 1"));
        driver.press("timelines", "shift G");
        driver.await("all are where they were", () -> titles().equals(usual));
    }

    @Tag("V-07")
    @Test
    void groupsStayBesideAnotherProjectAndAreNotMadeBetweenRanksOfBoth() throws Exception {
        driver.onEventThread(() -> driver.model().select("0:n1/1/0"));
        driver.press("timelines", "ctrl shift G");
        name("Alone");
        driver.await("there is a group", () -> titles().contains("Alone"));
        Path other = TestProjects.halves(folder.resolve("other"));
        driver.onEventThread(() -> driver.window().open(List.of(other), true));
        driver.await("both are open", () -> driver.model().runs().size() == 2);
        assertTrue(WindowDriver.compute(() -> titles().contains("Alone")), "the first run keeps its group");
        driver.onEventThread(() -> driver.model().select("0:/group 1"));
        assertTrue(WindowDriver.compute(() -> enabled(Command.UNGROUP)));
        driver.onEventThread(
                () -> driver.model().setQuery(driver.model().query().withInterleaved(true)));
        assertFalse(WindowDriver.compute(() -> enabled(Command.UNGROUP)));
        driver.onEventThread(() -> driver.model().select("0:n1/0/0"));
        assertTrue(WindowDriver.compute(() -> driver.model().selectedIndex()) >= 0);
        assertFalse(WindowDriver.compute(() -> enabled(Command.GROUP_ROWS)), "no group would be seen");
        driver.onEventThread(
                () -> driver.model().setQuery(driver.model().query().withInterleaved(false)));
        assertTrue(WindowDriver.compute(() -> enabled(Command.GROUP_ROWS)));
    }

    @Tag("V-07")
    @Test
    void aRowOrRangeIsChosenByMouseAndKey() throws Exception {
        driver.click("tree", 0.5, driver.rowPlace("Rank 0"));
        driver.holding(KeyEvent.VK_SHIFT, () -> driver.click("tree", 0.5, driver.rowPlace("Utilization")));
        driver.await(
                "all between are chosen", () -> driver.window().stage().picked().size() == 3);
        driver.click("tree", 0.5, driver.rowPlace("Rank 1"));
        driver.await("only one is", () -> driver.window().stage().picked().isEmpty());
        driver.press("timelines", "Y");
        driver.await("a key chooses", () -> driver.window().stage().picked().equals(Set.of("0:n1/1/0")));
        driver.press("timelines", "Y");
        driver.await("and lets go", () -> driver.window().stage().picked().isEmpty());
        driver.onEventThread(() -> driver.model().select(""));
        driver.await("nothing to group", () -> !enabled(Command.GROUP_ROWS));
        driver.press("timelines", "Y");
        driver.holding(KeyEvent.VK_SHIFT, () -> driver.click("tree", 0.5, driver.rowPlace("Rank 0")));
        driver.await("a row that was picked only", () -> enabled(Command.GROUP_ROWS));
        assertEquals(Set.of("0:n1/0/0"), driver.window().stage().picked());
        assertFalse(WindowDriver.compute(() -> enabled(Command.UNGROUP)));
        assertEquals(0, driver.model().query().groups().size());
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import javax.swing.JCheckBox;
import javax.swing.JComponent;
import javax.swing.JTabbedPane;
import javax.swing.JTable;
import javax.swing.JTextField;
import org.hdtrace.sunshot.TestProjects;
import org.hdtrace.sunshot.dock.DockSide;
import org.hdtrace.sunshot.model.CategoryColors;
import org.hdtrace.sunshot.paint.Theme;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Searching states and events in the window (SUNSHOT V-04, S-48, S-50). */
class SearchWindowTest extends OpenWindow {
    @Override
    Path project(Path target) throws IOException {
        return TestProjects.halvesWithEvents(target);
    }

    @BeforeEach
    void openPanel() throws Exception {
        driver.run(Command.SEARCH);
        driver.await("the panel is shown", () -> driver.shown("search.field"));
    }

    private void search(String text, String foot) throws Exception {
        driver.onEventThread(
                () -> driver.component("search.field", JTextField.class).setText(""));
        driver.type("search.field", text);
        driver.accept("search.field");
        driver.await(foot, () -> driver.text("search.foot").equals(foot));
    }

    @Tag("S-20")
    @Tag("S-22")
    @Tag("S-48")
    @Tag("V-04")
    @Test
    void hitsAreListedCountedAndVisitedInTurn() throws Exception {
        search("size > 5", "4 hits");
        driver.run(Command.NEXT_HIT);
        assertEquals("0:n1/0/0", driver.model().selectedKey());
        assertEquals(0, driver.model().chosen().orElseThrow().depth());
        driver.run(Command.PREVIOUS_HIT);
        JTable table = driver.component("search.hits", JTable.class);
        assertEquals(3, table.getSelectedRow(), "before the first comes the last");
        assertEquals("n1/1/0", driver.model().chosen().orElseThrow().path());
    }

    @Tag("V-04")
    @Test
    void thereIsNoNextHitUntilOneIsFound() throws Exception {
        String none = "off: There are no hits";
        assertEquals(List.of(none, none), missing());
        search("size > 5", "4 hits");
        assertEquals(List.of("", ""), missing());
        search("size > 5000", "0 hits");
        assertEquals(List.of(none, none), missing());
        search("size > 5", "4 hits");
        driver.run(Command.CLOSE);
        assertEquals(List.of("off: No project is open", "off: No project is open"), missing());
    }

    @Tag("V-04")
    @Test
    void nextHitSearchesWhatWasNotYetSearched() throws Exception {
        long second = 1_000_000_000L;
        driver.onEventThread(() -> driver.model().go(driver.model().viewport().select(second, 2 * second)));
        driver.type("search.field", "size > 5");
        driver.press("search.field", "F3");
        driver.await(
                "it is at the first hit that is seen",
                () -> driver.model()
                                .chosen()
                                .filter(chosen -> chosen.time().startNanos()
                                        == second
                                                + driver.model()
                                                        .runs()
                                                        .get(0)
                                                        .interval()
                                                        .startNanos())
                                .isPresent()
                        && driver.text("search.foot").equals("4 hits"));
        assertEquals(List.of("", ""), missing());
    }

    @Tag("V-04")
    @Test
    void nextHitSearchesOnceWhatIsNotThere() throws Exception {
        driver.type("search.field", "size > 5000");
        assertEquals(List.of("", ""), missing());
        driver.press("search.field", "F3");
        driver.await("nothing is found", () -> driver.text("search.foot").equals("0 hits"));
        String none = "off: There are no hits";
        assertEquals(List.of(none, none), missing());
        driver.type("search.field", " | phase = 2");
        assertEquals(List.of("", ""), missing());
        driver.run(Command.NEXT_HIT);
        driver.await("the other text is searched", () -> driver.model().chosen().isPresent());
        assertEquals("1 hit", driver.text("search.foot"));
    }

    /** Whether the items for the next hit and the one before are off, and their tips. */
    private List<String> missing() throws Exception {
        return WindowDriver.compute(() -> Stream.of("menu.NEXT_HIT", "menu.PREVIOUS_HIT")
                .map(driver::menuItem)
                .map(item -> (item.isEnabled() ? "" : "off: ") + Objects.requireNonNullElse(item.getToolTipText(), ""))
                .toList());
    }

    @Tag("S-21")
    @Test
    void theFirstHitIsTheFirstOfWhatIsSeen() throws Exception {
        long second = 1_000_000_000L;
        driver.onEventThread(() -> driver.model().go(driver.model().viewport().select(second, 2 * second)));
        search("size > 5", "4 hits");
        driver.run(Command.NEXT_HIT);
        long start = driver.model().chosen().orElseThrow().time().startNanos();
        assertEquals(second, start - driver.model().runs().get(0).interval().startNanos());
    }

    /** As in Jumpshot-4, in marked timelines only, with a frame around what was found (SUNSHOT 1.5). */
    @Tag("S-50")
    @Test
    void theSearchStaysInTheChosenRowsAndFramesWhatItFinds() throws Exception {
        driver.onEventThread(
                () -> driver.component("search.within", JCheckBox.class).setSelected(true));
        driver.onEventThread(() -> driver.model().select(""));
        search("size > 5", "No row is chosen in the tree");
        driver.onEventThread(() -> driver.model().select("0:n1/1/0"));
        search("size > 5", "2 hits in Rank 1");
        driver.run(Command.NEXT_HIT);
        driver.run(Command.NEXT_HIT);
        assertEquals("n1/1/0", driver.model().chosen().orElseThrow().path());
        driver.await("a frame is around it", () -> framed() > 200);
        driver.onEventThread(() -> driver.model().choose(null));
        driver.await("the frame was that of the hit", () -> framed() == 0);
        driver.run(Command.COLLAPSE);
        driver.onEventThread(() -> driver.model().select("0:n1"));
        search("size > 5", "4 hits in n1");
        driver.run(Command.EXPAND);
        driver.onEventThread(() -> driver.window().stage().setPicked(Set.of("0:n1/0/0", "0:n1/1/0")));
        search(".category = Wait | .value > 50", "1 hit in 2 rows");
        search("size > 5000", "0 hits in 2 rows");
        assertFalse(WindowDriver.compute(() -> driver.menuItem("menu.NEXT_HIT").isEnabled()));
        driver.onEventThread(() -> driver.window().stage().setPicked(Set.of("0:n1/0/0")));
        assertTrue(WindowDriver.compute(() -> driver.menuItem("menu.NEXT_HIT").isEnabled()), "not searched there");
        driver.onEventThread(
                () -> driver.component("search.within", JCheckBox.class).setSelected(false));
        search("size > 5", "4 hits");
    }

    /** Pixels of the frame around the chosen state. */
    private int framed() {
        return Painted.pixels(driver.component("timelines", JComponent.class), Theme.LIGHT.mark());
    }

    @Tag("S-48")
    @Test
    void whereAFilterTookTheHitsAwayThePanelSaysSo() throws Exception {
        search("size > 5", "4 hits");
        driver.type("filter", ".category = Send");
        driver.press("filter", "ENTER");
        String told = "Other states are shown now: Enter searches again";
        driver.await(told, () -> driver.text("search.foot").equals(told));
        driver.accept("search.field");
        driver.await("of those that passed", () -> driver.text("search.foot").equals("2 hits"));
    }

    @Tag("V-06")
    @Test
    void hitsHaveTicksInMinimapAndRulerAlsoWhereNoRowIsSeen() throws Exception {
        driver.await("the minimap is painted", () -> pixels("minimap", CategoryColors.colorOf("File_write")) > 1000);
        int before = WindowDriver.compute(() -> ticks("minimap"));
        int ruler = WindowDriver.compute(() -> ticks("ruler"));
        driver.run(Command.COLLAPSE);
        search(".category = Wait", "1 hit");
        driver.await("the minimap has a tick", () -> ticks("minimap") > before);
        driver.await("the ruler has a tick", () -> ticks("ruler") > ruler);
        driver.onEventThread(() -> driver.model().go(driver.model().viewport().select(0, 1_000_000_000L)));
        driver.await("it lies beyond the view", () -> ticks("ruler") == ruler);
        driver.run(Command.HOME);
        driver.onEventThread(
                () -> driver.component("search.field", JTextField.class).setText(""));
        driver.accept("search.field");
        driver.await("an empty text takes it away", () -> ticks("minimap") == before);
    }

    private int ticks(String component) {
        return pixels(component, Theme.LIGHT.accent());
    }

    private int pixels(String component, int rgb) {
        return Painted.pixels(driver.component(component, JComponent.class), rgb);
    }

    @Tag("S-50")
    @Test
    void eventsAreHitsToo() throws Exception {
        search("phase = 2", "1 hit");
        driver.run(Command.NEXT_HIT);
        assertTrue(driver.model().chosen().orElseThrow().event());
    }

    @Tag("S-48")
    @Test
    void aBadTextTurnsTheFieldRedWithTheReason() throws Exception {
        driver.type("search.field", "size > many");
        JTextField field = driver.component("search.field", JTextField.class);
        assertEquals("error", field.getClientProperty("JComponent.outline"));
        assertEquals("filter: column 7: expected a number", driver.text("search.foot"));
        driver.onEventThread(() -> field.setText("size > 4"));
        assertEquals(null, field.getClientProperty("JComponent.outline"));
    }

    @Tag("V-04")
    @Test
    void anUnreadableTraceIsToldAndTheOthersAreSearched() throws Exception {
        Path trace = driver.model().runs().get(0).file().resolveSibling("halves_n1_1_0.trc");
        Files.writeString(trace, "");
        driver.type("search.field", "size > 5");
        driver.accept("search.field");
        driver.await("the file is told", () -> driver.text("search.foot").contains("not all was searched"));
        assertEquals(
                "2 hits; not all was searched: " + trace + ": byte 0: the file is empty", driver.text("search.foot"));
    }

    @Tag("V-02")
    @Test
    void thePanelMovesClosesAndComesBack() throws Exception {
        driver.onEventThread(() -> driver.window().dock().move("search", DockSide.LEFT));
        driver.await(
                "it is at the left",
                () -> driver.component("dock.left", JTabbedPane.class).getTabCount() == 1);
        driver.onEventThread(() -> driver.window().dock().setShown("search", false));
        assertTrue(!driver.exists("search.field"));
        driver.run(Command.SEARCH);
        driver.await("it is back", () -> driver.shown("search.field"));
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import javax.swing.JLabel;
import javax.swing.JList;
import javax.swing.JMenuItem;
import javax.swing.JTextField;
import javax.swing.UIManager;
import org.hdtrace.sunshot.TestProjects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Finding commands and rows by a few letters (SUNSHOT V-04). */
class FindWindowTest extends OpenWindow {
    @Tag("V-04")
    @Test
    void thePaletteRunsTheActionOfTheMenu() throws Exception {
        driver.press("timelines", "ctrl shift P");
        driver.await("the palette is shown", () -> driver.shown("palette.field"));
        driver.type("palette.field", "close all rows");
        int rows = driver.model().rows().size();
        driver.press("palette.field", "ENTER");
        driver.await("all is closed", () -> driver.model().rows().size() < rows);
        assertFalse(driver.exists("palette"), "the palette goes away");
    }

    @Tag("V-04")
    @Test
    void thePaletteKnowsOtherWordsForACommand() throws Exception {
        driver.run(Command.PALETTE);
        driver.type("palette.field", "offset");
        JList<?> list = driver.component("palette.list", JList.class);
        driver.await("the best is chosen", () -> list.getModel().getSize() < 10);
        assertEquals("Rows: Move row in time…", titleAt(list, 0), "it is shown by its own name");
        driver.press("palette.field", "ESCAPE");
    }

    @Tag("S-25")
    @Test
    void menuToolBarAndPaletteShareOneAction() throws Exception {
        JMenuItem item = driver.menuItem("menu.NESTED");
        assertEquals(driver.window().actions().get(Command.NESTED), item.getAction());
        assertTrue(item.isSelected());
        driver.run(Command.NESTED);
        driver.await("the menu shows it", () -> !item.isSelected());
        assertFalse(driver.model().nested());
    }

    @Test
    void lettersInAFieldAreNoCommands() throws Exception {
        driver.run(Command.PALETTE);
        long version = driver.model().version();
        driver.type("palette.field", "wasdfnez+-.,");
        assertEquals(
                "wasdfnez+-.,",
                driver.component("palette.field", JTextField.class).getText());
        assertEquals(version, driver.model().version(), "neither letters nor signs have moved the view");
        driver.press("palette.field", "ESCAPE");
        assertFalse(driver.exists("palette"));
    }

    @Tag("V-04")
    @Test
    void theRowFinderOpensWhatHidesARow() throws Exception {
        driver.run(Command.COLLAPSE);
        driver.run(Command.FIND_ROW);
        driver.type("rowFinder.field", "/rank 1/");
        assertEquals("1 of 6", driver.component("rowFinder.foot", JLabel.class).getText());
        driver.press("rowFinder.field", "ENTER");
        driver.await("the row is chosen", () -> driver.model().selectedIndex() >= 0);
        assertEquals("0:n1/1/0", driver.model().selectedKey());
    }

    @Test
    void rowsOfRunsOfOneNameAreToldApart() throws Exception {
        Path other = TestProjects.halves(folder.resolve("q"));
        driver.onEventThread(() -> driver.window().open(List.of(other), true));
        driver.await("both are open", () -> driver.model().runs().size() == 2);
        driver.run(Command.FIND_ROW);
        driver.type("rowFinder.field", "/rank 1/");
        JList<?> list = driver.component("rowFinder.list", JList.class);
        driver.await("one of each run", () -> list.getModel().getSize() == 2);
        assertEquals("halves (p): n1/1/0  (Rank 1)", titleAt(list, 0));
        assertEquals("halves (q): n1/1/0  (Rank 1)", titleAt(list, 1));
        driver.press("rowFinder.field", "ESCAPE");
    }

    /** The field has the keys, but the line is what Enter takes. */
    @Tag("V-04")
    @Test
    void theLineThatEnterTakesStandsOut() throws Exception {
        driver.run(Command.PALETTE);
        JList<?> list = driver.component("palette.list", JList.class);
        driver.await("the first is chosen", () -> list.getSelectedIndex() == 0);
        int chosen = WindowDriver.compute(
                        () -> UIManager.getColor("List.selectionBackground").getRGB())
                & 0xFFFFFF;
        driver.await("it has the colour of what is chosen", () -> Painted.pixels(list, chosen) > 1000);
        driver.press("palette.field", "ESCAPE");
    }

    private static String titleAt(JList<?> list, int index) {
        return ((QuickChooser.Choice) list.getModel().getElementAt(index)).title();
    }

    @Test
    void aBadExpressionTurnsTheFieldRedWithTheReason() throws Exception {
        driver.run(Command.FIND_ROW);
        driver.type("rowFinder.field", "/n[/");
        assertEquals(
                "error", driver.component("rowFinder.field", JTextField.class).getClientProperty("JComponent.outline"));
        assertTrue(driver.text("rowFinder.foot").startsWith("not a regular expression"));
    }

    @Test
    void aSilentCounterIsFoundAndShown() throws Exception {
        driver.run(Command.FIND_ROW);
        driver.type("rowFinder.field", "idle");
        driver.press("rowFinder.field", "ENTER");
        driver.await("IDLE is shown", () -> driver.model().selectedIndex() >= 0);
        assertTrue(driver.model().silentShown());
    }
}

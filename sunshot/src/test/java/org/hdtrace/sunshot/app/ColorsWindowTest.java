// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import javax.swing.JButton;
import javax.swing.JTable;
import javax.swing.JTextField;
import org.hdtrace.sunshot.TestRuns;
import org.hdtrace.sunshot.model.CategoryColors;
import org.hdtrace.sunshot.model.CategoryTable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Colours that a user changed are kept for this user (SUNSHOT V-15). */
class ColorsWindowTest extends OpenWindow {
    private int colorOf(String name) {
        return driver.model()
                .categories()
                .get(driver.model().categories().idOf(name))
                .rgb();
    }

    @Tag("S-56")
    @Tag("V-15")
    @Test
    void aChangedColourComesBackInTheNextWindow() throws Exception {
        int send = driver.model().categories().idOf("Send");
        driver.onEventThread(() -> driver.window().colors().set(send, 0x123456));
        assertEquals(0x123456, colorOf("Send"));
        driver.close();
        assertEquals(List.of("#123456 Send"), Files.readAllLines(folder.resolve("colors")));
        driver = WindowDriver.openHalves(folder);
        assertEquals(0x123456, colorOf("Send"));
        assertEquals(CategoryColors.colorOf("Wait"), colorOf("Wait"), "others keep the colour of their name");
    }

    @Tag("S-56")
    @Test
    void theUsualColourIsNotKept() throws Exception {
        int send = driver.model().categories().idOf("Send");
        driver.onEventThread(() -> driver.model().setMarked(TestRuns.numbers(send)));
        driver.onEventThread(() -> driver.window().colors().set(send, 0x123456));
        WindowDriver.awaitSessions();
        driver.run(Command.DEFAULT_COLOR);
        assertEquals(CategoryColors.colorOf("Send"), colorOf("Send"));
        WindowDriver.awaitSessions();
        assertTrue(Files.readAllLines(folder.resolve("colors")).isEmpty());
    }

    private void rename(String shown) throws Exception {
        driver.run(Command.RENAME_STATE);
        driver.await("the name is asked for", () -> driver.dialog("categoryDialog") != null);
        driver.onEventThread(() -> {
            driver.inDialog("categoryDialog", "category.name", JTextField.class).setText(shown);
            driver.inDialog("categoryDialog", "category.apply", JButton.class).doClick();
        });
        WindowDriver.awaitSessions();
    }

    private boolean legendShows(String title) {
        JTable legend = driver.component("legend", JTable.class);
        return IntStream.range(0, legend.getRowCount()).anyMatch(line -> title.equals(legend.getValueAt(line, 1)));
    }

    @Test
    void aStateIsShownByTheNameThatTheUserGaveIt() throws Exception {
        int send = driver.model().categories().idOf("Send");
        assertFalse(driver.window().actions().get(Command.RENAME_STATE).isEnabled());
        driver.onEventThread(() -> driver.model().setMarked(TestRuns.numbers(send)));
        rename("To the neighbour");
        assertEquals("Send", driver.model().categories().get(send).name(), "filters and searches know this one");
        driver.await("the legend has it", () -> legendShows("To the neighbour") && !legendShows("Send"));
        assertEquals(List.of("Send\tTo the neighbour"), Files.readAllLines(folder.resolve("colors")));
        driver.close();
        driver = WindowDriver.openHalves(folder);
        int again = driver.model().categories().idOf("Send");
        assertEquals("To the neighbour", driver.model().categories().get(again).title());
        driver.onEventThread(() -> driver.model().setMarked(TestRuns.numbers(again)));
        rename("Send");
        assertEquals(List.of(), Files.readAllLines(folder.resolve("colors")), "its own name is the usual one");
    }

    @Test
    void linesThatAreNoneAreLeftOut() throws Exception {
        Path file = Files.writeString(
                folder.resolve("other"),
                "#00ff00 File write\nred Send\n#12 x\nSend\tHalo = all\nRecv\t\n\tx\noperator==\tequal\n");
        CategoryTable read = new UserCategories(file).read();
        assertEquals(Map.of("File write", 0x00FF00), read.changedColors());
        assertEquals(Map.of("Send", "Halo = all", "operator==", "equal"), read.changedTitles());
        CategoryTable none = new UserCategories(folder.resolve("missing")).read();
        assertEquals(Map.of(), none.changedColors());
        assertEquals(Map.of(), none.changedTitles());
    }

    @Test
    void withoutAMarkedCategoryThereIsNothingToColour() {
        assertFalse(driver.window().actions().get(Command.COLOR).isEnabled());
    }
}

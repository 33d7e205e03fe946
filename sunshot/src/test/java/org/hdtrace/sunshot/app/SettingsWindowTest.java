// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.formdev.flatlaf.FlatLaf;
import java.awt.event.KeyEvent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import javax.swing.JButton;
import javax.swing.JCheckBox;
import javax.swing.JComboBox;
import javax.swing.JSpinner;
import org.hdtrace.sunshot.paint.DenseStyle;
import org.hdtrace.sunshot.paint.SeriesStyle;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The settings of a user (SUNSHOT S-61). */
class SettingsWindowTest extends OpenWindow {
    private Path file() {
        return folder.resolve("settings");
    }

    private void open() throws Exception {
        driver.run(Command.SETTINGS);
        driver.await("they are asked for", () -> driver.dialog("settings") != null);
    }

    private void push(String button) throws Exception {
        JButton found = driver.inDialog("settings", button, JButton.class);
        driver.onEventThread(found::doClick);
    }

    @Tag("S-61")
    @Test
    void settingsAreTriedAndKeptAndEachHasAnEffect() throws Exception {
        open();
        driver.onEventThread(() -> {
            driver.inDialog("settings", "settings.theme", JComboBox.class).setSelectedItem("dark");
            driver.inDialog("settings", "settings.mouse", JComboBox.class).setSelectedItem(MouseMode.HAND);
            driver.inDialog("settings", "settings.statistics", JComboBox.class).setSelectedItem(SeriesStyle.BARS);
            driver.inDialog("settings", "settings.dense", JComboBox.class).setSelectedItem(DenseStyle.ALL);
            driver.inDialog("settings", "settings.minimap", JComboBox.class).setSelectedItem(MinimapMode.CONCURRENCY);
            driver.inDialog("settings", "settings.nested", JCheckBox.class).setSelected(false);
            driver.inDialog("settings", "settings.zeroTime", JCheckBox.class).setSelected(true);
            driver.inDialog("settings", "settings.rowHeight", JSpinner.class).setValue(200);
            driver.inDialog("settings", "settings.leastDrag", JSpinner.class).setValue(9);
        });
        int height = driver.rowPlace("Rank 0")[2];
        push("settings.apply");
        assertTrue(WindowDriver.compute(FlatLaf::isLafDark));
        assertFalse(driver.model().nested());
        assertTrue(driver.rowPlace("Rank 0")[2] > 3 * height / 2, "taller rows");
        for (Command command : List.of(
                Command.MOUSE_HAND,
                Command.STATISTICS_BARS,
                Command.DENSE_ALL,
                Command.MINIMAP_CONCURRENCY,
                Command.ZERO_TIME)) {
            assertTrue(driver.menuItem("menu." + command).isSelected(), command + " is what the menu says, too");
        }
        assertEquals(9, driver.window().stage().leastDrag());
        assertFalse(Files.exists(file()), "only tried");
        push("settings.save");
        WindowDriver.awaitSessions();
        Settings kept = new UserSettings(file()).read();
        assertEquals(
                new Settings(
                        "dark",
                        MouseMode.HAND,
                        SeriesStyle.BARS,
                        DenseStyle.ALL,
                        MinimapMode.CONCURRENCY,
                        false,
                        true,
                        200,
                        9),
                kept);
        driver.await("closed", () -> driver.dialog("settings") == null);
    }

    @Tag("S-61")
    @Test
    void aShortMovementIsNoDrag() throws Exception {
        var whole = driver.model().visible();
        driver.onEventThread(() -> driver.window().apply(Settings.of(Map.of("leastdrag", "30"))));
        driver.drag("timelines", 0.5, 0.51, KeyEvent.VK_UNDEFINED);
        assertEquals(whole, WindowDriver.compute(() -> driver.model().visible()));
        driver.onEventThread(() -> driver.window().apply(Settings.USUAL));
        driver.drag("timelines", 0.5, 0.51, KeyEvent.VK_UNDEFINED);
        driver.await("zoomed", () -> driver.model().visible().durationNanos() < whole.durationNanos() / 20);
    }

    @Tag("S-61")
    @Test
    void whatMakesNoSenseIsAsUsual() throws Exception {
        Files.writeString(file(), "theme=pink\nrowheight=-3\nmouse=CAT\nnonsense\nleastdrag=7\nstatistics=LINE\n");
        Settings read = new UserSettings(file()).read();
        assertEquals(Settings.USUAL.theme(), read.theme());
        assertEquals(100, read.rowHeight());
        assertEquals(MouseMode.CHOOSE, read.mouse());
        assertEquals(7, read.leastDrag());
        assertEquals(SeriesStyle.LINE, read.statistics());
        assertEquals(Settings.USUAL, new UserSettings(folder.resolve("none")).read());
    }
}

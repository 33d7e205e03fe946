// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import javax.swing.JTable;
import org.hdtrace.sunshot.TestProjects;
import org.hdtrace.sunshot.paint.ArrowLayer;
import org.hdtrace.sunshot.paint.Scene;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Waits and the critical path over the timelines and as tables (SUNSHOT V-13, V-18). */
class WaitsWindowTest {
    private static final long MILLI = 1_000_000;

    @TempDir
    private Path folder;

    private WindowDriver driver;

    @BeforeEach
    void openWindow() throws Exception {
        WindowDriver.needDisplay();
        Path project = TestProjects.chain(folder.resolve("p"));
        driver = WindowDriver.open(folder.resolve("recent"));
        driver.load(project);
    }

    @AfterEach
    void closeWindow() throws Exception {
        WindowDriver.end(driver);
    }

    private Scene.Options options() {
        return driver.window().stage().options();
    }

    private JTable table(String name) {
        return driver.component(name, JTable.class);
    }

    @Test
    void waitsLieOverTheTimelinesWhileThePanelIsOpen() throws Exception {
        driver.press("timelines", "Q");
        driver.await(
                "waits are counted",
                () -> options().waits().size() == 1 && table("waits.sums").getRowCount() == 2);
        assertEquals("late sender", table("waits.sums").getValueAt(0, 0));
        assertEquals("200.0 ms", table("waits.sums").getValueAt(0, 3));
        driver.onEventThread(() -> table("waits.longest").setRowSelectionInterval(0, 0));
        assertEquals("0:c/1/0", driver.model().selectedKey());
        assertTrue(driver.model().visible().endNanos() < 1000 * MILLI, "the view goes to the wait");
        driver.onEventThread(() -> driver.model().go(driver.model().viewport().select(1000 * MILLI, 2000 * MILLI)));
        driver.await("nobody waits there", () -> table("waits.sums").getRowCount() == 0);
        driver.press("timelines", "Q");
        driver.await("they are taken away", () -> options().waits().isEmpty());
    }

    @Test
    void thePathIsALineWithItsPieces() throws Exception {
        driver.press("timelines", "K");
        driver.await("the path is read", () -> options().arrows().size() == 1);
        assertEquals(ArrowLayer.Kind.CRITICAL_PATH, options().arrows().get(0).kind());
        assertEquals("Write", table("path.shares").getValueAt(0, 1));
        assertEquals("46.4 %", table("path.shares").getValueAt(0, 3));
        driver.onEventThread(() -> table("path.pieces").setRowSelectionInterval(0, 0));
        assertEquals("0:c/0/0", driver.model().selectedKey());
        driver.press("timelines", "K");
        driver.await("the line is taken away", () -> options().arrows().isEmpty());
    }
}

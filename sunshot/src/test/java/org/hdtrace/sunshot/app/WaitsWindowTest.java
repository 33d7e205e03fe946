// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.swing.JComboBox;
import javax.swing.JTable;
import org.hdtrace.sunshot.TestProjects;
import org.hdtrace.sunshot.paint.ArrowLayer;
import org.hdtrace.sunshot.paint.Scene;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Waits and the critical path over the timelines and as tables (SUNSHOT V-13, V-18). */
class WaitsWindowTest extends OpenWindow {
    private static final long MILLI = 1_000_000;

    @Override
    Path project(Path target) throws IOException {
        return TestProjects.chain(target);
    }

    private Scene.Options options() {
        return driver.window().stage().options();
    }

    private JTable table(String name) {
        return driver.component(name, JTable.class);
    }

    @Tag("V-18")
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

    private void choose(String grouping) throws Exception {
        JComboBox<?> box = driver.component("path.grouping", JComboBox.class);
        driver.onEventThread(() -> {
            for (int i = 0; i < box.getItemCount(); i++) {
                if (box.getItemAt(i).toString().equals(grouping)) {
                    box.setSelectedIndex(i);
                }
            }
        });
    }

    /** The first line of the shares as it is seen. */
    private List<String> firstShare() throws Exception {
        return WindowDriver.compute(() -> {
            List<String> cells = new ArrayList<>();
            for (int column = 0; column < table("path.shares").getColumnCount(); column++) {
                cells.add(String.valueOf(table("path.shares").getValueAt(0, column)));
            }
            return cells;
        });
    }

    @Tag("V-13")
    @Test
    void thePathIsALineWithItsPieces() throws Exception {
        driver.press("timelines", "K");
        driver.await("the path is read", () -> options().arrows().size() == 1);
        assertEquals(ArrowLayer.Kind.CRITICAL_PATH, options().arrows().get(0).kind());
        assertEquals(List.of("Write", "1.300 s", "46.4 %"), firstShare(), "no empty column of nodes");
        choose("By node");
        assertEquals(List.of("c/0/0", "1.500 s", "53.6 %"), firstShare());
        choose("By node and call");
        assertEquals(List.of("Write", "1.100 s", "39.3 %"), firstShare().subList(1, 4));
        driver.onEventThread(() -> table("path.pieces").setRowSelectionInterval(0, 0));
        assertEquals("0:c/0/0", driver.model().selectedKey());
        driver.press("timelines", "K");
        driver.await("the line is taken away", () -> options().arrows().isEmpty());
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
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

    @Tag("V-13")
    @Tag("V-18")
    @Test
    void ofSeveralRunsEachLineTellsItsOwn() throws Exception {
        Path other = TestProjects.chain(folder.resolve("q"));
        driver.onEventThread(() -> driver.window().open(List.of(other), true));
        driver.await("both are open", () -> driver.model().runs().size() == 2);
        driver.press("timelines", "Q");
        driver.await("waits are counted", () -> table("waits.longest").getRowCount() > 1);
        List<Object> rows = WindowDriver.compute(
                () -> IntStream.range(0, table("waits.longest").getRowCount())
                        .mapToObj(row -> table("waits.longest").getValueAt(row, 2))
                        .toList());
        assertTrue(rows.contains("p c/1/0") && rows.contains("q c/1/0"), rows.toString());
        driver.press("timelines", "K");
        driver.await("the paths are read", () -> options().arrows().size() == 2);
        assertEquals("p: 2.800 s in 1 piece  ·  q: 2.800 s in 1 piece", driver.text("path.head"));
        assertEquals(List.of("p", "Write", "1.300 s", "46.4 %"), firstShare());
        String csv = WindowDriver.compute(
                () -> driver.component("path", PathPanel.class).csv());
        assertTrue(csv.startsWith("run,node,name,ns,share\np,") && csv.contains("\nq,"), csv);
        driver.run(Command.CLOSE);
        driver.load(folder.resolve("p").resolve("chain.proj"));
        driver.await("the path is read", () -> table("path.pieces").getRowCount() == 1);
        assertEquals(List.of("Write", "1.300 s", "46.4 %"), firstShare());
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

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.Component;
import java.awt.Container;
import java.awt.Rectangle;
import java.awt.Toolkit;
import java.awt.datatransfer.DataFlavor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.swing.JButton;
import javax.swing.JComboBox;
import javax.swing.JComponent;
import javax.swing.JMenuItem;
import javax.swing.JPopupMenu;
import javax.swing.JTabbedPane;
import javax.swing.JTable;
import javax.swing.SwingUtilities;
import org.hdtrace.format.Csv;
import org.hdtrace.sunshot.TestProjects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Buttons of panels that serve only while there is something to see. */
class PanelButtonWindowTest {
    private static final String NOTHING = "No project is open";
    private static final List<String> NAMES = List.of(
            "io.copy",
            "io.save",
            "matrix.copy",
            "matrix.save",
            "path.copy",
            "profile.copy",
            "profile.save",
            "waits.copy");

    private static final List<Command> PANELS = List.of(
            Command.CHARTS,
            Command.CRITICAL_PATH,
            Command.IO,
            Command.MARKS,
            Command.MATRIX,
            Command.PROFILE,
            Command.WAITS);

    @TempDir
    private Path folder;

    private WindowDriver driver;

    @AfterEach
    void end() throws Exception {
        WindowDriver.end(driver);
    }

    /** By button what its tip says where it is off, empty where it is on. */
    private Map<String, String> off() throws Exception {
        Map<String, String> off = new TreeMap<>();
        for (String name : NAMES) {
            off.put(name, off(name));
        }
        return off;
    }

    private String off(String name) throws Exception {
        JButton button = driver.component(name, JButton.class);
        return WindowDriver.compute(() -> button.isEnabled() ? "" : button.getToolTipText());
    }

    private static Map<String, String> all(String tip) {
        Map<String, String> all = new TreeMap<>();
        NAMES.forEach(name -> all.put(name, tip));
        return all;
    }

    @Test
    void theyAreOffAndTellWhyWhileNothingIsOpen() throws Exception {
        WindowDriver.needDisplay();
        driver = WindowDriver.open(folder.resolve("recent"));
        for (Command panel :
                List.of(Command.IO, Command.MATRIX, Command.CRITICAL_PATH, Command.PROFILE, Command.WAITS)) {
            driver.run(panel);
        }
        assertEquals(all(NOTHING), off());
        driver.load(TestProjects.halves(folder.resolve("p")));
        assertEquals(all(""), off());
        assertNotEquals(
                NOTHING,
                WindowDriver.compute(driver.component("io.save", JButton.class)::getToolTipText),
                "the tip is the usual one");
        driver.onEventThread(() -> driver.window().closeAll());
        assertEquals(all(NOTHING), off());
    }

    @Test
    void ofAChartThereIsNothingToCopyUntilAStatisticIsChosen() throws Exception {
        WindowDriver.needDisplay();
        driver = WindowDriver.open(folder.resolve("recent"));
        driver.run(Command.CHARTS);
        assertEquals(List.of(NOTHING, NOTHING), List.of(off("charts.copy"), off("charts.save")));
        driver.load(TestProjects.halves(folder.resolve("p")));
        String none = "Choose the row of a statistic";
        driver.await("the project is open", () -> !driver.model().rows().isEmpty());
        assertEquals(List.of(none, none), List.of(off("charts.copy"), off("charts.save")));
        driver.onEventThread(() -> driver.model().select("0:n1/Utilization/CPU_TOTAL"));
        assertEquals(List.of("", ""), List.of(off("charts.copy"), off("charts.save")));
        driver.onEventThread(
                () -> driver.component("charts.kind", JComboBox.class).setSelectedItem(ChartRequest.Kind.CHARTED));
        assertTrue(off("charts.copy").startsWith("Put statistics into the chart"), off("charts.copy"));
    }

    @Test
    void buttonsOfTheProfileAreNotCutInANarrowWindow() throws Exception {
        WindowDriver.needDisplay();
        driver = WindowDriver.open(folder.resolve("recent"));
        driver.load(TestProjects.halves(folder.resolve("p")));
        driver.run(Command.PROFILE);
        driver.onEventThread(() -> driver.window().frame().setSize(700, 700));
        JComponent panel = driver.component("profile", JComponent.class);
        JButton last = driver.component("profile.copy", JButton.class);
        JComboBox<?> metric = driver.component("profile.metric", JComboBox.class);
        driver.await("it is narrow", () -> driver.window().frame().getWidth() <= 700 && panel.getWidth() < 700);
        driver.await("all is seen whole", () -> isWhole(last, panel) && isWhole(metric, panel));
    }

    private static boolean isWhole(JComponent part, JComponent owner) {
        Rectangle place = SwingUtilities.convertRectangle(part.getParent(), part.getBounds(), owner);
        return part.getVisibleRect().width == part.getWidth()
                && part.getWidth() >= part.getPreferredSize().width
                && new Rectangle(owner.getSize()).contains(place);
    }

    @Test
    void ofAComparisonThereIsNothingToCopyUntilItIsMade() throws Exception {
        WindowDriver.needDisplay();
        driver = WindowDriver.open(folder.resolve("recent"));
        Path one = TestProjects.chain(folder.resolve("one"));
        Path two = TestProjects.chain(folder.resolve("two"));
        driver.onEventThread(() -> driver.window().open(List.of(one, two), false));
        driver.await("both are open", () -> driver.model().runs().size() == 2);
        driver.run(Command.COMPARE_PANEL);
        assertEquals("Nothing is compared", off("compare.copy"));
        driver.run(Command.COMPARE);
        driver.await("compared", () -> driver.model().runs().size() == 3);
        assertEquals("", off("compare.copy"));
        driver.run(Command.COMPARE_END);
        assertEquals("Nothing is compared", off("compare.copy"));
    }

    /** Every table of the window, those that nobody sees too. */
    private List<JTable> tables() throws Exception {
        return WindowDriver.compute(() -> {
            List<JTable> tables = new ArrayList<>();
            Deque<Component> left = new ArrayDeque<>(List.of(driver.window().frame()));
            while (!left.isEmpty()) {
                Component next = left.pop();
                if (next instanceof JTable table) {
                    tables.add(table);
                } else if (next instanceof Container container) {
                    left.addAll(List.of(container.getComponents()));
                }
            }
            return tables;
        });
    }

    /** Number of lines, then the number of values in each, as a table says and as its menu copies them. */
    private static List<List<Integer>> shownAndCopied(JTable table) throws Exception {
        return WindowDriver.compute(() -> {
            JPopupMenu menu = table.getComponentPopupMenu();
            JMenuItem last = (JMenuItem) menu.getComponent(menu.getComponentCount() - 1);
            assertEquals(table.getName() + ".copy", last.getName());
            last.doClick(0);
            String text =
                    (String) Toolkit.getDefaultToolkit().getSystemClipboard().getData(DataFlavor.stringFlavor);
            List<Integer> copied = new ArrayList<>();
            text.lines().map(line -> Csv.split(line).size()).forEach(copied::add);
            int columns = table.getModel().getColumnCount();
            return List.of(Collections.nCopies(1 + table.getRowCount(), columns), copied);
        });
    }

    /** Rank 0 writes for some seconds before it sends what rank 1 waits for. */
    private static Path lateSender(Path folder, int seconds) throws IOException {
        Path project = TestProjects.halves(folder);
        String write = "<File_write size='100' fid='1' time='%d.0' end='%d.0'/>";
        String message = "<%s size='4096' %s='%d' %s='0' cid='0' time='%d.0' end='%d.5'/>";
        Files.writeString(
                folder.resolve("halves_n1_0_0.trc"),
                "<Program timeAdjustment='1300000000'>"
                        + write.formatted(0, seconds)
                        + message.formatted("Send", "toRank", 1, "toTag", seconds, seconds)
                        + "</Program>");
        Files.writeString(
                folder.resolve("halves_n1_1_0.trc"),
                "<Program timeAdjustment='1300000000'>"
                        + message.formatted("Recv", "fromRank", 0, "fromTag", 0, seconds)
                        + write.formatted(seconds + 1, seconds + 2)
                        + "</Program>");
        return project;
    }

    @Test
    void everyTableIsCopiedWithAllItsLinesAndColumns() throws Exception {
        WindowDriver.needDisplay();
        driver = WindowDriver.open(folder.resolve("recent"));
        Path one = lateSender(folder.resolve("one"), 1);
        Path two = lateSender(folder.resolve("two"), 2);
        driver.onEventThread(() -> driver.window().open(List.of(one, two), false));
        driver.await("both are open", () -> driver.model().runs().size() == 2);
        for (Command panel : PANELS) {
            driver.run(panel);
        }
        driver.run(Command.ADD_BOOKMARK);
        driver.run(Command.COMPARE);
        driver.await("compared", () -> driver.model().runs().size() == 3);
        JTabbedPane compared = driver.component("compare.tabs", JTabbedPane.class);
        driver.onEventThread(() -> compared.setSelectedIndex(compared.getTabCount() - 1));
        driver.run(Command.SEARCH);
        driver.type("search.field", "size > 5");
        driver.accept("search.field");
        driver.await("found", () -> driver.text("search.foot").endsWith(" hits"));
        List<JTable> tables = tables();
        driver.await("all tables have lines", () -> tables.stream().allMatch(table -> table.getRowCount() > 0));
        List<String> names = new ArrayList<>();
        for (JTable table : tables) {
            List<List<Integer>> both = shownAndCopied(table);
            assertEquals(both.get(0), both.get(1), table.getName());
            names.add(table.getName());
        }
        Collections.sort(names);
        assertEquals(
                List.of(
                        "compare.functions",
                        "compare.largest",
                        "compare.messages",
                        "compare.path",
                        "compare.ranks",
                        "io.files",
                        "legend",
                        "legend.statistics",
                        "marks.table",
                        "path.pieces",
                        "path.shares",
                        "profile.figures",
                        "search.hits",
                        "waits.longest",
                        "waits.sums"),
                names);
    }

    /** A right click for the menu of a table must not go to the line below it, which would leave other lines. */
    @Test
    void openingTheMenuOfATableGoesNowhere() throws Exception {
        WindowDriver.needDisplay();
        driver = WindowDriver.open(folder.resolve("recent"));
        driver.load(TestProjects.halves(folder.resolve("p")));
        driver.run(Command.SEARCH);
        driver.type("search.field", "size > 5");
        driver.accept("search.field");
        driver.await("found", () -> driver.text("search.foot").endsWith(" hits"));
        JTable hits = driver.component("search.hits", JTable.class);
        driver.robot().rightClick(hits);
        driver.await("the menu is open", hits.getComponentPopupMenu()::isShowing);
        assertEquals(-1, hits.getSelectedRow());
        driver.onEventThread(() -> hits.getComponentPopupMenu().setVisible(false));
    }

    /** Charts are written as pictures of each kind. */
    @Test
    void chartsAreSaved() throws Exception {
        WindowDriver.needDisplay();
        driver = WindowDriver.open(folder.resolve("recent"));
        driver.load(TestProjects.chain(folder.resolve("p")));
        for (Command panel : PANELS) {
            driver.run(panel);
        }
        ProfilePanel profile = driver.component("profile", ProfilePanel.class);
        driver.await("counted", () -> profile.csv().contains("c/0/0,Send,"));
        driver.await("read", () -> driver.text("io.head").contains("access"));
        driver.await("drawn", () -> driver.text("matrix.hover").isBlank());
        for (String name : List.of("profile", "io", "matrix")) {
            for (String kind : List.of("png", "svg", "pdf")) {
                driver.savePicture(name + ".save", folder.resolve(name + "." + kind));
            }
        }
        String bars = Files.readString(folder.resolve("profile.svg"));
        assertTrue(bars.contains(">Rank 0<") && bars.contains(">Exclusive time"), bars.substring(0, 200));
    }
}

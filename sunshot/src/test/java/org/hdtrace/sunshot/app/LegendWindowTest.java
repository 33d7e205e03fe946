// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.Component;
import java.awt.event.KeyEvent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import javax.swing.JCheckBox;
import javax.swing.JLabel;
import javax.swing.JMenuItem;
import javax.swing.JPopupMenu;
import javax.swing.JTable;
import javax.swing.UIManager;
import javax.swing.table.TableColumn;
import org.assertj.swing.data.TableCell;
import org.hdtrace.sunshot.TestProjects;
import org.hdtrace.sunshot.TestRuns;
import org.hdtrace.sunshot.paint.ArrowLayer;
import org.hdtrace.sunshot.query.CounterLook;
import org.hdtrace.sunshot.query.VisibleRow;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The switches of states, arrows and statistics in the legend (SUNSHOT S-43, S-53, S-54, S-55). */
class LegendWindowTest extends OpenWindow {
    @Override
    Path project(Path target) throws IOException {
        return TestProjects.halves(target);
    }

    private JTable counters() {
        return driver.component("legend.statistics", JTable.class);
    }

    private List<String> titles() throws Exception {
        return WindowDriver.compute(
                () -> driver.model().rows().stream().map(VisibleRow::title).toList());
    }

    private CounterLook look() {
        return driver.model().looks().changed().getOrDefault("CPU_TOTAL", CounterLook.USUAL);
    }

    @Tag("S-53")
    @Test
    void aStateIsHiddenByItsBoxAndMarkedByItsName() throws Exception {
        JTable states = driver.component("legend", JTable.class);
        awaitFigures();
        assertEquals("Send", WindowDriver.compute(() -> states.getValueAt(1, 1)));
        int send = driver.model().categories().idOf("Send");
        driver.frame().table("legend").cell(TableCell.row(1).column(0)).click();
        driver.await("Send is hidden", () -> driver.model().hidden().get(send));
        driver.frame().table("legend").cell(TableCell.row(1).column(0)).click();
        driver.await("Send is shown", () -> !driver.model().hidden().get(send));
        driver.frame().table("legend").cell(TableCell.row(1).column(1)).click();
        driver.await("Send is marked", () -> driver.model().marked().get(send));
        assertEquals("2", WindowDriver.compute(() -> states.getValueAt(1, 2)), "its number in view");
    }

    @Tag("S-50")
    @Tag("V-06")
    @Test
    void severalNamesAreMarkedKeptAndFollowed() throws Exception {
        awaitFigures();
        int wait = driver.model().categories().idOf("Wait");
        int send = driver.model().categories().idOf("Send");
        driver.onEventThread(() -> driver.model().setMarked(TestRuns.numbers(send)));
        JTable states = driver.component("legend", JTable.class);
        driver.await("the legend tells it", () -> states.getSelectedRowCount() == 1);
        int line = WindowDriver.compute(() -> names(driver).indexOf("Wait"));
        driver.holding(KeyEvent.VK_CONTROL, () -> driver.frame()
                .table("legend")
                .cell(TableCell.row(line).column(1))
                .click());
        driver.await("both are marked", () -> driver.model().marked().equals(TestRuns.numbers(wait, send)));
        driver.run(Command.NEXT_MARKED);
        assertEquals(send, driver.model().chosen().orElseThrow().category());
        driver.run(Command.NEXT_MARKED);
        driver.run(Command.NEXT_MARKED);
        assertEquals(wait, driver.model().chosen().orElseThrow().category());
        driver.run(Command.CLOSE);
        WindowDriver.awaitSessions();
        driver.onEventThread(() -> driver.model().setMarked(TestRuns.numbers()));
        driver.load(folder.resolve("p").resolve("halves.proj"));
        driver.await("as it was left", () -> driver.model().marked().equals(TestRuns.numbers(wait, send)));
        driver.run(Command.NEXT_MARKED);
        driver.press("timelines", "U");
        driver.await(
                "the chosen one's name is let go", () -> driver.model().marked().equals(TestRuns.numbers(wait)));
        driver.press("timelines", "shift U");
        driver.await("none is marked", () -> driver.model().marked().isEmpty() && states.getSelectedRowCount() == 0);
    }

    /** Titles of the columns that have the sign of an order, with what it says comes first. */
    private List<String> signs() {
        JTable states = driver.component("legend", JTable.class);
        List<String> signs = new ArrayList<>();
        for (int i = 0; i < states.getColumnCount(); i++) {
            String title = states.getColumnName(i);
            JLabel label = (JLabel) states.getColumnModel()
                    .getColumn(i)
                    .getHeaderRenderer()
                    .getTableCellRendererComponent(states, title, false, false, -1, i);
            if (label.getIcon() != null) {
                boolean least = label.getIcon().equals(UIManager.getIcon("Table.ascendingSortIcon"));
                signs.add(title + (least ? " least" : " most"));
            }
        }
        return signs;
    }

    @Tag("S-53")
    @Test
    void titlesAndTheMenuSortAndTheSessionKnows() throws Exception {
        awaitFigures();
        List<Object> usual = WindowDriver.compute(() -> names(driver));
        assertEquals(List.of("Inclusive most", "Share most"), WindowDriver.compute(this::signs));
        driver.frame().table("legend").tableHeader().clickColumn(1);
        driver.await("by name", () -> names(driver).equals(List.of("File_write", "Send", "Wait")));
        assertEquals(List.of("State least"), WindowDriver.compute(this::signs));
        driver.frame().table("legend").tableHeader().clickColumn(1);
        driver.await("backwards", () -> names(driver).equals(List.of("Wait", "Send", "File_write")));
        assertEquals(List.of("State most"), WindowDriver.compute(this::signs));
        var menu =
                driver.frame().table("legend").showPopupMenuAt(TableCell.row(0).column(1));
        driver.await(
                "the right click chooses",
                () -> driver.model().marked().get(driver.model().categories().idOf("Wait")));
        menu.menuItem("legend.only").click();
        driver.await("only Wait", () -> driver.model().hidden().cardinality() == 2);
        assertFalse(driver.model().hidden().get(driver.model().categories().idOf("Wait")));
        driver.run(Command.CLOSE);
        WindowDriver.awaitSessions();
        driver.onEventThread(() -> driver.window().stage().setLegendOrder(LegendOrder.USUAL));
        driver.load(folder.resolve("p").resolve("halves.proj"));
        driver.await("as it was left", () -> names(driver).equals(List.of("Wait", "Send", "File_write")));
        driver.frame()
                .table("legend")
                .showPopupMenuAt(TableCell.row(0).column(1))
                .menuItem("legend.order.TIME")
                .click();
        driver.frame()
                .table("legend")
                .showPopupMenuAt(TableCell.row(0).column(1))
                .menuItem("legend.reversed")
                .click();
        driver.await("most time first, as at first", () -> names(driver).equals(usual));
    }

    /** The figures of Jumpshot-4's legend are those of the visible time, and each of them sorts (SUNSHOT 1.5). */
    @Tag("S-53")
    @Test
    void countsAndTimesAreOfTheViewAndSort() throws Exception {
        awaitFigures();
        driver.frame().table("legend").tableHeader().clickColumn(4);
        driver.await("by what they do themselves", () -> names(driver).equals(List.of("Send", "File_write", "Wait")));
        driver.frame().table("legend").tableHeader().clickColumn(4);
        driver.await("least first", () -> names(driver).equals(List.of("Wait", "File_write", "Send")));
        driver.onEventThread(() -> driver.model().go(driver.model().viewport().select(1_500_000_000L, 1_600_000_000L)));
        driver.await("of the view", () -> figures().contains(List.of("Wait", "1", "100.0 ms", "100.0 ms")));
        driver.frame().table("legend").tableHeader().clickColumn(2);
        driver.await("by their number", () -> signs().equals(List.of("Count most")));
        driver.run(Command.HOME);
        driver.await("the rarest is the last", () -> names(driver).get(2).equals("Wait"));
    }

    /** Before they are counted, states may be there without any time; Wait is inside of File_write. */
    private void awaitFigures() throws Exception {
        List<Object> write = List.of("File_write", "2", "2.000 s", "1.750 s");
        driver.await(
                "states are counted",
                () -> names(driver).size() == 3 && figures().contains(write));
    }

    /** Name, count, inclusive and exclusive time of each line. */
    private List<List<Object>> figures() {
        JTable states = driver.component("legend", JTable.class);
        return IntStream.range(0, states.getRowCount())
                .mapToObj(row -> IntStream.range(1, 5)
                        .mapToObj(column -> states.getValueAt(row, column))
                        .toList())
                .toList();
    }

    @Tag("S-53")
    @Test
    void theMenuShowsAndHidesWhatIsChosenAndAll() throws Exception {
        awaitFigures();
        int wait = driver.model().categories().idOf("Wait");
        int send = driver.model().categories().idOf("Send");
        driver.onEventThread(() -> driver.model().setMarked(TestRuns.numbers(wait, send)));
        JPopupMenu menu = WindowDriver.compute(
                () -> driver.component("legend", JTable.class).getComponentPopupMenu());
        item(menu, "legend.turn");
        assertEquals(TestRuns.numbers(wait, send), driver.model().hidden());
        item(menu, "legend.turn");
        assertEquals(TestRuns.numbers(), driver.model().hidden());
        item(menu, "legend.none");
        assertEquals(3, driver.model().hidden().cardinality());
        driver.run(Command.SHOW_ALL);
        assertEquals(TestRuns.numbers(), driver.model().hidden());
    }

    private void item(JPopupMenu menu, String name) throws Exception {
        driver.onEventThread(() -> Arrays.stream(menu.getComponents())
                .filter(each -> name.equals(each.getName()))
                .forEach(each -> ((JMenuItem) each).doClick()));
    }

    @Tag("S-54")
    @Test
    void aRightClickDrawsAllCountersLikeOne() throws Exception {
        driver.run(Command.SILENT);
        driver.await("both counters are there", () -> counters().getRowCount() == 2);
        driver.onEventThread(() -> {
            counters().setValueAt(CounterLook.High.HUNDRED, 1, 4);
            counters().setRowSelectionInterval(1, 1);
        });
        JPopupMenu menu = WindowDriver.compute(counters()::getComponentPopupMenu);
        driver.onEventThread(((JMenuItem) menu.getComponent(0))::doClick);
        assertEquals(CounterLook.High.HUNDRED, look().high());
        driver.onEventThread(((JMenuItem) menu.getComponent(2))::doClick);
        assertFalse(titles().contains("CPU_TOTAL"));
        driver.onEventThread(((JMenuItem) menu.getComponent(1))::doClick);
        assertTrue(titles().containsAll(List.of("CPU_TOTAL", "IDLE")));
        driver.onEventThread(((JMenuItem) menu.getComponent(3))::doClick);
        assertEquals(CounterLook.USUAL, look());
    }

    /** Also with the sign of an order. */
    @Tag("S-53")
    @Test
    void noTitleAndNoUsualNameIsCut() throws Exception {
        JTable states = driver.component("legend", JTable.class);
        driver.onEventThread(() -> {
            driver.window().frame().setSize(1600, 900);
            driver.window().frame().validate();
        });
        driver.await("all columns are seen", () -> states.getColumnCount() == 6);
        for (LegendOrder.By by : List.of(LegendOrder.By.COUNT, LegendOrder.By.TIME, LegendOrder.By.EXCLUSIVE)) {
            driver.onEventThread(() -> driver.window().stage().setLegendOrder(new LegendOrder(by, false)));
            driver.await(
                    by + " has its sign",
                    () -> !signs().isEmpty() && cut(states).isEmpty());
        }
        int room =
                WindowDriver.compute(() -> states.getColumnModel().getColumn(1).getWidth());
        int name = WindowDriver.compute(
                () -> states.getFontMetrics(states.getFont()).stringWidth("File_write_at"));
        assertTrue(room >= name + 13 + 3 * ListColumn.PADDING, room + " pixels");
    }

    /** Titles that have less room than they need. */
    private static List<String> cut(JTable states) {
        List<String> cut = new ArrayList<>();
        for (int i = 0; i < states.getColumnCount(); i++) {
            TableColumn column = states.getColumnModel().getColumn(i);
            Component shown = column.getHeaderRenderer()
                    .getTableCellRendererComponent(states, column.getHeaderValue(), false, false, -1, i);
            if (shown.getPreferredSize().width > column.getWidth()) {
                cut.add(states.getColumnName(i));
            }
        }
        return cut;
    }

    private static List<Object> names(WindowDriver driver) {
        JTable states = driver.component("legend", JTable.class);
        return IntStream.range(0, states.getRowCount())
                .mapToObj(row -> states.getValueAt(row, 1))
                .toList();
    }

    @Tag("S-55")
    @Test
    void aCounterThatIsSwitchedOffHasNoRows() throws Exception {
        assertEquals(1, counters().getRowCount(), "a counter that stays at zero is left out");
        assertTrue(titles().contains("CPU_TOTAL"));
        driver.onEventThread(() -> counters().setValueAt(false, 0, 0));
        assertFalse(titles().contains("CPU_TOTAL"));
        assertFalse(titles().contains("Utilization"), "nothing is left of the group");
        driver.onEventThread(() -> counters().setValueAt(true, 0, 0));
        assertTrue(titles().contains("CPU_TOTAL"));
    }

    @Tag("S-41")
    @Tag("S-54")
    @Tag("V-09")
    @Test
    void axesAreChosenInTheTableAndKeptInTheSession() throws Exception {
        driver.onEventThread(() -> {
            counters().setValueAt(true, 0, 2);
            counters().setValueAt(CounterLook.Low.ROW, 0, 3);
            counters().setValueAt(CounterLook.High.HUNDRED, 0, 4);
            counters().setValueAt(true, 0, 5);
        });
        CounterLook wanted = new CounterLook(true, true, CounterLook.Low.ROW, CounterLook.High.HUNDRED, true);
        assertEquals(wanted, look());
        driver.run(Command.CLOSE);
        WindowDriver.awaitSessions();
        assertEquals(CounterLook.USUAL, look());
        driver.load(folder.resolve("p").resolve("halves.proj"));
        driver.await("the axes are as they were left", () -> look().equals(wanted));
    }

    @Tag("S-43")
    @Test
    void arrowsAreSwitchedAndCountedAndKept() throws Exception {
        JCheckBox messages = driver.component("legend.MESSAGES", JCheckBox.class);
        assertEquals("Messages", messages.getText());
        driver.onEventThread(messages::doClick);
        driver.await("the arrows are counted", () -> messages.getText().matches("Messages {2}\\d+"));
        assertTrue(messages.isSelected());
        driver.run(Command.CLOSE);
        WindowDriver.awaitSessions();
        assertTrue(
                Files.readString(folder.resolve("p").resolve("halves.sunshot")).contains("arrows=MESSAGES"));
        driver.run(Command.MESSAGES);
        driver.load(folder.resolve("p").resolve("halves.proj"));
        driver.await("the arrows are back", () -> driver.window().arrows().isShown(ArrowLayer.Kind.MESSAGES));
        assertTrue(WindowDriver.compute(messages::isSelected));
    }
}

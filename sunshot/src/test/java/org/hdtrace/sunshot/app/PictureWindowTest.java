// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.formdev.flatlaf.FlatLaf;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.swing.JComponent;
import javax.swing.JTable;
import org.assertj.swing.data.TableCell;
import org.hdtrace.sunshot.TestProjects;
import org.hdtrace.sunshot.model.CategoryColors;
import org.hdtrace.sunshot.paint.Theme;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What the timelines look like and that they follow (SUNSHOT S-26, S-27, S-29, S-40, S-41, S-47, S-52, V-06, V-09, V-15). */
class PictureWindowTest extends OpenWindow {
    private static final long SECOND = 1_000_000_000L;

    /** Two states of a microsecond, called Rare, among the two halves; the second one hides behind the end of Send. */
    @Override
    Path project(Path target) throws IOException {
        Path project = TestProjects.halvesWithEvents(target);
        Path trace = project.resolveSibling("halves_n1_1_0.trc");
        String text = Files.readString(trace);
        Files.writeString(
                trace,
                text.replace("<Send size='10'", "<Rare time='1.000000000' end='1.000001000'/>\n<Send size='10'")
                        .replace("toRank='0' time='1.000000000'", "toRank='0' time='1.000001000'"));
        return project;
    }

    private JComponent timelines() {
        return driver.component("timelines", JComponent.class);
    }

    private int pixels(int rgb) {
        return Painted.pixels(timelines(), rgb);
    }

    @Tag("S-40")
    @Test
    void statesEventsAndStatesInsideHaveTheirColours() throws Exception {
        int send = CategoryColors.colorOf("Send");
        driver.awaitPicture();
        assertTrue(WindowDriver.compute(() -> pixels(send)) > 10_000, "both halves are drawn");
        int wait = WindowDriver.compute(() -> pixels(CategoryColors.colorOf("Wait")));
        assertTrue(wait > 200 && wait < WindowDriver.compute(() -> pixels(send)) / 4, "smaller, inside: " + wait);
        assertTrue(WindowDriver.compute(() -> pixels(CategoryColors.colorOf("mark"))) > 10, "events");
    }

    @Tag("S-27")
    @Tag("S-29")
    @Tag("S-52")
    @Test
    void thePictureFollowsTheViewByItself() throws Exception {
        int send = CategoryColors.colorOf("Send");
        int write = CategoryColors.colorOf("File_write");
        driver.await("all is drawn", () -> pixels(send) > 10_000 && pixels(write) > 10_000);
        driver.onEventThread(() -> driver.model().go(driver.model().viewport().select(SECOND / 2, 3 * SECOND / 4)));
        driver.onEventThread(() -> driver.model().select("0:n1/0/0"));
        driver.run(Command.HIDE_ROW);
        driver.await("only rank 1 writes there", () -> pixels(send) == 0 && pixels(write) > 10_000);
    }

    @Tag("S-47")
    @Test
    void theRulerFollowsTheView() throws Exception {
        JComponent ruler = driver.component("ruler", JComponent.class);
        int[] whole = WindowDriver.compute(() -> Painted.rgbOf(ruler));
        int marks = WindowDriver.compute(() -> Painted.pixels(ruler, Theme.LIGHT.muted()));
        assertTrue(marks > 40, "marks and smaller ones between: " + marks);
        driver.onEventThread(() -> driver.model().go(driver.model().viewport().select(SECOND / 3, SECOND / 2)));
        assertTrue(!Arrays.equals(whole, WindowDriver.compute(() -> Painted.rgbOf(ruler))), "other times");
        driver.run(Command.HOME);
        assertTrue(Arrays.equals(whole, WindowDriver.compute(() -> Painted.rgbOf(ruler))), "the same again");
    }

    @Tag("S-26")
    @Test
    void theRulerMayBeginWithZeroAtTheLeftEdge() throws Exception {
        JComponent ruler = driver.component("ruler", JComponent.class);
        driver.onEventThread(() -> driver.model().go(driver.model().viewport().select(0, SECOND / 2)));
        int[] atBegin = WindowDriver.compute(() -> Painted.rgbOf(ruler));
        driver.onEventThread(() -> driver.model().go(driver.model().viewport().select(SECOND / 3, 5 * SECOND / 6)));
        assertFalse(Arrays.equals(atBegin, WindowDriver.compute(() -> Painted.rgbOf(ruler))));
        driver.run(Command.ZERO_TIME);
        assertArrayEquals(atBegin, WindowDriver.compute(() -> Painted.rgbOf(ruler)));
        assertTrue(driver.menuItem("menu.ZERO_TIME").isSelected());
        driver.run(Command.CLOSE);
        WindowDriver.awaitSessions();
        driver.run(Command.ZERO_TIME);
        driver.load(folder.resolve("p").resolve("halves.proj"));
        driver.await("the session knows it", () -> driver.window().stage().zeroTime());
    }

    @Tag("V-06")
    @Test
    void aStateTooThinToBeSeenIsMarkedWhenItsNameIsChosen() throws Exception {
        int mark = Theme.LIGHT.mark();
        driver.awaitPicture();
        int before = WindowDriver.compute(() -> pixels(mark));
        int rare = driver.model().categories().idOf("Rare");
        driver.await("the legend knows it", () -> legendRow("Rare") >= 0);
        driver.frame()
                .table("legend")
                .cell(TableCell.row(legendRow("Rare")).column(1))
                .click();
        driver.await("it is chosen", () -> driver.model().marked().get(rare));
        driver.await("it is marked in its column", () -> pixels(mark) > before);
    }

    private int legendRow(String name) {
        var legend = driver.component("legend", JTable.class);
        for (int row = 0; row < legend.getRowCount(); row++) {
            if (legend.getValueAt(row, 1).equals(name)) {
                return row;
            }
        }
        return -1;
    }

    @Tag("S-41")
    @Tag("V-09")
    @Test
    void statisticsAreDrawnInFourWays() throws Exception {
        driver.onEventThread(() -> driver.model().select("0:n1/Utilization/CPU_TOTAL"));
        Map<Command, Long> looks = new EnumMap<>(Command.class);
        for (Command way : List.of(
                Command.STATISTICS_AREA, Command.STATISTICS_LINE, Command.STATISTICS_BARS, Command.STATISTICS_BAND)) {
            driver.run(way);
            driver.awaitPicture();
            assertTrue(driver.menuItem("menu." + way).isSelected());
            looks.put(way, WindowDriver.compute(this::look));
        }
        assertEquals(4, looks.values().stream().distinct().count(), looks.toString());
    }

    private long look() {
        return Arrays.hashCode(Painted.rgbOf(timelines()));
    }

    @Tag("S-61")
    @Tag("V-15")
    @Test
    void themesChangeWindowAndPicture() throws Exception {
        for (Theme theme : Theme.all()) {
            driver.run(Command.valueOf("THEME_" + theme.name().toUpperCase(Locale.ROOT)));
            driver.await("drawn on its background", () -> pixels(theme.background()) > 1000);
            assertEquals(theme.dark(), WindowDriver.compute(FlatLaf::isLafDark));
        }
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.event.KeyEvent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import javax.swing.JComponent;
import org.hdtrace.sunshot.TestProjects;
import org.hdtrace.sunshot.model.CategoryColors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The real window under a real (or virtual) display; assertions are on the view model, not on pixels. */
class SunshotWindowTest extends OpenWindow {
    private long visibleNanos() {
        return driver.model().visible().durationNanos();
    }

    @Tag("V-03")
    @Test
    void controlAndWheelZoomAtThePointer() throws Exception {
        driver.wheel("timelines", 0.25, 0.5, -3, KeyEvent.VK_CONTROL);
        driver.await("zoomed in", () -> visibleNanos() < 1_200_000_000L);
        long at = driver.model().visible().startNanos() + visibleNanos() / 4;
        assertEquals(500.0, at / 1e6, 20.0, "the pointer was at a quarter of 2 s and still is");
        driver.wheel("timelines", 0.5, 0.5, 3, KeyEvent.VK_SHIFT);
        driver.await("moved right", () -> driver.model().visible().startNanos() > 400_000_000L);
    }

    @Tag("S-15")
    @Tag("S-16")
    @Tag("S-32")
    @Test
    void aDragZoomsIntoTheBoxAndUndoComesBack() throws Exception {
        driver.drag("timelines", 0.25, 0.5, 0.75, 0.6);
        driver.await("half is visible", () -> Math.abs(visibleNanos() - 1_000_000_000L) < 30_000_000L);
        driver.run(Command.UNDO);
        driver.await("all is visible", () -> visibleNanos() == 2_000_000_000L);
        driver.run(Command.REDO);
        driver.await("half again", () -> visibleNanos() < 1_100_000_000L);
    }

    @Tag("S-44")
    @Test
    void hoverTellsStateAndTimes() throws Exception {
        driver.hover("Rank 0", 0.25, "the strip names the state", () -> driver.text("hover")
                .contains("Send"));
        assertTrue(driver.text("hover").contains("1.000 s"), driver.text("hover"));
        assertTrue(driver.text("hover").contains("n1/0/0"), driver.text("hover"));
    }

    /** In each pixel lie a Send of 20 us and a Recv of 60 us many times; the one with most time there is told, of what is shown. */
    @Tag("S-44")
    @Test
    void hoverTellsTheLongestOfManyStatesInAPixel() throws Exception {
        Path project = TestProjects.halves(folder.resolve("dense"));
        StringBuilder trace = new StringBuilder("<Program timeAdjustment='1300000000'>");
        for (int i = 0; i < 20_000; i++) {
            String at = String.format(Locale.ROOT, "time='%d.%04d", i / 10_000, i % 10_000);
            String end = at.replace("time", "end");
            trace.append("<Send ").append(at).append("00' ").append(end).append("20'/>");
            trace.append("<Recv ").append(at).append("20' ").append(end).append("80'/>");
        }
        Files.writeString(project.resolveSibling("halves_n1_0_0.trc"), trace.append("</Program>"));
        driver.load(project);
        driver.hover("Rank 0", 0.5, "a Recv is told", () -> driver.text("hover").startsWith("Recv"));
        assertTrue(driver.text("hover").matches("Recv +60\\.00 .s +from .*n1/0/0"), driver.text("hover"));
        driver.onEventThread(
                () -> driver.model().setVisible(driver.model().categories().idOf("Recv"), false));
        driver.hover("Rank 0", 0.4, "a Send is told", () -> driver.text("hover").startsWith("Send"));
        assertTrue(driver.text("hover").contains(" 20.00 "), driver.text("hover"));
    }

    @Test
    void everyCommandHasAnActionAndRuns() throws Exception {
        for (Command command : Command.values()) {
            boolean dialog = List.of(
                            Command.OPEN,
                            Command.ADD,
                            Command.SAVE_PICTURE,
                            Command.OPEN_LINK,
                            Command.QUIT,
                            Command.CLOSE)
                    .contains(command);
            if (!dialog) {
                driver.run(command);
            }
        }
        driver.run(Command.THEME_LIGHT);
        driver.run(Command.CLOSE);
        driver.await("closed", () -> driver.model().runs().isEmpty());
    }

    @Test
    void aClickOnTheMarkClosesTheNode() throws Exception {
        int rows = driver.model().rows().size();
        driver.clickMark("n1");
        driver.await("fewer rows", () -> driver.model().rows().size() < rows);
    }

    @Test
    void aBrokenProjectShowsOneLineAndKeepsWhatIsOpen() throws Exception {
        Path broken = Files.writeString(folder.resolve("broken.proj"), "this is not XML");
        driver.onEventThread(() -> driver.window().open(List.of(broken), false));
        driver.await("the error is shown", () -> driver.dialog("errorDialog") != null);
        assertTrue(driver.dialogText("errorDialog").contains("broken.proj"));
        assertEquals("halves", driver.model().runs().get(0).name());
    }

    /** Over the minimap lie states, or a curve; the choice is part of the view that is kept (SUNSHOT V-05). */
    @Tag("V-05")
    @Test
    void theMinimapShowsStatesOrACurve() throws Exception {
        // 70 of 255 parts of the accent over the band.
        int area = 0xB9CBEA;
        // Both ranks together are as long in File_write as in Send; of equals the first by name is drawn.
        driver.await("states are drawn", () -> minimapPixels(CategoryColors.colorOf("File_write")) > 1000);
        assertTrue(WindowDriver.compute(() -> minimapPixels(area)) < 1000, "no area of a curve");
        driver.run(Command.MINIMAP_CONCURRENCY);
        driver.await("a curve is drawn", () -> minimapPixels(area) > 1000);
        assertTrue(driver.menuItem("menu.MINIMAP_CONCURRENCY").isSelected());
        driver.close();
        driver = WindowDriver.open(folder.resolve("recent"));
        driver.load(folder.resolve("p").resolve("halves.proj"));
        driver.await("it is restored", () -> driver.window().stage().minimapMode() == MinimapMode.CONCURRENCY);
    }

    private int minimapPixels(int rgb) {
        return Painted.pixels(driver.component("minimap", JComponent.class), rgb);
    }
}

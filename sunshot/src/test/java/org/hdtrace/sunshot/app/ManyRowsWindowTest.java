// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.event.KeyEvent;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.hdtrace.sunshot.TestProjects;
import org.hdtrace.sunshot.model.Interval;
import org.hdtrace.sunshot.paint.Theme;
import org.hdtrace.sunshot.query.VisibleRow;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** More rows than fit into the window (SUNSHOT S-08, S-09, S-34, S-35, V-03). */
class ManyRowsWindowTest extends OpenWindow {
    private static final int RANKS = 60;

    @Override
    Path project(Path target) throws IOException {
        return TestProjects.ranks(target, RANKS);
    }

    private int scrolled() throws Exception {
        return WindowDriver.compute(() -> driver.window().stage().scrollY());
    }

    private int height() throws Exception {
        return WindowDriver.compute(() -> driver.window().stage().layout().totalHeight());
    }

    @Tag("S-08")
    @Tag("S-09")
    @Tag("V-03")
    @Test
    void keysAndWheelScrollTheRows() throws Exception {
        int view = driver.window().stage().viewHeight();
        assertTrue(height() > view, "not all rows fit");
        driver.press("timelines", "PAGE_DOWN");
        assertEquals(view / 2, scrolled(), "half of what is seen stays");
        driver.press("timelines", "PAGE_UP");
        assertEquals(0, scrolled());
        driver.wheel("timelines", 0.5, 0.5, 2, KeyEvent.VK_UNDEFINED);
        assertEquals(80, scrolled());
        for (int i = 0; i < 20; i++) {
            driver.run(Command.SCROLL_DOWN);
        }
        assertEquals(height() - view, scrolled(), "the last row is the end");
    }

    @Tag("S-32")
    @Test
    void theHandMovesRowsToo() throws Exception {
        int view = driver.window().stage().viewHeight();
        driver.run(Command.MOUSE_HAND);
        driver.drag("timelines", 0.5, 0.75, 0.5, 0.25);
        assertEquals(view / 2.0, scrolled(), 2, "what was taken hold of follows the pointer");
        driver.drag("timelines", 0.5, 0.25, 0.5, 0.75);
        assertEquals(0, scrolled());
    }

    @Tag("S-35")
    @Test
    void rowsGrowAndAllFit() throws Exception {
        int natural = height();
        driver.press("timelines", "ctrl UP");
        assertTrue(height() > natural);
        driver.press("timelines", "ctrl DOWN");
        assertTrue(Math.abs(height() - natural) <= RANKS, "as before, but for what rounding adds");
        driver.run(Command.MAP_RANKS);
        driver.run(Command.SCROLL_DOWN);
        driver.press("timelines", "shift F");
        assertEquals(0, scrolled());
        assertTrue(height() < natural, "lower, but labels do not overlap");
    }

    @Tag("S-35")
    @Test
    void rowsFitWithoutMovingTheTime() throws Exception {
        int natural = height();
        driver.onEventThread(() -> driver.model().go(driver.model().viewport().select(100_000_000L, 200_000_000L)));
        Interval seen = driver.model().visible();
        driver.run(Command.SCROLL_DOWN);
        driver.press("timelines", "ctrl 0");
        assertEquals(0, scrolled());
        assertTrue(height() < natural, "lower");
        assertEquals(seen, driver.model().visible());
    }

    @Tag("S-35")
    @Test
    void asManyRowsAreSeenAsAreAskedFor() throws Exception {
        driver.run(Command.ROW_COUNT);
        driver.type("rowCountChooser.field", "10");
        driver.press("rowCountChooser.field", "ENTER");
        Stage stage = driver.window().stage();
        int view = stage.viewHeight();
        driver.await(
                "ten fill the view",
                () -> stage.layout().top(10) <= view && view < stage.layout().top(10) + 10);
        driver.run(Command.SCROLL_DOWN);
        int first = WindowDriver.compute(() -> stage.layout().rowAt(stage.scrollY()));
        driver.onEventThread(() -> stage.showRows(20));
        assertEquals(first, WindowDriver.compute(() -> stage.layout().rowAt(stage.scrollY())), "the topmost one stays");
        int height = WindowDriver.compute(
                () -> stage.layout().top(first + 20) - stage.layout().top(first));
        assertTrue(height <= view && view < height + 20, height + " of " + view);
    }

    @Tag("S-34")
    @Test
    void numbersComeInOrderAndTheHeadingNamesTheLevels() throws Exception {
        List<String> expected =
                IntStream.range(0, RANKS).mapToObj(rank -> "Rank " + rank).toList();
        assertEquals(expected, ranks(), "not as words: 0, 1, 10");
        driver.run(Command.SORT_NAME);
        assertEquals(expected, ranks());
        TreeHeading heading = driver.component("treeHeading", TreeHeading.class);
        assertEquals("Hostname › Rank › Thread", WindowDriver.compute(heading::levels));
        assertEquals(driver.model().runs().get(0).name(), WindowDriver.compute(heading::title));
        assertTrue(WindowDriver.compute(() -> Painted.pixels(heading, Theme.LIGHT.text()) > 20), "it is written");
        driver.press("timelines", "DOWN");
        driver.press("timelines", "DOWN");
        assertEquals(1, WindowDriver.compute(() -> driver.model().selectedIndex()), "the arrow keys choose a row");
        driver.run(Command.CLOSE);
        assertEquals("", WindowDriver.compute(heading::title));
    }

    private List<String> ranks() throws Exception {
        return WindowDriver.compute(() -> driver.model().rows().stream()
                .map(VisibleRow::title)
                .filter(title -> title.startsWith("Rank "))
                .toList());
    }
}

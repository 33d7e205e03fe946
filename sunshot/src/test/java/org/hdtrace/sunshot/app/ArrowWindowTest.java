// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.Rectangle;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.hdtrace.sunshot.TestProjects;
import org.hdtrace.sunshot.model.Interval;
import org.hdtrace.sunshot.model.Occurrence;
import org.hdtrace.sunshot.paint.ArrowLayer;
import org.hdtrace.sunshot.paint.RowLayout;
import org.hdtrace.sunshot.paint.Theme;
import org.hdtrace.sunshot.query.VisibleRow;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Arrows of messages and relations, and jumps along them (SUNSHOT S-43, V-08). */
class ArrowWindowTest extends OpenWindow {
    private static final long EPOCH = 1_300_000_000_000_000_000L;
    private static final long MILLI = 1_000_000;
    /** Length of the head of an arrow. */
    private static final int HEAD = 8;

    @Override
    Path project(Path target) throws IOException {
        return TestProjects.chain(target);
    }

    private List<ArrowLayer> layers() {
        return driver.window().stage().options().arrows();
    }

    private void show(Command command, int layers) throws Exception {
        driver.run(command);
        driver.await("the arrows are read", () -> layers().size() == layers);
    }

    private Occurrence at(String path, String category, long start, long end) {
        int number = driver.model().categories().idOf(category);
        return new Occurrence(0, path, 0, false, number, new Interval(EPOCH + start * MILLI, EPOCH + end * MILLI));
    }

    @Tag("S-43")
    @Tag("V-08")
    @Test
    void keysShowAndHideThem() throws Exception {
        assertEquals(List.of(), layers(), "off at first");
        driver.press("timelines", "V");
        driver.await("messages are shown", () -> layers().size() == 1);
        assertEquals(ArrowLayer.Kind.MESSAGES, layers().get(0).kind());
        assertEquals(1, layers().get(0).table().arrowCount());
        show(Command.RELATIONS, 2);
        assertEquals(3, layers().get(1).table().arrowCount());
        driver.press("timelines", "V");
        driver.await("messages are hidden", () -> layers().size() == 1);
        assertTrue(driver.menuItem("menu.RELATIONS").isSelected());
        assertFalse(driver.menuItem("menu.MESSAGES").isSelected());
    }

    @Tag("S-42")
    @Test
    void overlappingOperationsLieInLanesBelowARowThatIsClosedAtFirst() throws Exception {
        assertEquals(-1, WindowDriver.compute(() -> driver.model().indexOf("0:s1/operations/0")), "closed at first");
        driver.run(Command.EXPAND);
        List<String> lanes = WindowDriver.compute(() -> driver.model().rows().stream()
                .map(VisibleRow::key)
                .filter(key -> key.startsWith("0:s1/operations/"))
                .toList());
        assertEquals(List.of("0:s1/operations/0", "0:s1/operations/1"), lanes, "two overlap");
        assertEquals(-1, WindowDriver.compute(() -> driver.model().indexOf("0:s2/operations/1")), "one needs no lanes");
        assertTrue(WindowDriver.compute(
                () -> driver.model().rows().stream().anyMatch(row -> row.key().startsWith("0:s2/operations"))));
    }

    /** The arrows come from above, so that each ends at its lowest pixel. */
    @Tag("V-08")
    @Test
    void anArrowEndsInTheNearestRowThatIsSeenAboveAClosedOne() throws Exception {
        driver.onEventThread(() -> driver.model().select("0:s2"));
        driver.run(Command.HIDE_ROW);
        driver.run(Command.EXPAND);
        driver.awaitPicture();
        assertEquals(-1, lowest(1200), "nothing else has the colour of an arrow");
        show(Command.RELATIONS, 1);
        assertEnd("0:s1/operations/0", 1200);
        assertEnd("0:s1/operations/1", 1500);
        driver.clickMark(titleOf("0:s1/operations"));
        assertEnd("0:s1/operations", 1200);
        assertEnd("0:s1/operations", 1500);
        driver.clickMark("s1");
        assertEnd("0:s1", 1200);
        assertEnd("0:s1", 1500);
        driver.run(Command.EXPAND);
        assertEnd("0:s1/operations/1", 1500);
    }

    private void assertEnd(String key, long millis) throws Exception {
        driver.awaitPicture();
        int row = WindowDriver.compute(() -> driver.model().indexOf(key));
        assertTrue(row >= 0, key);
        RowLayout layout = driver.window().stage().layout();
        assertEquals(layout.top(row) + layout.height(row) / 2.0, lowest(millis), 4, key + " at " + millis + " ms");
    }

    private String titleOf(String key) throws Exception {
        return WindowDriver.compute(
                () -> driver.model().rows().get(driver.model().indexOf(key)).title());
    }

    /** The lowest pixel of the head of an arrow of relations at a time, or of an arrow that passes there; -1 without any. */
    private int lowest(long millis) throws Exception {
        TimelineView timelines = driver.component("timelines", TimelineView.class);
        return WindowDriver.compute(() -> {
            int x = (int) timelines.scale().positionOf(millis * MILLI);
            BufferedImage strip = Painted.of(timelines).getSubimage(x - HEAD, 0, HEAD, timelines.getHeight());
            Rectangle found = Painted.bounds(strip, ArrowLayer.Kind.RELATIONS.rgb(Theme.LIGHT));
            return found.y + found.height - 1;
        });
    }

    @Tag("V-08")
    @Test
    void theChainBelowThePointerIsMarked() throws Exception {
        show(Command.RELATIONS, 1);
        Occurrence call = at("c/0/0", "File_write", 1000, 3000);
        driver.onEventThread(() -> driver.window().arrows().point(Optional.of(call)));
        assertEquals(ArrowLayer.Kind.CHAIN, layers().get(1).kind());
        assertEquals(3, layers().get(1).table().arrowCount());
        driver.onEventThread(() -> driver.window().arrows().point(Optional.empty()));
        assertEquals(1, layers().size());
    }

    @Tag("V-08")
    @Test
    void aKeyGoesAlongTheChainAndBack() throws Exception {
        show(Command.RELATIONS, 1);
        show(Command.MESSAGES, 2);
        driver.onEventThread(() -> driver.model().choose(at("c/0/0", "File_write", 1000, 3000)));
        driver.press("timelines", "J");
        assertEquals(
                Optional.of(at("s1/operations/0", "Write", 1200, 2000)),
                driver.model().chosen());
        driver.run(Command.FOLLOW_BACK);
        assertEquals(
                "c/0/0",
                driver.model().chosen().orElseThrow().path(),
                "the single operation of a client has no row of its own, so its call is chosen");
        driver.onEventThread(() -> driver.model().choose(at("c/0/0", "Send", 200, 300)));
        driver.run(Command.FOLLOW);
        assertEquals(Optional.of(at("c/1/0", "Recv", 0, 800)), driver.model().chosen());
        driver.run(Command.FOLLOW_BACK);
        assertEquals(Optional.of(at("c/0/0", "Send", 200, 300)), driver.model().chosen());
    }
}

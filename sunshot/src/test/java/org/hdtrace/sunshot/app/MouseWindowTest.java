// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import static org.hdtrace.sunshot.app.WindowDriver.assertNear;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.event.KeyEvent;
import java.awt.image.BufferedImage;
import javax.swing.JComponent;
import org.assertj.swing.core.MouseButton;
import org.hdtrace.sunshot.model.Interval;
import org.hdtrace.sunshot.paint.Theme;
import org.hdtrace.sunshot.query.TimeTicks;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What the mouse does on timelines and minimap (SUNSHOT S-32, S-41, S-44, S-46, V-05). */
class MouseWindowTest extends OpenWindow {
    private static final long SECOND = 1_000_000_000L;
    private static final long NEAR = 30_000_000L;

    private Interval visible() throws Exception {
        return WindowDriver.compute(() -> driver.model().visible());
    }

    @Tag("S-32")
    @Test
    void aBoxMayBeDrawnEitherWayAndGivenUp() throws Exception {
        Interval whole = visible();
        driver.dragAndPress("timelines", 0.25, 0.5, "ESCAPE");
        assertEquals(whole, visible(), "Escape gives it up");
        driver.drag("timelines", 0.5, 0.25, KeyEvent.VK_UNDEFINED);
        assertNear(SECOND / 2, visible().startNanos(), NEAR);
        assertNear(SECOND / 2, visible().durationNanos(), NEAR);
    }

    @Tag("S-32")
    @Test
    void theBoxIsSeenWhileItIsDrawn() throws Exception {
        JComponent timelines = driver.component("timelines", JComponent.class);
        int left = timelines.getWidth() / 4;
        int right = timelines.getWidth() / 2;
        driver.awaitPicture();
        int bare = WindowDriver.compute(() -> line(timelines, left));
        driver.drag(
                "timelines",
                0.25,
                0.5,
                () -> driver.await(
                        "both edges are drawn",
                        () -> Math.min(line(timelines, left), line(timelines, right)) > timelines.getHeight() - 10));
        assertNear(SECOND / 2, visible().durationNanos(), NEAR);
        driver.awaitPicture();
        assertEquals(bare, WindowDriver.compute(() -> line(timelines, left)), "it is taken away");
    }

    /** Pixels of the box's edge in a column. */
    private static int line(JComponent timelines, int x) {
        BufferedImage column = Painted.of(timelines).getSubimage(x, 0, 1, timelines.getHeight());
        return Painted.bounds(column, Theme.LIGHT.accent()).height;
    }

    @Tag("S-32")
    @Test
    void withShiftAClickOfTheOldModeZoomsOut() throws Exception {
        driver.onEventThread(() -> driver.model().go(driver.model().viewport().select(SECOND / 2, SECOND)));
        driver.run(Command.MOUSE_ZOOM);
        driver.holding(KeyEvent.VK_SHIFT, () -> driver.click("timelines", 0.5, driver.rowPlace("Rank 0")));
        assertNear(SECOND, visible().durationNanos(), 1);
    }

    @Tag("S-46")
    @Test
    void theRightButtonMeasures() throws Exception {
        driver.drag("timelines", 0.25, 0.5, 0.5, 0.5, MouseButton.RIGHT_BUTTON);
        Interval measured = driver.window().stage().measured().orElseThrow();
        assertNear(SECOND / 2, measured.startNanos(), NEAR);
        assertNear(SECOND / 2, measured.durationNanos(), NEAR);
        assertTrue(driver.text("hover").startsWith("From "), driver.text("hover"));
        assertEquals(2 * SECOND, visible().durationNanos(), "nothing was zoomed");
    }

    @Tag("S-46")
    @Test
    void aRightClickBesideStatesMarksTheTime() throws Exception {
        driver.click("timelines", 0.25, driver.rowPlace("CPU_TOTAL"), MouseButton.RIGHT_BUTTON, 1);
        Interval marked = driver.window().stage().measured().orElseThrow();
        assertNear(SECOND / 2, marked.startNanos(), NEAR);
        assertEquals(0, marked.durationNanos());
        assertEquals("Time " + TimeTicks.instant(marked.startNanos()), driver.text("hover"));
        driver.press("timelines", "ESCAPE");
        assertTrue(driver.window().stage().measured().isEmpty());
    }

    @Tag("S-41")
    @Tag("S-44")
    @Test
    void thePointerTellsTheValueOfAStatistic() throws Exception {
        driver.hover("CPU_TOTAL", 0.25, "a quarter of the processor", () -> driver.text("hover")
                .contains("CPU_TOTAL = 25 %"));
        assertTrue(driver.text("hover").contains("(25 % to 75 %)"), driver.text("hover"));
        assertTrue(
                driver.text("hover").contains("in view: sum 100 %, average 50 %; over time: 100 %·s, average 50 %"),
                driver.text("hover"));
        driver.hover(
                "CPU_TOTAL", 0.75, "three quarters", () -> driver.text("hover").contains("CPU_TOTAL = 75 %"));
    }

    @Tag("V-05")
    @Test
    void theMinimapMovesTheView() throws Exception {
        driver.onEventThread(() -> driver.model().go(driver.model().viewport().select(0, SECOND / 2)));
        driver.drag("minimap", 0.25, 0.75, KeyEvent.VK_UNDEFINED);
        assertNear(5 * SECOND / 4, visible().startNanos(), NEAR);
        assertNear(SECOND / 2, visible().durationNanos(), 1);
    }

    @Tag("V-03")
    @Test
    void aDoubleClickZoomsToTheState() throws Exception {
        driver.click("timelines", 0.8, driver.rowPlace("Rank 0"), MouseButton.LEFT_BUTTON, 2);
        // Wait lasts from 1.5 s to 1.75 s; a tenth of that is left free on each side.
        assertEquals(new Interval(1_475_000_000L, 1_775_000_000L), visible());
    }
}

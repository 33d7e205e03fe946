// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.Component;
import java.awt.Cursor;
import java.awt.event.KeyEvent;
import java.util.List;
import javax.swing.JComponent;
import javax.swing.JSeparator;
import javax.swing.JTextField;
import javax.swing.SwingUtilities;
import org.hdtrace.sunshot.control.TimeInput;
import org.hdtrace.sunshot.model.Interval;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Keys, mouse modes, measure and editable times (SUNSHOT V-03, V-17, S-30, S-32, S-46). */
class NavigationWindowTest extends OpenWindow {
    private static final long SECOND = 1_000_000_000L;

    private Interval visible() {
        return driver.model().visible();
    }

    @Tag("S-50")
    @Tag("V-03")
    @Test
    void keysGoFromStateToStateAndZoomToIt() throws Exception {
        driver.type("timelines", ".");
        driver.type("timelines", ".");
        assertEquals(SECOND, driver.model().chosen().orElseThrow().time().startNanos() - startOfRun());
        driver.press("timelines", "F");
        // File_write lasts from 1 s to the end of the run at 2 s; with a tenth on each side the view is 1.2 s wide.
        assertEquals(new Interval(800_000_000L, 2 * SECOND), visible());
        driver.type("timelines", ",");
        assertEquals(0, driver.model().chosen().orElseThrow().time().startNanos() - startOfRun());
        driver.type("timelines", "]");
        assertEquals("n1/1/0", driver.model().chosen().orElseThrow().path());
    }

    @Tag("V-03")
    @Test
    void signsZoomWhereverTheKeyboardHasThem() throws Exception {
        Interval nearer = new Interval(333_333_333L, 1_666_666_666L);
        driver.type("timelines", "+");
        assertEquals(nearer, visible());
        driver.type("timelines", "-");
        assertEquals(new Interval(0, 2 * SECOND), visible());
        driver.type("timelines", "=");
        assertEquals(nearer, visible());
    }

    private long startOfRun() {
        return driver.model().runs().get(0).interval().startNanos();
    }

    @Tag("V-03")
    @Test
    void homeAndEndGoToTheEndsOfTheRun() throws Exception {
        driver.onEventThread(() -> driver.model().go(driver.model().viewport().select(SECOND, SECOND + SECOND / 2)));
        driver.press("timelines", "END");
        assertEquals(new Interval(3 * SECOND / 2, 2 * SECOND), visible());
        driver.press("timelines", "HOME");
        assertEquals(new Interval(0, SECOND / 2), visible());
        driver.press("timelines", "RIGHT");
        assertEquals(new Interval(SECOND / 20, 11 * SECOND / 20), visible(), "no split pane takes the arrows");
        driver.press("timelines", "0");
        assertEquals(new Interval(0, 2 * SECOND), visible());
    }

    @Test
    void theTimelinesHaveTheKeysAtFirst() throws Exception {
        assertEquals("timelines", WindowDriver.compute(() -> driver.window()
                .frame()
                .getFocusTraversalPolicy()
                .getInitialComponent(driver.window().frame())
                .getName()));
    }

    @Tag("S-30")
    @Test
    void writtenTimesAreGoneTo() throws Exception {
        write("time.from", "500 ms");
        assertEquals(new Interval(SECOND / 2, 2 * SECOND), visible());
        write("time.to", "1");
        assertEquals(new Interval(SECOND / 2, SECOND), visible());
        write("time.middle", "1.25");
        assertEquals(new Interval(SECOND, 3 * SECOND / 2), visible());
        write("time.to", "0.2");
        assertEquals("error", driver.component("time.to", JTextField.class).getClientProperty("JComponent.outline"));
        assertEquals(new Interval(SECOND, 3 * SECOND / 2), visible(), "what makes no sense changes nothing");
    }

    @Tag("S-30")
    @Test
    void whatIsBeingWrittenStaysWhileTheViewMoves() throws Exception {
        JTextField from = driver.component("time.from", JTextField.class);
        driver.onEventThread(from::requestFocusInWindow);
        driver.await("the field has the keys", from::isFocusOwner);
        driver.onEventThread(() -> from.setText("750 ms"));
        driver.onEventThread(() -> driver.model().go(driver.model().viewport().select(0, SECOND)));
        driver.await("the other fields follow", () -> tells("time.to", SECOND));
        assertEquals("750 ms", from.getText());
        driver.accept("time.from");
        assertEquals(new Interval(3 * SECOND / 4, SECOND), visible());
        driver.await("what was taken is told", () -> tells("time.from", 3 * SECOND / 4));
    }

    private void write(String field, String text) throws Exception {
        // What is told of the last movement would take the text away.
        Interval now = visible();
        driver.await(
                "the fields tell the view",
                () -> tells("time.from", now.startNanos()) && tells("time.to", now.endNanos()));
        driver.onEventThread(() -> driver.component(field, JTextField.class).setText(text));
        driver.accept(field);
    }

    private boolean tells(String field, long nanos) {
        return driver.component(field, JTextField.class).getText().equals(TimeInput.format(nanos));
    }

    @Tag("S-46")
    @Tag("V-17")
    @Test
    void shiftAndDragMeasureAndEscapeTakesTheMeasureAway() throws Exception {
        driver.drag("timelines", 0.25, 0.75, KeyEvent.VK_SHIFT);
        driver.await("measured", () -> driver.window().stage().measured().isPresent());
        long nanos = driver.window().stage().measured().orElseThrow().durationNanos();
        assertTrue(Math.abs(nanos - SECOND) < 20_000_000L, nanos + " ns");
        assertEquals(2 * SECOND, visible().durationNanos(), "nothing was zoomed");
        driver.press("timelines", "ESCAPE");
        assertTrue(driver.window().stage().measured().isEmpty());
    }

    @Tag("S-31")
    @Tag("S-32")
    @Test
    void theHandMovesAndTheClickZooms() throws Exception {
        driver.onEventThread(() -> driver.model().go(driver.model().viewport().select(0, SECOND)));
        driver.run(Command.MOUSE_HAND);
        driver.drag("timelines", 0.75, 0.25, KeyEvent.VK_UNDEFINED);
        driver.await("moved by half", () -> Math.abs(visible().startNanos() - SECOND / 2) < 20_000_000L);
        assertEquals(SECOND, visible().durationNanos());
        driver.run(Command.HOME);
        driver.run(Command.MOUSE_ZOOM);
        driver.click("timelines", 0.25, driver.rowPlace("Rank 0"));
        driver.await("twice as close", () -> visible().durationNanos() == SECOND);
        assertTrue(Math.abs(visible().startNanos() - SECOND / 2) < 20_000_000L, "the clicked time is the left edge");
    }

    @Tag("S-30")
    @Test
    void noFieldIsCutInANarrowWindow() throws Exception {
        driver.onEventThread(() -> driver.window().frame().setSize(960, 700));
        driver.await(
                "the fields have a line of their own",
                () -> driver.component("toolFields", JComponent.class).getY() > 10);
        for (String field : List.of("time.from", "time.middle", "time.to", "filter", "heat")) {
            JComponent found = driver.component(field, JComponent.class);
            driver.await(
                    field + " is whole",
                    () -> found.getWidth() >= found.getPreferredSize().width
                            && found.getVisibleRect().width == found.getWidth());
        }
        JTextField from = driver.component("time.from", JTextField.class);
        driver.await(
                "all digits are seen",
                () -> from.getFontMetrics(from.getFont()).stringWidth("99.123456789")
                        < from.getWidth() - from.getInsets().left - from.getInsets().right);
    }

    @Tag("S-30")
    @Test
    void theToolBarsFoldInAVeryNarrowWindow() throws Exception {
        driver.onEventThread(() -> driver.window().frame().setSize(550, 700));
        driver.await(
                "the bars are laid out anew",
                () -> driver.component("toolLines", JComponent.class).getWidth() < 560);
        for (String bar : List.of("toolBar", "toolFields", "toolEnd")) {
            for (Component part : driver.component(bar, JComponent.class).getComponents()) {
                driver.await(
                        part + " is whole",
                        () -> !(part instanceof JComponent whole)
                                || whole instanceof JSeparator
                                || (whole.getWidth() >= whole.getPreferredSize().width
                                        && whole.getVisibleRect().equals(SwingUtilities.getLocalBounds(whole))));
            }
        }
        JComponent nested = driver.component("nested", JComponent.class);
        JComponent end = driver.component("toolEnd", JComponent.class);
        assertFalse(WindowDriver.compute(
                () -> SwingUtilities.convertRectangle(nested, SwingUtilities.getLocalBounds(nested), end.getParent())
                        .intersects(end.getBounds())));
    }

    @Tag("S-31")
    @Test
    void thePointerTellsWhatTheMouseDoesOnCanvasAndRuler() throws Exception {
        for (String place : List.of("timelines", "ruler")) {
            JComponent target = driver.component(place, JComponent.class);
            driver.run(Command.MOUSE_CHOOSE);
            assertEquals(Cursor.DEFAULT_CURSOR, WindowDriver.compute(() -> target.getCursor()
                    .getType()));
            driver.run(Command.MOUSE_ZOOM);
            assertEquals("COME_CLOSER", cursor(target));
            driver.run(Command.MOUSE_HAND);
            assertEquals("OPEN_HAND", cursor(target));
        }
        driver.onEventThread(() -> driver.model().go(driver.model().viewport().select(0, SECOND)));
        JComponent ruler = driver.component("ruler", JComponent.class);
        driver.drag("ruler", 0.75, 0.25, () -> assertEquals("CLOSED_HAND", cursor(ruler)));
        driver.await("moved by half", () -> Math.abs(visible().startNanos() - SECOND / 2) < 20_000_000L);
        assertEquals("OPEN_HAND", cursor(ruler), "let go");
        driver.run(Command.MOUSE_CHOOSE);
        driver.run(Command.HOME);
        driver.drag("ruler", 0.25, 0.5, KeyEvent.VK_UNDEFINED);
        driver.await(
                "the drag on the ruler is the time",
                () -> Math.abs(visible().startNanos() - SECOND / 2) < 20_000_000L
                        && Math.abs(visible().durationNanos() - SECOND / 2) < 20_000_000L);
    }

    private static String cursor(JComponent target) throws Exception {
        return WindowDriver.compute(() -> target.getCursor().getName());
    }
}

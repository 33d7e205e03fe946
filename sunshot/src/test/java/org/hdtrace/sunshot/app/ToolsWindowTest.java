// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import static org.hdtrace.sunshot.app.WindowDriver.assertNear;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import javax.swing.JButton;
import javax.swing.JComponent;
import org.assertj.swing.fixture.FrameFixture;
import org.hdtrace.sunshot.control.Viewport;
import org.hdtrace.sunshot.model.CategoryColors;
import org.hdtrace.sunshot.model.Interval;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The tool bar, by real clicks (SUNSHOT S-02, S-12 to S-19, S-25, S-33, S-36). */
class ToolsWindowTest extends OpenWindow {
    private static final long SECOND = 1_000_000_000L;
    private static final List<String> OF_PROJECTS =
            List.of("save_picture", "zoom_in", "zoom_out", "home", "fit", "expand", "collapse");

    private Interval visible() throws Exception {
        return WindowDriver.compute(() -> driver.model().visible());
    }

    private int rows() throws Exception {
        return WindowDriver.compute(() -> driver.model().rows().size());
    }

    private void click(String tool) throws Exception {
        driver.click("tool." + tool);
    }

    @Tag("S-02")
    @Test
    void whatNeedsAProjectIsGreyWithoutOne() throws Exception {
        FrameFixture frame = driver.frame();
        frame.requireTitle("halves – Sunshot");
        OF_PROJECTS.forEach(tool -> frame.button("tool." + tool).requireEnabled());
        frame.button("tool.undo").requireDisabled();
        driver.run(Command.CLOSE);
        frame.requireTitle("Sunshot");
        OF_PROJECTS.forEach(tool -> frame.button("tool." + tool).requireDisabled());
        frame.textBox("time.from").requireDisabled();
        frame.button("tool.open").requireEnabled();
    }

    /** The icons are of one family, and who rests on one reads what it does and its key. */
    @Tag("S-02")
    @Test
    void legendAndProfileAreOneClickAwayAndEachToolTellsWhatItDoes() throws Exception {
        click("profile");
        driver.await("the profile is there", () -> driver.shown("profile"));
        click("legend");
        driver.await("the legend gives way", () -> !driver.window().dock().isShown("legend"));
        click("legend");
        driver.await("the legend is back", () -> driver.window().dock().isShown("legend"));
        List<JButton> tools = new ArrayList<>();
        for (Command command : Command.values()) {
            String name = "tool." + command.name().toLowerCase(Locale.ROOT);
            if (driver.exists(name)) {
                tools.add(driver.component(name, JButton.class));
            }
        }
        assertEquals(14, tools.size());
        for (JButton tool : tools) {
            assertTrue(tool.getIcon() instanceof GlyphIcon, tool.getName());
            assertTrue(tool.getToolTipText().matches("[A-Z].*"), tool.getName());
        }
        assertTrue(
                driver.component("tool.profile", JButton.class).getToolTipText().endsWith("(Shift+P)"));
    }

    @Tag("S-15")
    @Tag("S-16")
    @Tag("S-17")
    @Tag("S-18")
    @Tag("S-19")
    @Test
    void buttonsZoomInAndOutAndTakeItBack() throws Exception {
        Interval whole = visible();
        click("zoom_in");
        driver.await("closer", () -> driver.model().visible().durationNanos() == 1_333_333_333L);
        Interval closer = visible();
        assertNear(SECOND, closer.startNanos() + closer.durationNanos() / 2, 1);
        click("zoom_in");
        driver.await("still closer", () -> driver.model().visible().durationNanos() < SECOND);
        click("zoom_out");
        driver.await("half as close", () -> Math.abs(driver.model().visible().durationNanos() - 1_333_333_333L) < 3);
        click("home");
        driver.await("all", () -> driver.model().visible().equals(whole));
        click("undo");
        driver.await("as before", () -> driver.model().visible().durationNanos() < 1_333_333_337L);
        click("redo");
        driver.await("all again", () -> driver.model().visible().equals(whole));
    }

    @Tag("S-33")
    @Test
    void zoomingEndsAtAMicrosecondAndAtTheWholeRun() throws Exception {
        Interval whole = visible();
        for (int i = 0; i < 60; i++) {
            driver.run(Command.ZOOM_IN);
        }
        assertEquals(Viewport.LEAST_NANOS, visible().durationNanos());
        driver.await("the zoom is told", () -> driver.text("time.scale").contains("zoom 2.000e+06"));
        for (int i = 0; i < 60; i++) {
            driver.run(Command.ZOOM_OUT);
        }
        assertEquals(whole, visible());
    }

    @Tag("S-12")
    @Test
    void allRowsCloseAndOpen() throws Exception {
        int all = rows();
        click("collapse");
        driver.await("only the host is left", () -> driver.model().rows().size() == 1);
        click("expand");
        driver.await("all are open", () -> driver.model().rows().size() == all);
    }

    @Tag("S-13")
    @Tag("S-14")
    @Test
    void theViewMovesBackAndForthByHalfOfItsWidth() throws Exception {
        driver.onEventThread(() -> driver.model().go(driver.model().viewport().select(0, SECOND / 2)));
        driver.press("timelines", "shift RIGHT");
        assertEquals(new Interval(SECOND / 4, 3 * SECOND / 4), visible());
        driver.press("timelines", "shift LEFT");
        assertEquals(new Interval(0, SECOND / 2), visible());
        driver.press("timelines", "D");
        assertEquals(new Interval(SECOND / 20, 11 * SECOND / 20), visible());
        driver.press("timelines", "A");
        assertEquals(new Interval(0, SECOND / 2), visible());
    }

    @Tag("S-25")
    @Test
    void theBoxSaysWhetherStatesInsideOfStatesAreDrawn() throws Exception {
        JComponent timelines = driver.component("timelines", JComponent.class);
        int wait = CategoryColors.colorOf("Wait");
        driver.await("Wait is inside of File_write", () -> Painted.pixels(timelines, wait) > 100);
        driver.frame().checkBox("nested").requireSelected();
        driver.click("nested");
        driver.await("it is gone", () -> Painted.pixels(timelines, wait) == 0);
        assertFalse(driver.model().nested());
        driver.click("nested");
        driver.await("it is back", () -> Painted.pixels(timelines, wait) > 100);
    }

    @Tag("S-36")
    @Test
    void theBoxArrangesTheRows() throws Exception {
        driver.choose("mapping", 1);
        driver.await(
                "ranks come first", () -> driver.model().rows().get(0).title().contains("Rank 0"));
        driver.choose("mapping", 0);
        driver.await("as recorded", () -> driver.model().rows().get(0).title().equals("n1"));
    }
}

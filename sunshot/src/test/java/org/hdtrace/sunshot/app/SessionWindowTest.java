// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.swing.JTextField;
import javax.swing.SwingUtilities;
import org.hdtrace.sunshot.TestProjects;
import org.hdtrace.sunshot.control.Mark;
import org.hdtrace.sunshot.control.StateText;
import org.hdtrace.sunshot.dock.DockSide;
import org.hdtrace.sunshot.model.Interval;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Bookmarks, links and the session file (SUNSHOT V-02, V-17). */
class SessionWindowTest {
    private static final long SECOND = 1_000_000_000L;
    private static final Interval HALF = new Interval(SECOND, 2 * SECOND);

    @TempDir
    private Path folder;

    private WindowDriver driver;
    private Path project;
    private Path session;

    @BeforeEach
    void write() throws Exception {
        WindowDriver.needDisplay();
        project = TestProjects.halves(folder.resolve("p"));
        session = folder.resolve("p").resolve("halves.sunshot");
        open();
    }

    private void open() throws Exception {
        driver = WindowDriver.open(folder.resolve("recent"));
        driver.load(project);
    }

    @AfterEach
    void closeWindow() throws Exception {
        WindowDriver.end(driver);
    }

    private void show(Interval interval) throws Exception {
        driver.onEventThread(
                () -> driver.model().go(driver.model().viewport().select(interval.startNanos(), interval.endNanos())));
    }

    @Tag("S-61")
    @Tag("V-02")
    @Test
    void theViewIsAsItWasLeft() throws Exception {
        show(HALF);
        driver.run(Command.NESTED);
        driver.run(Command.ADD_BOOKMARK);
        driver.onEventThread(() -> driver.window().dock().move("details", DockSide.LEFT));
        driver.close();
        assertTrue(Files.readString(session).startsWith("sunshot-session 1\n"));
        open();
        driver.await("the view is restored", () -> driver.model().visible().equals(HALF));
        assertFalse(driver.model().nested());
        assertEquals(1, driver.model().marks().size());
        assertEquals(List.of("details"), driver.window().dock().layoutNow().shownAt(DockSide.LEFT));
    }

    /** The session is read while the event thread goes on. */
    @Tag("V-02")
    @Test
    void whoWentElsewhereMeanwhileStaysThere() throws Exception {
        show(HALF);
        driver.run(Command.ADD_BOOKMARK);
        driver.close();
        driver = WindowDriver.open(folder.resolve("recent"));
        Interval quarter = new Interval(0, SECOND / 2);
        AtomicBoolean gone = new AtomicBoolean();
        driver.onEventThread(() -> driver.model().listen(change -> {
            if (!driver.model().runs().isEmpty() && !gone.getAndSet(true)) {
                // Before what the reading of the session leaves to the event thread.
                SwingUtilities.invokeLater(() -> {
                    driver.model().go(driver.model().viewport().select(0, SECOND / 2));
                    driver.window().actions().run(Command.ADD_BOOKMARK);
                });
            }
        }));
        driver.load(project);
        driver.await("the rest is restored", () -> driver.model().marks().size() == 2);
        assertEquals(quarter, driver.model().visible());
        assertEquals(
                List.of(1, 2), driver.model().marks().stream().map(Mark::number).toList());
        assertEquals(quarter, driver.model().marks().get(1).view());
    }

    @Test
    void aViewThatNobodyChangedIsNotWritten() throws Exception {
        driver.close();
        assertFalse(Files.exists(session));
    }

    @Test
    void aDamagedFileIsOneLineAndTheUsualView() throws Exception {
        driver.close();
        Files.writeString(session, "sunshot-session 1\nfrom=1\nnested=false\nto=never\n");
        open();
        String line = session + ": to: expected a number, not never; the view is the usual one";
        driver.await("the line is shown", () -> driver.text("hover").equals(line));
        assertEquals(new Interval(0, 2 * SECOND), driver.model().visible());
        assertTrue(driver.model().nested(), "nothing of a damaged file is used");
    }

    @Tag("V-17")
    @Test
    void aLinkShowsTheSameViewAgain() throws Exception {
        show(HALF);
        driver.run(Command.COLLAPSE);
        int rows = driver.model().rows().size();
        String link = WindowDriver.compute(() -> driver.window().sessions().link());
        driver.run(Command.CLOSE);
        WindowDriver.awaitSessions();
        Files.delete(session);
        driver.onEventThread(() -> driver.window().openLink(StateText.ofLink(link)));
        driver.await("the view is back", () -> driver.model().visible().equals(HALF));
        assertEquals(rows, driver.model().rows().size());
    }

    private List<String> linked() throws Exception {
        return StateText.ofLink(
                        WindowDriver.compute(() -> driver.window().sessions().link()))
                .all("project");
    }

    @Tag("V-17")
    @Test
    void linksNameTheTraceThatAProjectWasMadeOf() throws Exception {
        assertEquals(List.of(project.toString()), linked());
        Path trace = Files.writeString(folder.resolve("run.trace"), ImportedTracesTest.text(3));
        String home = System.setProperty("user.home", folder.toString());
        try {
            driver.onEventThread(() -> driver.window().open(List.of(trace), false));
            driver.await("the trace is open", () -> driver.model().runs().stream()
                    .anyMatch(run -> run.file().toString().contains("imported")));
            assertEquals(List.of(trace.toString()), linked());
            driver.onEventThread(
                    () -> driver.component("filter", JTextField.class).setText(".category = Send"));
            driver.press("filter", "ENTER");
            driver.await("it has none", () -> driver.model().runs().get(0).stateCount() == 0);
            assertEquals(List.of(trace.toString()), linked());
            driver.awaitRecent(trace);
        } finally {
            System.setProperty("user.home", home);
        }
    }

    @Tag("V-17")
    @Test
    void numbersGoToBookmarks() throws Exception {
        show(HALF);
        driver.press("timelines", "ctrl 4");
        driver.run(Command.HOME);
        driver.press("timelines", "4");
        assertEquals(HALF, driver.model().visible());
        driver.press("timelines", "5");
        assertEquals(HALF, driver.model().visible(), "there is no bookmark 5");
        driver.run(Command.ADD_NOTE);
        driver.await("the note can be written", () -> driver.shown("marks.table"));
        assertEquals(2, driver.model().marks().size());
    }
}

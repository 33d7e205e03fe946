// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import javax.swing.SwingUtilities;
import org.hdtrace.sunshot.TestProjects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The short form of the session of two minutes that the bench measures (SUNSHOT G-14): nothing goes wrong in it. */
class ScriptedSessionWindowTest {
    private static final int SECONDS = 10;
    private static final int MOST_HOLDS = 50;

    @TempDir
    private Path folder;

    private WindowDriver driver;

    @AfterEach
    void end() throws Exception {
        Thread.setDefaultUncaughtExceptionHandler(null);
        WindowDriver.end(driver);
    }

    @Tag("S-52")
    @Test
    void aHurriedUserMeetsNoProblem() throws Exception {
        WindowDriver.needDisplay();
        Path project = TestProjects.large(folder.resolve("p"));
        driver = WindowDriver.open(folder.resolve("recent"));
        driver.load(project);
        List<String> problems = Collections.synchronizedList(new ArrayList<>());
        Thread.setDefaultUncaughtExceptionHandler((thread, problem) -> problems.add(thread.getName() + ": " + problem));
        ScriptedSession session = new ScriptedSession(driver.window());
        try (EventThreadWatchdog watchdog = new EventThreadWatchdog()) {
            int steps = session.run(SECONDS);
            assertTrue(watchdog.turns() > steps / 2, "it was watched: " + watchdog.report());
        }
        assertEquals(List.of(), problems);
        assertTrue(session.done().size() > 10, "commands: " + session.done());
        assertEquals(1, WindowDriver.compute(() -> driver.model().runs().size()));
    }

    @Test
    void theWatchdogSeesWhoHoldsTheEventThread() throws Exception {
        WindowDriver.needDisplay();
        // Where there is no event thread yet, the queue that the watchdog takes away would leave two of them.
        SwingUtilities.invokeAndWait(() -> {});
        try (EventThreadWatchdog watchdog = new EventThreadWatchdog()) {
            // On a busy machine it may not look while the thread is held.
            for (int i = 0; i < MOST_HOLDS && !hasSeen(watchdog); i++) {
                SwingUtilities.invokeAndWait(ScriptedSessionWindowTest::holdTheEventThread);
            }
            assertTrue(hasSeen(watchdog), watchdog.report());
            assertTrue(watchdog.stalls() > 0, watchdog.report());
        }
    }

    private static boolean hasSeen(EventThreadWatchdog watchdog) {
        return watchdog.longestNanos() >= 200_000_000L && watchdog.report().contains("holdTheEventThread");
    }

    private static void holdTheEventThread() {
        try {
            Thread.sleep(400);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

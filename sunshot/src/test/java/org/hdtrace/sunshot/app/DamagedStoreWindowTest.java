// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.Window;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import org.hdtrace.sunshot.TestProjects;
import org.hdtrace.sunshot.model.Interval;
import org.hdtrace.sunshot.model.Run;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A store that is damaged while the window shows it is made anew, with one line and the same view. */
class DamagedStoreWindowTest {
    private static final int CHUNK = 1 << 16;

    @TempDir
    private Path folder;

    private WindowDriver driver;

    @AfterEach
    void end() throws Exception {
        Thread.setDefaultUncaughtExceptionHandler(null);
        WindowDriver.end(driver);
    }

    @Tag("S-62")
    @Test
    void theWindowReadsTheProjectAgain() throws Exception {
        WindowDriver.needDisplay();
        Path project = TestProjects.large(folder);
        driver = WindowDriver.open(folder.resolve("recent"));
        Thread.setDefaultUncaughtExceptionHandler(new UnexpectedProblems(driver.window()::showError));
        driver.load(project);
        Run before = WindowDriver.compute(() -> driver.model().runs().get(0));
        // That store was written just now and is not compared; the next one is.
        driver.onEventThread(() -> driver.window().closeAll());
        driver.load(project);
        Run opened = WindowDriver.compute(() -> driver.model().runs().get(0));
        assertNotEquals(before, opened);
        damageAll(folder.resolve("large.hdv"));
        Interval view = new Interval(5_000_000_000L, 5_001_000_000L);
        driver.onEventThread(
                () -> driver.model().go(driver.model().viewport().select(view.startNanos(), view.endNanos())));
        driver.await("the project is read again", () -> {
            return driver.model().runs().size() == 1
                    && !driver.model().runs().get(0).equals(opened);
        });
        assertEquals(view, WindowDriver.compute(() -> driver.model().visible()));
        assertTrue(
                driver.window().details().shown().matches(".*large.hdv: byte \\d+: is damaged; it is made anew"),
                driver.window().details().shown());
        assertTrue(
                Arrays.stream(Window.getWindows())
                        .noneMatch(window -> "errorDialog".equals(window.getName()) && window.isShowing()),
                "no dialog");
    }

    private static void damageAll(Path store) throws Exception {
        damage(store, 0, 1);
    }

    /** Changes a byte of a part of a file, and of every so many after it, in its place: it is mapped. */
    static void damage(Path store, int first, int step) throws Exception {
        try (FileChannel file = FileChannel.open(store, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            for (long at = (long) first * CHUNK + CHUNK / 2; at < file.size(); at += (long) step * CHUNK) {
                ByteBuffer one = ByteBuffer.allocate(1);
                file.read(one, at);
                one.put(0, (byte) (one.get(0) ^ 4)).position(0);
                file.write(one, at);
            }
        }
    }
}

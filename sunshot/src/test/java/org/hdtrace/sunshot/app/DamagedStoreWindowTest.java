// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.Window;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import javax.swing.SwingUtilities;
import org.hdtrace.sunshot.TestProjects;
import org.hdtrace.sunshot.model.Interval;
import org.hdtrace.sunshot.model.Row;
import org.hdtrace.sunshot.model.Run;
import org.hdtrace.sunshot.store.DamagedStore;
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
        // What is not read by a new window is not compared yet.
        driver.onEventThread(() -> driver.window().closeAll());
        driver.load(project);
        Run opened = WindowDriver.compute(() -> driver.model().runs().get(0));
        assertNotEquals(before, opened);
        damageAll(folder.resolve("large.hdv"));
        readAll(opened);
        Interval view = new Interval(5_000_000_000L, 5_001_000_000L);
        driver.onEventThread(
                () -> driver.model().go(driver.model().viewport().select(view.startNanos(), view.endNanos())));
        driver.await("the project is read again", () -> {
            return driver.model().runs().size() == 1
                    && !driver.model().runs().get(0).equals(opened);
        });
        assertEquals(view, WindowDriver.compute(() -> driver.model().visible()), "gone to while it was read");
        assertTrue(
                driver.window().details().shown().matches(".*large.hdv: byte \\d+: is damaged; it is made anew"),
                driver.window().details().shown());
        assertTrue(
                Arrays.stream(Window.getWindows())
                        .noneMatch(window -> "errorDialog".equals(window.getName()) && window.isShowing()),
                "no dialog");
    }

    /** A large project, opened from its store. */
    private Run openStored() throws Exception {
        WindowDriver.needDisplay();
        Path project = TestProjects.large(folder);
        driver = WindowDriver.open(folder.resolve("recent"));
        driver.load(project);
        driver.onEventThread(() -> driver.window().closeAll());
        driver.load(project);
        return WindowDriver.compute(() -> driver.model().opened().get(0));
    }

    private void awaitAnother(Run opened) throws Exception {
        driver.await("the project is read again", () -> {
            return driver.model().opened().size() == 1
                    && !driver.model().opened().get(0).equals(opened);
        });
    }

    @Test
    void whatWasMovedInTimeStaysMoved() throws Exception {
        Run opened = openStored();
        long length = opened.interval().durationNanos();
        Map<String, Long> before = Map.of("0:n/1/0", 1_000_000_000L);
        driver.onEventThread(() -> driver.model().setOffsets(before));
        damageAll(folder.resolve("large.hdv"));
        assertTrue(readAll(WindowDriver.compute(() -> driver.model().runs().get(0)))
                .isPresent());
        awaitAnother(opened);
        assertEquals(before, WindowDriver.compute(() -> driver.model().offsets()));
        Run again = WindowDriver.compute(() -> driver.model().runs().get(0));
        assertEquals(length + 1_000_000_000L, again.interval().durationNanos());
        assertEquals(Optional.empty(), readAll(again), "it is read to its end");
    }

    @Test
    void whatIsMovedWhileItIsReadAgainStaysMoved() throws Exception {
        Run opened = openStored();
        Map<String, Long> moved = Map.of("0:n/0", -500_000_000L);
        damageAll(folder.resolve("large.hdv"));
        // No earlier than the reading begins and, as the event thread is not let go, no later than it ends.
        driver.onEventThread(() -> {
            assertTrue(readAll(opened).isPresent());
            SwingUtilities.invokeLater(() -> driver.model().setOffsets(moved));
        });
        awaitAnother(opened);
        assertEquals(moved, WindowDriver.compute(() -> driver.model().offsets()));
    }

    @Test
    void whatWasClosedDoesNotMatter() throws Exception {
        WindowDriver.needDisplay();
        Path project = TestProjects.large(folder);
        Path store = folder.resolve("large.hdv");
        driver = WindowDriver.open(folder.resolve("recent"));
        driver.load(project);
        Run closed = WindowDriver.compute(() -> driver.model().runs().get(0));
        Path other = Files.move(store, folder.resolve("other"));
        driver.onEventThread(() -> driver.window().closeAll());
        driver.load(project);
        Run opened = WindowDriver.compute(() -> driver.model().runs().get(0));
        damageAll(other);
        DamagedStore damage = readAll(closed).orElseThrow();
        assertTrue(damage.getMessage().matches(".*large.hdv: byte \\d+: is damaged"), damage.getMessage());
        driver.onEventThread(() -> {});
        assertFalse(
                driver.window().details().shown().contains("anew"),
                driver.window().details().shown());
        assertEquals(opened, WindowDriver.compute(() -> driver.model().runs().get(0)));
        damage.removeFile();
        assertTrue(Files.exists(store), "what replaced it stays");
    }

    /** The damage that is met when all of a run is read. */
    private static Optional<DamagedStore> readAll(Run run) {
        try {
            long step = run.interval().durationNanos() / 1000;
            for (long at = run.interval().startNanos(); at < run.interval().endNanos(); at += step) {
                Interval part = new Interval(at, at + step / 3);
                run.rows()
                        .forEach(top -> top.walk(row -> {
                            if (row instanceof Row.Trace trace) {
                                trace.track().addSums(part, true, (category, count, inclusive, exclusive) -> {});
                            }
                        }));
            }
            return Optional.empty();
        } catch (UncheckedIOException e) {
            return DamagedStore.in(e);
        }
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

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.swing.JButton;
import javax.swing.JComponent;
import org.hdtrace.sunshot.TestProjects;
import org.hdtrace.sunshot.model.CategoryColors;
import org.hdtrace.sunshot.model.Interval;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * What passes a filter is painted while the rest is still being read, until somebody cancels it (SUNSHOT S-48, G-07). So that the rest takes as long as the test
 * wants, it is a second project whose traces have become pipes.
 */
class FilterPreviewWindowTest extends OpenWindow {
    /** Where Send ends and Recv begins: five states of each in 1 ms. */
    private static final Interval CHANGE = new Interval(4_499_500_000L, 4_500_500_000L);

    @Override
    Path project(Path target) throws IOException {
        return TestProjects.large(target);
    }

    private int pixels(String category) {
        return Painted.pixels(driver.component("timelines", JComponent.class), CategoryColors.colorOf(category));
    }

    private long states(int run) {
        return driver.model().runs().get(run).stateCount();
    }

    @Tag("S-24")
    @Tag("S-48")
    @Test
    void whatPassesIsPaintedWhileOthersAreStillRead() throws Exception {
        Path slow = TestProjects.ranks(folder.resolve("slow"), 1);
        driver.onEventThread(() -> driver.window().open(List.of(slow), true));
        driver.await("both are open", () -> driver.model().runs().size() == 2);
        driver.run(Command.EXPAND);
        driver.onEventThread(
                () -> driver.model().go(driver.model().viewport().select(CHANGE.startNanos(), CHANGE.endNanos())));
        driver.await("both are seen", () -> pixels("Recv") > 1000 && pixels("Send") > 1000);
        Path trace = slow.resolveSibling("ranks_n_0_0.trc");
        byte[] content = Files.readAllBytes(trace);
        Files.delete(trace);
        assertEquals(0, new ProcessBuilder("mkfifo", trace.toString()).start().waitFor());
        try {
            driver.type("filter", ".category = Send");
            driver.press("filter", "ENTER");
            driver.await("only Send is painted", () -> pixels("Recv") == 0 && pixels("Send") > 1000);
            assertTrue(WindowDriver.compute(() -> driver.shown("cancel")), "there is more to read");
            assertEquals(180_000, WindowDriver.compute(() -> states(0)), "what is known of the run is as before");
            driver.onEventThread(() -> driver.component("cancel", JButton.class).doClick());
            driver.await("both are seen again", () -> pixels("Recv") > 1000);
            assertFalse(WindowDriver.compute(() -> driver.shown("cancel")));
        } finally {
            letGo(trace, content);
        }
    }

    /** Whoever waits for the pipe, if anybody does, goes on, and finds a file the next time. */
    private static void letGo(Path pipe, byte[] content) throws IOException {
        // Open for both, a pipe waits for nobody.
        try (RandomAccessFile end = new RandomAccessFile(pipe.toFile(), "rw")) {
            Files.delete(pipe);
            end.write(content);
        }
        Files.write(pipe, content);
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.swing.JButton;
import org.hdtrace.sunshot.TestProjects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Buttons of panels that serve only while there is something to see. */
class PanelButtonWindowTest {
    private static final String NOTHING = "No project is open";
    private static final List<String> NAMES = List.of(
            "charts.copy",
            "charts.save",
            "io.copy",
            "io.save",
            "matrix.copy",
            "matrix.save",
            "path.copy",
            "profile.copy",
            "waits.copy");

    @TempDir
    private Path folder;

    private WindowDriver driver;

    @AfterEach
    void end() throws Exception {
        WindowDriver.end(driver);
    }

    /** By button what its tip says where it is off, empty where it is on. */
    private Map<String, String> off() throws Exception {
        Map<String, String> off = new TreeMap<>();
        for (String name : NAMES) {
            off.put(name, off(name));
        }
        return off;
    }

    private String off(String name) throws Exception {
        JButton button = driver.component(name, JButton.class);
        return WindowDriver.compute(() -> button.isEnabled() ? "" : button.getToolTipText());
    }

    private static Map<String, String> all(String tip) {
        Map<String, String> all = new TreeMap<>();
        NAMES.forEach(name -> all.put(name, tip));
        return all;
    }

    @Test
    void theyAreOffAndTellWhyWhileNothingIsOpen() throws Exception {
        WindowDriver.needDisplay();
        driver = WindowDriver.open(folder.resolve("recent"));
        for (Command panel : List.of(
                Command.CHARTS, Command.IO, Command.MATRIX, Command.CRITICAL_PATH, Command.PROFILE, Command.WAITS)) {
            driver.run(panel);
        }
        assertEquals(all(NOTHING), off());
        driver.load(TestProjects.halves(folder.resolve("p")));
        assertEquals(all(""), off());
        assertNotEquals(
                NOTHING,
                WindowDriver.compute(driver.component("io.save", JButton.class)::getToolTipText),
                "the tip is the usual one");
        driver.onEventThread(() -> driver.window().closeAll());
        assertEquals(all(NOTHING), off());
    }

    @Test
    void ofAComparisonThereIsNothingToCopyUntilItIsMade() throws Exception {
        WindowDriver.needDisplay();
        driver = WindowDriver.open(folder.resolve("recent"));
        Path one = TestProjects.chain(folder.resolve("one"));
        Path two = TestProjects.chain(folder.resolve("two"));
        driver.onEventThread(() -> driver.window().open(List.of(one, two), false));
        driver.await("both are open", () -> driver.model().runs().size() == 2);
        driver.run(Command.COMPARE_PANEL);
        assertEquals("Nothing is compared", off("compare.copy"));
        driver.run(Command.COMPARE);
        driver.await("compared", () -> driver.model().runs().size() == 3);
        assertEquals("", off("compare.copy"));
        driver.run(Command.COMPARE_END);
        assertEquals("Nothing is compared", off("compare.copy"));
    }
}

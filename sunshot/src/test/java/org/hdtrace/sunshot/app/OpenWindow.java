// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.io.IOException;
import java.nio.file.Path;
import org.hdtrace.sunshot.TestProjects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** What most window tests begin with: a window with a project open. Without a display its tests are skipped. */
abstract class OpenWindow {
    @TempDir
    Path folder;

    WindowDriver driver;

    /** Writes the project that is opened. */
    Path project(Path target) throws IOException {
        return TestProjects.halves(target);
    }

    @BeforeEach
    void openWindow() throws Exception {
        WindowDriver.needDisplay();
        Path project = project(folder.resolve("p"));
        driver = WindowDriver.open(folder.resolve("recent"));
        driver.load(project);
    }

    @AfterEach
    void closeWindow() throws Exception {
        WindowDriver.end(driver);
    }
}

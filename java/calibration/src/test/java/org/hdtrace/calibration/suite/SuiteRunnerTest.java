// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.calibration.suite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SuiteRunnerTest {
    @TempDir
    private Path folder;

    private SuiteException ran(Duration limit, String... launcher) {
        SuiteRunner runner = new SuiteRunner(List.of(launcher), Path.of("program"));
        return assertThrows(
                SuiteException.class,
                () -> runner.run(List.of("--seconds", "1"), folder.resolve("table.csv"), limit, bytes -> {}));
    }

    @Test
    void aLauncherThatWaitsForEverIsEnded() throws IOException {
        Path started = folder.resolve("started");
        long begin = System.nanoTime();
        assertEquals(
                "sh hadn't ended after 1 s, and was ended: are program and MPI on all hosts?",
                ran(Duration.ofSeconds(1), "sh", "-c", "sleep 300 & echo $! >" + started + "; wait $!")
                        .getMessage());
        assertTrue(System.nanoTime() - begin < Duration.ofSeconds(60).toNanos());
        // Nobody's child any more when its parent was ended first.
        long pid = Long.parseLong(Files.readString(started).strip());
        assertFalse(ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false), "what it has started goes on");
    }

    @Test
    void aLauncherThatFailsIsToldWithItsStatus() {
        assertEquals(
                "sh ended with status 9 before all was measured",
                ran(Duration.ofSeconds(60), "sh", "-c", "exit 9").getMessage());
        assertTrue(ran(Duration.ofSeconds(60), "/no/such/mpiexec")
                .getMessage()
                .startsWith("/no/such/mpiexec: can't be started: "));
    }
}

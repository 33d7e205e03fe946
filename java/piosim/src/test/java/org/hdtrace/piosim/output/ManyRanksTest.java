// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.output;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.hdtrace.format.project.Project;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Many more files than may be open, and less memory than their buffers would take. */
class ManyRanksTest {
    private static final int RANKS = 2000;

    @TempDir
    Path folder;

    @Test
    void needNeitherManyFilesNorMuchMemory() throws Exception {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        Process process = new ProcessBuilder(
                        "sh",
                        "-c",
                        "ulimit -n 320 && exec \"$@\"",
                        "sh",
                        java.toString(),
                        "-Xmx40m",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        ManyRanks.class.getName(),
                        folder.toString(),
                        Integer.toString(RANKS),
                        TraceLevel.ALL.name())
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), said);
        assertTrue(said.startsWith("FINISHED"), said);
        Project project = Project.open(folder);
        assertEquals(RANKS, project.traces().size());
        // Of each rank its host, interface and two edges, and the switch.
        assertEquals(4 * RANKS + 1, project.statistics().size());
    }
}

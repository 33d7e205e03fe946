// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.output;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.project.Project;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** 10^5 timelines written at the same time, with few files and little memory. */
class ManyTimelinesTest {
    private static final int TIMELINES = 100_000;

    @TempDir
    Path folder;

    @Test
    void needNeitherManyFilesNorMuchMemory() throws IOException, InterruptedException, TraceFormatException {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        Process process = new ProcessBuilder(
                        "sh",
                        "-c",
                        "ulimit -n 1024 && exec \"$@\"",
                        "sh",
                        java.toString(),
                        "-Xmx256m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        ManyTimelines.class.getName(),
                        folder.toString(),
                        Integer.toString(TIMELINES))
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), said);
        Project project = Project.open(folder);
        assertEquals(TIMELINES, project.traces().size());
        assertEquals(TIMELINES - 1, project.traces().get(TIMELINES - 1).rank());
    }
}

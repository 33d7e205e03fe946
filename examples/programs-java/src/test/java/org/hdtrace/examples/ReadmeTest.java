// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The program that README.md shows runs as it stands there. */
class ReadmeTest {
    private static final Path ROOT = Path.of(System.getProperty("hd.root"));

    @TempDir
    private Path folder;

    @Test
    void theProgramInTheTextRuns() throws IOException, InterruptedException {
        String text = Files.readString(ROOT.resolve("examples/programs-java/README.md"));
        int begin = text.indexOf("```java\n") + "```java\n".length();
        Path source = Files.writeString(folder.resolve("Ping.java"), text.substring(begin, text.indexOf("```", begin)));
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        Path model = ROOT.resolve("examples/models/paper-gige.xml");
        List<String> command = List.of(
                java.toString(), "-cp", System.getProperty("java.class.path"), source.toString(), model.toString());
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), output);
        assertTrue(output.startsWith("FINISHED after "), output);
        assertTrue(output.contains("name=Send, count=20"), output);
    }
}

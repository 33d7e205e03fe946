// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is told where relations don't fit into the memory, from a Java that has little. */
class TooManyOperationsTest {
    /** Half of 24 MiB holds at most 131,072 operations of 96 bytes. */
    private static final int OPERATIONS = 140_000;

    @TempDir
    private Path folder;

    private Path project() throws Exception {
        StringBuilder text = new StringBuilder("<relation version=\"1\" hostID=\"n1\" localToken=\"0\""
                + " topologyNumber=\"0\" timeAdjustment=\"1\">");
        for (int i = 0; i < OPERATIONS; i++) {
            // None is left open: those take more.
            text.append("<rel t=\"" + i + "\" time=\"1\"/><un t=\"" + i + "\" time=\"1\"/>");
        }
        Files.writeString(folder.resolve("p_n1.rel"), text.append("</relation>"));
        Files.writeString(
                folder.resolve("p_n1_0.trc"), "<Program timeAdjustment='1'><Own time='0' end='1'/></Program>");
        return Files.writeString(
                folder.resolve("p.proj"),
                """
                <Application name="p"><Topology><Level type="Hostname"/><Level type="Rank"/>
                <Node name="n1"><Node name="0"/></Node></Topology></Application>
                """);
    }

    @Test
    void oneLineTellsFileReasonAndRemedy() throws Exception {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        ProcessBuilder command = new ProcessBuilder(
                java,
                "-Xmx24m",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                "org.hdtrace.analysis.cli.Main",
                "waits",
                project().toString());
        // Java would tell that it has them.
        command.environment().remove("JAVA_TOOL_OPTIONS");
        Process process = command.start();
        process.getOutputStream().close();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(Main.FINDING, process.waitFor(), out + err);
        assertEquals("", out);
        String told = "hdtrace waits: .*p_n1\\.rel: more than [0-9]+ operations don't fit into the memory;"
                + " give Java more with -Xmx\\R";
        assertTrue(err.matches(told), err);
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code compress} and {@code decompress} on a project of several ranks. */
class RecodeCommandTest {
    private static final int RANKS = 5;

    @TempDir
    Path directory;

    @BeforeEach
    void writeProject() throws IOException {
        StringBuilder nodes = new StringBuilder();
        for (int rank = 0; rank < RANKS; rank++) {
            nodes.append("<Node name='").append(rank).append("'/>");
            StringBuilder trace = new StringBuilder("<Program timeAdjustment='1300000000'>\n");
            for (int i = 0; i < 1000 * rank; i++) {
                trace.append("<Send size='").append(i % 7).append("' time='").append(i);
                trace.append(".0' end='").append(i).append(".5'/>\n");
            }
            write(trace(rank), trace.append("</Program>\n").toString());
        }
        write(
                "app.proj",
                "<Application name='app'><Topology><Level type='Hostname'><Level type='Rank'></Level></Level>"
                        + "<Node name='n1'>" + nodes + "</Node></Topology></Application>");
    }

    private static String trace(int rank) {
        return "app_n1_" + rank + ".trc";
    }

    private void write(String name, String text) throws IOException {
        Files.write(directory.resolve(name), text.getBytes(StandardCharsets.UTF_8));
    }

    private Map<String, byte[]> content() throws IOException {
        Map<String, byte[]> content = new TreeMap<>();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                content.put(file.getFileName().toString(), Files.readAllBytes(file));
            }
        }
        return content;
    }

    private void assertSame(Map<String, byte[]> expected) throws IOException {
        Map<String, byte[]> now = content();
        assertEquals(expected.keySet(), now.keySet());
        expected.forEach((name, bytes) -> assertArrayEquals(bytes, now.get(name), name));
    }

    private long traceBytes() throws IOException {
        return content().entrySet().stream()
                .filter(entry -> !entry.getKey().endsWith(".proj"))
                .mapToLong(entry -> entry.getValue().length)
                .sum();
    }

    @Test
    void compressedProjectsSayTheSame() throws IOException {
        String profile = Run.of("profile", "--json", directory).assertSuccess().out();
        Run.of("compress", directory).assertSuccess();
        assertEquals(
                profile, Run.of("profile", "--json", directory).assertSuccess().out());
        Run.of("check", directory).assertSuccess();
    }

    @Test
    void comesBackByteByByte() throws IOException {
        Map<String, byte[]> before = content();
        Run.of("compress", "--level", "5", directory).assertSuccess();
        assertTrue(content().keySet().containsAll(List.of("app_n1_0.trc.zst", "app_n1_4.trc.zst", "app.proj")));
        assertEquals(RANKS + 1, content().size());
        Run.of("decompress", directory).assertSuccess();
        assertSame(before);
    }

    @Test
    void tellsWhatItDid() throws IOException {
        long before = traceBytes();
        String out = Run.of("compress", "--json", directory).assertSuccess().out();
        assertEquals(
                "{\"files\":5,\"unchanged\":0,\"bytesBefore\":" + before + ",\"bytesAfter\":" + traceBytes() + "}\n",
                out);
        long after = traceBytes();
        assertTrue(after < before / 5, after + " of " + before);
        assertEquals(
                "{\"files\":0,\"unchanged\":5,\"bytesBefore\":" + after + ",\"bytesAfter\":" + after + "}\n",
                Run.of("compress", "--json", directory).assertSuccess().out());
        String text = Run.of("decompress", "--keep", directory).assertSuccess().out();
        assertTrue(text.startsWith("5 traces, 0 more were so already, "), text);
        assertEquals(2 * RANKS + 1, content().size());
    }

    @Test
    void finishesWhatWasInterrupted() throws IOException {
        Map<String, byte[]> before = content();
        Run.of("compress", "--keep", directory).assertSuccess();
        Files.delete(directory.resolve(trace(0)));
        Files.delete(directory.resolve(trace(1) + ".zst"));
        write(trace(1) + ".zst.tmp", "the beginning of it");
        Run.of("compress", directory).assertSuccess();
        assertEquals(RANKS + 1, content().size());
        Run.of("decompress", directory).assertSuccess();
        assertSame(before);
    }

    @Test
    void touchesNothingWhenOneTraceIsStillWritten() throws IOException {
        write(trace(3), "<Program>\n\0\0\0");
        Map<String, byte[]> before = content();
        Run refused = Run.of("compress", directory).assertBadInput();
        assertTrue(refused.err().contains(trace(3) + ": byte 0: is still being written"), refused.err());
        assertSame(before);
    }

    @Test
    void aFullDiskIsAFailureOfTheJob() throws IOException {
        Path full = Path.of("/dev/full");
        assumeTrue(Files.isWritable(full));
        byte[] trace = Files.readAllBytes(directory.resolve(trace(2)));
        Files.createSymbolicLink(directory.resolve(trace(2) + ".zst.tmp"), full);
        Run failed = Run.of("compress", directory);
        assertEquals(1, failed.status());
        assertEquals(1, failed.err().lines().count(), failed.err());
        assertTrue(failed.err().contains("No space left"), failed.err());
        assertArrayEquals(trace, Files.readAllBytes(directory.resolve(trace(2))));
        assertFalse(Files.exists(directory.resolve(trace(2) + ".zst")));
        Run.of("compress", directory).assertSuccess();
    }

    @Test
    void refusesLevelsThatThereAreNot() {
        Run.of("compress", "--level", "0", directory).assertBadInput();
        Run.of("compress", "--level", "20", directory).assertBadInput();
        Run.of("decompress", "--level", "1", directory).assertBadInput();
    }

    @Test
    void refusesDamagedData() throws IOException {
        Run.of("compress", directory).assertSuccess();
        Path compressed = directory.resolve(trace(4) + ".zst");
        byte[] bytes = Files.readAllBytes(compressed);
        bytes[bytes.length / 2] ^= 1;
        Files.write(compressed, bytes);
        Run.of("decompress", directory).assertBadInput();
        assertArrayEquals(bytes, Files.readAllBytes(compressed));
        assertFalse(Files.exists(directory.resolve(trace(4))));
    }
}

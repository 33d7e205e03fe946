// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.hdtrace.format.TimeText;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands that read whole traces make the indexes that these lack, and say the same with and without. */
class IndexingTest {
    private static final String PROJECT =
            """
            <Application name='app'><Topology><Level type='Rank'></Level>
            <Node name='0'/><Node name='1'/><Node name='2'/><Node name='3'/></Topology></Application>
            """;
    private static final int LARGE = 14_000;
    private static final List<String> INDEXES = List.of("app_0.trc.idx", "app_1.trc.idx");

    @TempDir
    Path folder;

    @BeforeEach
    void write() throws IOException {
        Files.writeString(folder.resolve("app.proj"), PROJECT);
        write(0, LARGE, "", "</Program>\n");
        // By a clock that drifts.
        write(1, LARGE, " clockOffset='0.5@0.001 0.50001@0.2'", "</Program>\n");
        // Too small to need one, and not complete: it may be still written.
        write(2, 100, "", "</Program>\n");
        write(3, LARGE, "", "<Send time='");
    }

    private void write(int rank, int states, String head, String foot) throws IOException {
        StringBuilder text = new StringBuilder("<Program timeAdjustment='1300000000'" + head + ">\n");
        for (int i = 0; i < states; i++) {
            text.append("<Nested>\n\t<Read size='").append(i % 1000).append('\'');
            times(text, 10 * i + 2, 10 * i + 5 + i % 3);
            text.append("</Nested>\n<File_read fid='").append(i % 7).append('\'');
            times(text, 10 * i + 1, 10 * i + 9);
            if (i % 10 == rank) {
                text.append("<Event name='tick' time='")
                        .append(TimeText.format(10L * i + 9))
                        .append("'/>\n");
            }
        }
        Files.writeString(folder.resolve("app_" + rank + ".trc"), text + foot);
    }

    private static void times(StringBuilder text, long start, long end) {
        text.append(" time='").append(TimeText.format(start));
        text.append("' end='").append(TimeText.format(end)).append("'/>\n");
    }

    private List<String> indexes() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> String.valueOf(file.getFileName()))
                    .filter(name -> !name.endsWith(".trc") && !name.endsWith(".proj"))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void profileMakesThemAndIsTheSameFromThem() throws IOException {
        List<String> plain = profiles("--no-index");
        assertEquals(List.of(), indexes());
        Run first = Run.of("profile", folder, "--from", "0.01").assertSuccess();
        assertEquals(INDEXES, indexes());
        assertTrue(first.err().startsWith("hdtrace profile: the indexes of 2 traces made"), first.err());
        assertEquals(plain, profiles());
        assertEquals("", Run.of("profile", folder).assertSuccess().err());
    }

    private List<String> profiles(String... more) {
        List<String> all = new ArrayList<>();
        for (List<String> part : List.of(
                List.<String>of(), List.of("--names", "R*"), List.of("--from", "0.00002", "--to", "0.10000301"))) {
            List<Object> arguments = new ArrayList<>(List.of("profile", "--csv", folder));
            arguments.addAll(part);
            arguments.addAll(List.of(more));
            all.add(Run.of(arguments.toArray()).assertSuccess().out());
        }
        return all;
    }

    @Test
    void oneOfAnotherTraceIsReplaced() throws IOException {
        Run.of("profile", folder).assertSuccess();
        byte[] stale = Files.readAllBytes(folder.resolve("app_0.trc.idx"));
        write(0, LARGE + 1, "", "</Program>\n");
        String plain = Run.of("profile", "--csv", "--no-index", folder).out();
        Run again = Run.of("profile", "--csv", folder).assertSuccess();
        assertEquals(plain, again.out());
        assertTrue(again.err().startsWith("hdtrace profile: the index of 1 trace made"), again.err());
        assertFalse(Arrays.equals(stale, Files.readAllBytes(folder.resolve("app_0.trc.idx"))));
        assertEquals(INDEXES, indexes());
    }

    @Test
    void aTraceThatCanNotBeReadLeavesNothingBehind() throws IOException {
        Path trace = folder.resolve("app_0.trc");
        byte[] bytes = Files.readAllBytes(trace);
        bytes[bytes.length / 2] = '<';
        bytes[bytes.length / 2 + 1] = '<';
        Files.write(trace, bytes);
        assertEquals(2, Run.of("profile", "--jobs", "1", folder).status());
        assertEquals(List.of(), indexes());
    }
}

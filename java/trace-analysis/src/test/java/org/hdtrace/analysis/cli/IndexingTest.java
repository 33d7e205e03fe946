// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
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
        String again = Run.of("profile", folder).assertSuccess().err();
        assertEquals(1, again.lines().count(), again);
        assertTrue(again.contains("app_3.trc: byte ") && again.contains("ends without its end tag"), again);
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

    /** All but the number of events, which indexes don't hold, is the same with and without them. */
    @Test
    void infoTakesFromThemWhatTheyTell() throws IOException {
        for (String form : List.of("--json", "--csv", "")) {
            Files.deleteIfExists(folder.resolve(INDEXES.get(0)));
            Files.deleteIfExists(folder.resolve(INDEXES.get(1)));
            String plain = info(form);
            Run.of("index", folder).assertSuccess();
            assertEquals(plain, info(form, "--exact"));
            String quick = info(form);
            assertNotEquals(plain, quick);
            String expected = plain;
            for (String[] change : changes(form)) {
                assertTrue(expected.contains(change[0]), expected);
                expected = expected.replace(change[0], change[1]);
            }
            assertEquals(expected, quick);
        }
    }

    private static String[][] changes(String form) {
        return switch (form) {
            case "--json" ->
                new String[][] {
                    {"\"events\":4210,", "\"events\":null,"},
                    {
                        "\"rank\":0,\"thread\":-1,\"states\":28000,\"events\":1400,",
                        "\"rank\":0,\"thread\":-1,\"states\":28000,\"events\":null,"
                    },
                    {
                        "\"rank\":1,\"thread\":-1,\"states\":28000,\"events\":1400,",
                        "\"rank\":1,\"thread\":-1,\"states\":28000,\"events\":null,"
                    },
                };
            case "--csv" ->
                new String[][] {
                    {",0,0,-1,,28000,1400,", ",0,0,-1,,28000,,"}, {",1,1,-1,,28000,1400,", ",1,1,-1,,28000,,"}
                };
            default ->
                new String[][] {
                    {"events    4,210\n", "events    not counted; --exact reads all traces and counts them\n"},
                    {"0       -  28,000   1,400 ", "0       -  28,000       - "},
                    {"1       -  28,000   1,400 ", "1       -  28,000       - "},
                };
        };
    }

    private String info(String... options) {
        List<Object> arguments = new ArrayList<>(List.of("info", folder));
        Stream.of(options).filter(option -> !option.isEmpty()).forEach(arguments::add);
        return Run.of(arguments.toArray()).assertSuccess().out();
    }

    /** Bytes behind the end of the text are told, and an index of another trace is none. */
    @Test
    void infoReadsWhatAnIndexDoesNotCover() throws IOException {
        Run.of("index", folder).assertSuccess();
        Path trace = folder.resolve("app_0.trc");
        Files.write(trace, new byte[4096], StandardOpenOption.APPEND);
        assertEquals(
                info("--csv", "--exact").lines().toList().get(1),
                info("--csv").lines().toList().get(1));
        write(0, LARGE + 1, "", "</Program>\n");
        assertEquals(
                info("--csv", "--exact").lines().toList().get(1),
                info("--csv").lines().toList().get(1));
    }

    /** Where corrected times run backwards the earliest one may be anywhere. */
    @Test
    void infoReadsATraceOfAnUnsteadyClock() throws IOException {
        write(0, LARGE, " clockOffset='0@0 -0.3@0.1'", "</Program>\n");
        Run.of("index", folder).assertSuccess();
        assertEquals(
                info("--csv", "--exact").lines().toList().get(1),
                info("--csv").lines().toList().get(1));
        assertTrue(info("--csv").lines().toList().get(1).contains(",28000,1400,"));
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
        assertEquals(List.of("app_1.trc.idx"), indexes());
    }
}

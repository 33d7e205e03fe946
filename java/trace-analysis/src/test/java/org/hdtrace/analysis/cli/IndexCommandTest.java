// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.hdtrace.format.TimeText;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IndexCommandTest {
    private static final String PROJECT =
            """
            <Application name='app'><Topology><Level type='Rank'></Level>
            <Node name='0'/><Node name='1'/></Topology></Application>
            """;
    private static final int MIDDLE = 300_000;

    @TempDir
    Path folder;

    private Path whole;

    @BeforeEach
    void write() throws IOException {
        Files.writeString(folder.resolve("app.proj"), PROJECT);
        whole = Files.writeString(folder.resolve("app_0.trc"), text(1) + "</Program>\n");
        // Cut, and by a clock that drifts.
        Files.writeString(folder.resolve("app_1.trc"), text(2) + "<Send time='");
    }

    /** Some 600 KB: states within states, with gaps in between. */
    private static String text(int seed) {
        Random random = new Random(seed);
        StringBuilder text = new StringBuilder("<Program timeAdjustment='1300000000'"
                + (seed == 1 ? ">\n" : " clockOffset='0.5@0.001 0.50001@0.2'>\n"));
        long now = 1000;
        for (int i = 0; i < 3000; i++) {
            long start = now;
            text.append("<Nested>\n");
            for (int child = random.nextInt(3); child >= 0; child--) {
                long begin = now += random.nextInt(500);
                now += random.nextInt(5000);
                state(text, "\t<Read" + random.nextInt(3) + " size='" + i + "'", begin, now);
            }
            text.append("</Nested>\n");
            now += random.nextInt(100);
            state(text, "<File_read fid='" + i + "'", start, now);
            now += random.nextInt(2000);
        }
        return text.toString();
    }

    private static void state(StringBuilder text, String begin, long start, long end) {
        text.append(begin).append(" time='").append(TimeText.format(start));
        text.append("' end='").append(TimeText.format(end)).append("'/>\n");
    }

    private List<String> profiles() {
        List<String> all = new ArrayList<>();
        for (String[] interval : new String[][] {
            {"0", "1000"}, {"0.001", "0.002"}, {"0.5", "0.515"}, {"0.003", "0.512"}, {"0.0101", "0.0101"}
        }) {
            all.add(Run.of("profile", "--csv", "--from", interval[0], "--to", interval[1], folder)
                    .assertSuccess()
                    .out());
        }
        all.add(Run.of("profile", "--csv", folder).assertSuccess().out());
        all.add(Run.of("profile", "--json", "--names", "Read*", "--ranks", "1", folder)
                .assertSuccess()
                .out());
        return all;
    }

    @Test
    void profilesAreTheSameWithIndexes() {
        List<String> before = profiles();
        String states =
                Run.of("index", "--json", "--jobs", "2", folder).assertSuccess().out();
        assertEquals(
                """
                [
                {"file":"app_0.trc","state":"made","index":"%s"},
                {"file":"app_1.trc","state":"made","index":"%s"}
                ]
                """
                        .formatted(folder.resolve("app_0.trc.idx"), folder.resolve("app_1.trc.idx")),
                states);
        assertTrue(before.get(0).lines().count() > 4, before.get(0));
        assertEquals(before, profiles());
    }

    @Test
    void wholeTracesAreNotReadForTheirProfile() throws IOException {
        String before = Run.of("profile", "--csv", "--ranks", "0", folder)
                .assertSuccess()
                .out();
        Run.of("index", folder).assertSuccess();
        damage();
        assertEquals(
                before,
                Run.of("profile", "--csv", "--ranks", "0", folder)
                        .assertSuccess()
                        .out());
        Files.delete(folder.resolve("app_0.trc.idx"));
        assertEquals(2, Run.of("profile", "--csv", "--ranks", "0", folder).status());
    }

    @Test
    void tracesOfWhichNoIndexCanBeMadeAreNamed() throws IOException {
        damage();
        Run run = Run.of("index", "--jobs", "1", folder);
        assertEquals(2, run.status());
        assertEquals("refused  app_0.trc\nmade     app_1.trc  " + folder.resolve("app_1.trc.idx") + "\n", run.out());
        assertTrue(run.err().startsWith("hdtrace index: ") && run.err().contains("app_0.trc: byte "), run.err());
        assertEquals(1, run.err().lines().count());
        assertTrue(Files.notExists(folder.resolve("app_0.trc.idx")));
    }

    @Test
    void makesOnlyWhatIsMissingUnlessForced() {
        Run.of("index", folder).assertSuccess();
        String again = Run.of("index", folder).assertSuccess().out();
        assertEquals("valid    app_0.trc\nvalid    app_1.trc\n", again);
        String forced = Run.of("index", "--force", folder).assertSuccess().out();
        assertTrue(forced.startsWith("made     app_0.trc  "), forced);
    }

    @Test
    void badInputMakesNothing() throws IOException {
        Run.of("index", folder.resolve("none")).assertBadInput();
        Run.of("index", "--jobs", "0", folder).assertBadInput();
        assertTrue(Files.notExists(folder.resolve("app_0.trc.idx")));
    }

    private void damage() throws IOException {
        byte[] text = Files.readAllBytes(whole);
        byte[] nonsense = "<</>".getBytes(StandardCharsets.UTF_8);
        System.arraycopy(nonsense, 0, text, MIDDLE, nonsense.length);
        Files.write(whole, text);
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a command prints doesn't depend on how many files it reads at once. */
class JobsTest {
    private static final int FILES = 20;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"info --json", "info", "profile --json", "profile --csv --from 3 --to 9 --names A*,C"})
    void printsTheSameForAnyNumber(String command) throws IOException {
        writeProject(new Random(command.hashCode()));
        Run one = run(command, 1).assertSuccess();
        assertTrue(one.out().length() > 60, one.out());
        for (int jobs : List.of(2, 3, 8, 100)) {
            Run several = run(command, jobs).assertSuccess();
            assertEquals(one.out(), several.out());
            assertEquals("", several.err());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"info --json", "profile --json", "profile --names B"})
    void tellsOfTheSameDamageForAnyNumber(String command) throws IOException {
        writeProject(new Random(1));
        for (int damaged : new int[] {3, 4, 17}) {
            Files.writeString(trace(damaged), "<Program><A time='1' end='2'/><B time='x' end='3'/></Program>");
        }
        Run one = run(command, 1);
        assertEquals(Main.BAD_INPUT, one.status());
        assertTrue(one.err().contains("app_3.trc"), one.err());
        for (int jobs : List.of(2, 5, 40)) {
            Run several = run(command, jobs);
            assertEquals(one.status(), several.status());
            assertEquals(one.out(), several.out());
            assertEquals(one.err(), several.err());
        }
    }

    @Test
    void infoGoesOnBehindAFileThatItCannotRead() throws IOException {
        writeProject(new Random(2));
        Files.writeString(trace(0), "no trace");
        Run run = run("info --json", 2);
        assertEquals(
                FILES - 1,
                run.out().lines().filter(line -> line.contains("\"host\":")).count());
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "two", "10000", ""})
    void refusesWhatIsNoNumber(String jobs) throws IOException {
        writeProject(new Random(3));
        Run run = Run.of("info", "--jobs", jobs, folder);
        assertEquals(Main.BAD_INPUT, run.status());
        assertEquals(1, run.err().lines().count(), run.err());
        assertEquals("", run.out());
    }

    private Run run(String command, int jobs) {
        String[] words = command.split(" ", -1);
        Object[] arguments = new Object[words.length + 3];
        System.arraycopy(words, 0, arguments, 0, words.length);
        arguments[words.length] = "--jobs";
        arguments[words.length + 1] = jobs;
        arguments[words.length + 2] = folder;
        return Run.of(arguments);
    }

    private Path trace(int rank) {
        return folder.resolve("app_" + rank + ".trc");
    }

    private void writeProject(Random random) throws IOException {
        StringBuilder project = new StringBuilder("<Application name='app'><Topology><Level type='Rank'></Level>");
        for (int rank = 0; rank < FILES; rank++) {
            project.append("<Node name='").append(rank).append("'/>");
            Files.writeString(trace(rank), traceText(random));
        }
        Files.writeString(folder.resolve("app.proj"), project + "</Topology></Application>");
    }

    private static String traceText(Random random) {
        StringBuilder text = new StringBuilder("<Program timeAdjustment='100'>\n");
        int states = random.nextInt(300);
        for (int i = 0; i < states; i++) {
            double start = i * 0.1;
            String outer = List.of("A", "B", "C", "Ab").get(random.nextInt(4));
            if (random.nextBoolean()) {
                text.append(String.format(
                        Locale.ROOT, "<Nested><A size='7' time='%.3f' end='%.3f'/></Nested>", start, start + 0.05));
            }
            text.append(String.format(
                    Locale.ROOT, "<%s size='%d' time='%.3f' end='%.3f'/>\n", outer, i, start, start + 0.09));
        }
        return text + "</Program>\n";
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.hdtrace.piosim.sweep.ResultStore;
import org.hdtrace.piosim.sweep.Share;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sweeps in processes of their own, which end by SIGKILL or meet each other. */
class SweepKillTest {
    private static final int KILLS = 3;

    @TempDir
    Path folder;

    private Path app;

    @BeforeEach
    void recordAProgram() throws Exception {
        app = RecordedPrograms.record(folder.resolve("run"), RecordedPrograms.ring(100));
    }

    @Test
    void whatAKilledSweepHasDoneIsNeitherLostNorDoneTwice() throws Exception {
        Path whole = folder.resolve("whole.csv");
        assertEquals(0, start(whole).waitFor(), log(whole));
        Path killed = folder.resolve("killed.csv");
        Random random = new Random(11);
        int before = 0;
        for (int kill = 0; kill < KILLS && !Files.exists(killed); kill++) {
            Process process = start(killed);
            awaitLines(process, killed, before + 1 + random.nextInt(12));
            TimeUnit.MILLISECONDS.sleep(random.nextInt(40));
            process.destroyForcibly().waitFor();
            int now = lines(killed).size();
            assertTrue(Files.exists(killed) || now > before, "no progress after " + before + " points");
            before = now;
        }
        assertTrue(before > KILLS, "no sweep was killed at work");
        assertEquals(0, start(killed).waitFor(), log(killed));
        assertEquals(Files.readString(whole), Files.readString(killed));
        try (Stream<Path> left = Files.list(folder)) {
            assertEquals(
                    0, left.filter(file -> file.toString().contains(".part-")).count());
        }
    }

    @Test
    void twoSweepsDoNotMeetInOneFile() throws Exception {
        Path results = folder.resolve("r.csv");
        try (ResultStore here = ResultStore.open(results, "", "", 1, Share.ALL)) {
            assertTrue(here.done().isEmpty());
            assertEquals(2, start(results).waitFor());
            assertEquals(2, start(results, "--share", "1/2").waitFor());
        }
        assertEquals(2, log(results).split("another sweep is at work on it", -1).length - 1, log(results));
    }

    private Process start(Path results, String... more) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:-UsePerfData",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "sweep",
                RecordedPrograms.MODEL.toString(),
                "--app",
                "A=" + app,
                "--vary",
                "NetworkEdge[*]/Latency=1us..80us+1us",
                "--jobs",
                "2",
                "--out",
                results.toString()));
        command.addAll(List.of(more));
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(
                        ProcessBuilder.Redirect.appendTo(logFile(results).toFile()))
                .start();
    }

    private void awaitLines(Process process, Path results, int count) throws Exception {
        while (process.isAlive() && lines(results).size() < count) {
            TimeUnit.MILLISECONDS.sleep(1);
        }
    }

    /** The whole lines of the part; no point has two. */
    private static List<String> lines(Path results) throws IOException {
        Path part = results.resolveSibling(results.getFileName() + ".part-0-of-1");
        if (!Files.exists(part)) {
            return List.of();
        }
        String text = Files.readString(part);
        List<String> lines =
                text.substring(0, text.lastIndexOf('\n') + 1).lines().toList();
        Set<String> points = new HashSet<>();
        lines.forEach(line -> assertTrue(points.add(line.split(" ", 3)[1]), line));
        return lines;
    }

    private static Path logFile(Path results) {
        return results.resolveSibling(results.getFileName() + ".log");
    }

    private static String log(Path results) throws IOException {
        return Files.readString(logFile(results));
    }
}

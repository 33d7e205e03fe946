// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.hdtrace.format.project.Project;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Simulations in processes of their own that are asked to end, or killed, while they write. */
class SignalTest {
    private static final int ROUNDS = 12_000;
    private static final long SECONDS = 120;

    @TempDir
    static Path recorded;

    @TempDir
    Path folder;

    @BeforeAll
    static void recordPrograms() throws Exception {
        RecordedPrograms.record(recorded.resolve("long"), RecordedPrograms.ring(ROUNDS));
        RecordedPrograms.record(recorded.resolve("short"), RecordedPrograms.ring(2));
    }

    @ParameterizedTest
    @CsvSource({"TERM, 143, 1", "TERM, 143, 400000", "INT, 130, 100000"})
    void askedToEndItLeavesNothing(String signal, int status, long writtenBytes) throws Exception {
        Path target = folder.resolve("new/sim");
        Process process = start("long", target);
        awaitTraces(process, target, writtenBytes);
        send(signal, process);
        assertTrue(process.waitFor(SECONDS, TimeUnit.SECONDS), "it goes on");
        assertEquals(status, process.exitValue(), log());
        assertFalse(Files.exists(folder.resolve("new")), "folders that it made are gone, too");
        assertEquals("", log());
    }

    @Test
    void askedToEndItSaysNothingOfFilesThatAreGone() throws Exception {
        Path target = folder.resolve("new/sim");
        Process process = start(SlowEnd.class, "long", target);
        awaitTraces(process, target, 1);
        send("TERM", process);
        assertTrue(process.waitFor(5 * SECONDS, TimeUnit.SECONDS), "it goes on");
        assertEquals(143, process.exitValue(), log());
        assertEquals("", log());
        assertFalse(Files.exists(folder.resolve("new")), "it makes folders again");
    }

    @Test
    void askedToEndItLeavesWhatItWouldHaveReplaced() throws Exception {
        Path target = folder.resolve("sim");
        assertEquals(0, start("short", target).waitFor(), log());
        Map<String, Long> before = files(target);
        Process process = start("long", target, "--force");
        awaitTraces(process, target, 1);
        send("TERM", process);
        assertTrue(process.waitFor(SECONDS, TimeUnit.SECONDS), "it goes on");
        assertEquals(143, process.exitValue());
        assertEquals(before, files(target));
        assertEquals(4, Project.open(target).traces().size());
    }

    @Test
    void whatAKilledOneLeavesTheNextRemoves() throws Exception {
        Path target = folder.resolve("sim");
        Process process = start("long", target);
        awaitTraces(process, target, 1);
        process.destroyForcibly().waitFor();
        assertEquals(1, files(target).size(), "a hidden folder, nothing at the places of the project");
        assertEquals(1, hidden(target).size());
        assertEquals(0, start("short", target).waitFor(), log());
        assertEquals(List.of(), hidden(target));
        assertEquals(4, Project.open(target).traces().size());
    }

    /** Until it has written so many bytes of traces. */
    private void awaitTraces(Process process, Path target, long bytes) throws Exception {
        while (process.isAlive()) {
            for (Path stage : hidden(target)) {
                if (list(stage).stream()
                                .filter(file -> file.toString().endsWith(".trc"))
                                .mapToLong(file -> file.toFile().length())
                                .sum()
                        >= bytes) {
                    return;
                }
            }
            TimeUnit.MILLISECONDS.sleep(2);
        }
        throw new IllegalStateException("it ended before: " + log());
    }

    private static List<Path> hidden(Path target) throws IOException {
        return list(target).stream()
                .filter(file -> file.getFileName().toString().startsWith(".simulated-"))
                .toList();
    }

    private static List<Path> list(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.toList();
        } catch (NoSuchFileException | NotDirectoryException e) {
            return List.of();
        }
    }

    private static Map<String, Long> files(Path folder) throws IOException {
        Map<String, Long> files = new TreeMap<>();
        for (Path file : list(folder)) {
            files.put(file.getFileName().toString(), Files.isDirectory(file) ? -1 : Files.size(file));
        }
        return files;
    }

    private static void send(String signal, Process process) throws Exception {
        String[] command = {"sh", "-c", "kill -s " + signal + " " + process.pid()};
        assertEquals(0, new ProcessBuilder(command).inheritIO().start().waitFor());
    }

    private Process start(String program, Path target, String... more) throws IOException {
        return start(Main.class, program, target, more);
    }

    /** A job that a shell runs in the background ignores SIGINT, and so would its children. */
    private Process start(Class<?> main, String program, Path target, String... more) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                "env",
                "--default-signal=INT",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:-UsePerfData",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName(),
                RecordedPrograms.MODEL.toString(),
                "--app",
                "A=" + recorded.resolve(program),
                "--trace",
                "all",
                "-o",
                target.toString()));
        command.addAll(List.of(more));
        return new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.to(folder.resolve("log").toFile()))
                .start();
    }

    private String log() throws IOException {
        return Files.readString(folder.resolve("log"));
    }
}

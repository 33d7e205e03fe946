// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A damaged project becomes the same one, and the same is told of it, for any number of threads; killed, it becomes none. */
class RepairJobsTest {
    private static final int FILES = 40;

    @TempDir
    private Path folder;

    private Path damaged;

    @ParameterizedTest
    @ValueSource(strings = {"", "--json", "--csv"})
    void tellsAndWritesTheSameForAnyNumber(String form) throws IOException {
        writeProject(FILES, 200);
        Run one = repair(form, 1).assertSuccess();
        assertTrue(one.out().lines().count() > FILES, one.out());
        for (int jobs : List.of(2, 3, 16)) {
            Run several = repair(form, jobs).assertSuccess();
            assertEquals(one.out(), several.out());
            assertEquals(one.err(), several.err());
            assertSameFiles(folder.resolve("Q1"), folder.resolve("Q" + jobs));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "5"})
    void doesSoWithoutProjectFile(int jobs) throws IOException {
        writeProject(FILES, 20);
        Files.delete(damaged.resolve("app.proj"));
        Run run = repair("", jobs).assertSuccess();
        assertTrue(run.out().contains("app.proj: whole file: topology made anew from " + 2 * FILES + " files"));
        assertEquals(2 * FILES + 1, list(folder.resolve("Q" + jobs)).size());
    }

    /** As compress --keep leaves it. */
    @Test
    void ofTwoFormsOfAFileTheOneThatReadersTakeIsRepaired() throws IOException {
        writeProject(2, 10);
        Files.delete(damaged.resolve("app.proj"));
        Path plain = damaged.resolve("app_1.trc");
        try (GZIPOutputStream other = new GZIPOutputStream(Files.newOutputStream(damaged.resolve("app_1.trc.gz")))) {
            other.write("<Program>\n<Other time='1' end='2'/>\n</Program>\n".getBytes(StandardCharsets.UTF_8));
        }
        byte[] whole = Files.readAllBytes(plain);
        repair("", 4).assertSuccess();
        assertArrayEquals(whole, Files.readAllBytes(folder.resolve("Q4/app_1.trc")));
        assertFalse(Files.exists(folder.resolve("Q4/app_1.trc.gz")));
    }

    @Test
    void csvTellsWhatIsLost() throws IOException {
        writeProject(3, 10);
        List<String> lines = repair("--csv", 2).assertSuccess().out().lines().toList();
        assertEquals("file,place,kind,text", lines.get(0));
        int end = trace(10).indexOf("\n</Program>");
        assertTrue(lines.contains("app_0.trc,byte " + end + ",mended,end tag added"), lines.toString());
        assertTrue(lines.stream().anyMatch(line -> line.matches("app_2.rel,byte [0-9]+,lost,.*")), lines.toString());
    }

    /** A file that hangs, as one in a file system that does, is a pipe that nobody writes to. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void killedItLeavesNoNewProject(boolean asked) throws Exception {
        writeProject(8, 100);
        Path hanging = damaged.resolve("app_5.trc");
        Files.delete(hanging);
        assertEquals(0, new ProcessBuilder("mkfifo", hanging.toString()).start().waitFor());
        Path target = folder.resolve("Q");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:-UsePerfData",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "org.hdtrace.analysis.cli.Main",
                        "repair",
                        "--jobs",
                        "2",
                        damaged.toString(),
                        "-o",
                        target.toString())
                .redirectErrorStream(true)
                .start();
        awaitFileIn(folder, "app_4.trc", process);
        if (asked) {
            process.destroy();
        } else {
            process.destroyForcibly();
        }
        assertTrue(process.waitFor(60, TimeUnit.SECONDS));
        assertFalse(Files.exists(target));
        if (asked) {
            assertEquals(List.of(damaged.getFileName()), list(folder), "nor a part of it");
        }
        Files.delete(hanging);
        Files.writeString(hanging, "<Program>\n");
        assertEquals(0, Run.of("repair", damaged, "-o", target).status());
    }

    /** Until the process, which ends otherwise, has written that file somewhere below. */
    private static void awaitFileIn(Path folder, String name, Process process) throws Exception {
        for (int i = 0; i < 1200; i++) {
            try (Stream<Path> files = Files.walk(folder)) {
                if (files.anyMatch(file -> file.endsWith("project/" + name))) {
                    return;
                }
            }
            if (!process.isAlive()) {
                try (InputStream out = process.getInputStream()) {
                    throw new AssertionError(new String(out.readAllBytes(), StandardCharsets.UTF_8));
                }
            }
            Thread.sleep(50);
        }
        throw new AssertionError(name + " was not written");
    }

    private Run repair(String form, int jobs) {
        List<Object> arguments = new ArrayList<>(List.of("repair", damaged, "-o", folder.resolve("Q" + jobs)));
        arguments.addAll(List.of("--jobs", jobs));
        if (!form.isEmpty()) {
            arguments.add(form);
        }
        return Run.of(arguments.toArray());
    }

    /** Of four traces one is cut, one torn and one killed; each second relation has damage. */
    private void writeProject(int files, int states) throws IOException {
        damaged = Files.createDirectory(folder.resolve("P"));
        Random random = new Random(files);
        StringBuilder project = new StringBuilder("<Application name='app'><Topology><Level type='Rank'></Level>");
        for (int rank = 0; rank < files; rank++) {
            project.append("<Node name='").append(rank).append("'/>");
            String text = trace(states);
            int middle = 200 + random.nextInt(text.length() - 300);
            Files.writeString(
                    damaged.resolve("app_" + rank + ".trc"),
                    switch (rank % 4) {
                        case 0 -> text.substring(0, text.indexOf("</Program>"));
                        case 1 -> text;
                        case 2 -> text.substring(0, middle) + "\0<<" + text.substring(middle + 80);
                        default -> text.substring(0, middle);
                    });
            Files.writeString(damaged.resolve("app_" + rank + ".rel"), relation(states, rank % 2 == 0));
        }
        Files.writeString(damaged.resolve("app.proj"), project + "</Topology></Application>");
    }

    private static String trace(int states) {
        StringBuilder text = new StringBuilder("<Program timeAdjustment='100'>\n");
        for (int i = 0; i < states; i++) {
            text.append("<Send size='7' time='" + i + ".1' end='" + i + ".9'/>\n");
        }
        return text + "</Program>\n";
    }

    private static String relation(int tokens, boolean damaged) {
        StringBuilder text = new StringBuilder(
                "<relation version='1' hostID='n1' localToken='7' topologyNumber='0' timeAdjustment='100'>\n");
        for (int i = 0; i < tokens; i++) {
            text.append("<rel t='" + i + "' time='" + i + "'/><un t='" + i + "' time='" + i + ".5'/>\n");
            text.append(damaged && i == tokens / 2 ? "<<<\n" : "");
        }
        return text + "</relation>\n";
    }

    private static void assertSameFiles(Path one, Path other) throws IOException {
        List<Path> names = list(one);
        assertEquals(names, list(other));
        for (Path name : names) {
            assertArrayEquals(
                    Files.readAllBytes(one.resolve(name)), Files.readAllBytes(other.resolve(name)), name.toString());
        }
    }

    private static List<Path> list(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(Path::getFileName).sorted().toList();
        }
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.calibration.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Random;
import org.hdtrace.calibration.Machines;
import org.hdtrace.piosim.model.xml.ModelReader;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CalibrateCommandTest {
    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private Path table;
    private Path model;

    @BeforeEach
    void measure() throws IOException {
        table = folder.resolve("t.csv");
        model = folder.resolve("m.xml");
        Files.writeString(
                table,
                new Machines(2, 1, 30_000, 12e6, 131_040, 0, Machines.noise(4, 0.03))
                        .curve(0, 1, 1)
                        .memory(5e9)
                        .text());
    }

    private int run(Object... arguments) {
        String[] words = List.of(arguments).stream().map(Object::toString).toArray(String[]::new);
        return Main.run(new PrintWriter(out), new PrintWriter(err, true), words);
    }

    private void assertFault(int status, String text, Object... arguments) throws IOException {
        assertEquals(status, run(arguments), err.toString());
        assertTrue(err.toString().startsWith("hdtrace calibrate: " + text), err.toString());
        assertEquals(1, err.toString().lines().count(), err.toString());
        try (var files = Files.list(folder)) {
            assertTrue(files.noneMatch(
                    file -> file.toString().endsWith(".xml") || file.toString().endsWith(".new")));
        }
    }

    /** A program that prints the table, or what else the script does. */
    private Path script(String commands) throws IOException {
        Path script = folder.resolve("bench");
        Files.writeString(script, "#!/bin/sh\n" + commands + "\n");
        return Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
    }

    @Test
    void aTableBecomesAModel() throws Exception {
        assertEquals(0, run("--from", table, "-o", model), err.toString());
        assertEquals(2, ModelReader.read(model).nodes().size());
        assertTrue(out.toString().contains("bandwidth  1"), out.toString());
        assertTrue(out.toString().contains("eager up to 131040 B"), out.toString());
        assertEquals(-1, Files.mismatch(table, folder.resolve("m.csv")));
        assertTrue(Files.readString(folder.resolve("m.json")).startsWith("{\"model\":"));
    }

    @Test
    void jsonIsWhatTheFileHolds() throws Exception {
        assertEquals(0, run("--from", table, "-o", model, "--json", "--compare", table), err.toString());
        assertEquals(Files.readString(folder.resolve("m.json")), out.toString());
        for (String key : List.of("noise", "classes", "latencyNs", "bytesPerSecond", "check", "compared", "warnings")) {
            assertTrue(out.toString().contains("\"" + key + "\":"), key);
        }
    }

    @Test
    void aTableBesideTheModelIsNotTouched() throws Exception {
        String before = Files.readString(table);
        assertEquals(0, run("--from", table, "-o", folder.resolve("t.xml")), err.toString());
        assertEquals(before, Files.readString(table));
    }

    @Test
    void aCommandIsRunAndItsTableKept() throws Exception {
        Path bench = script("echo \"$@\" >" + folder.resolve("words") + "; cat " + table);
        assertEquals(0, run("-o", model, "--bench", bench, "--seconds", "5", "--", "env", "A=1"), err.toString());
        assertEquals(-1, Files.mismatch(table, folder.resolve("m.csv")));
        assertEquals(
                "--tests p2p,memory --seconds 5.0 --largest 4194304",
                Files.readString(folder.resolve("words")).strip());
    }

    @Test
    void aBenchmarkThatFailsIsToldAndLeavesNothing() throws Exception {
        Path bench = script("head -n 20 " + table + "; exit 3");
        assertFault(2, "env ended with status 3", "-o", model, "--bench", bench, "--", "env");
    }

    @Test
    void aBenchmarkThatPrintsSomethingElseIsTold() throws Exception {
        assertFault(2, folder.resolve("m.csv.new") + ": line 1", "-o", model, "--bench", script("echo x"), "--", "env");
    }

    @Test
    void aLauncherThatIsMissingIsTold() throws Exception {
        Path bench = script("true");
        assertFault(2, "no-such-mpiexec: can't be started", "-o", model, "--bench", bench, "--", "no-such-mpiexec");
    }

    @Test
    void noiseGivesNoModel() throws Exception {
        Random random = new Random(3);
        Files.writeString(
                table,
                new Machines(2, 1, 1000, 1e9, -1, 0, nanos -> nanos * Math.exp(3 * random.nextGaussian()))
                        .curve(0, 1, 1)
                        .memory(5e9)
                        .text());
        assertFault(1, "", "--from", table, "-o", model);
        assertTrue(err.toString().contains("the same work took"), err.toString());
    }

    @Test
    void wrongUsageIsOneLine() throws Exception {
        assertFault(2, "either --from", "-o", model);
        for (Object[] words : List.of(
                new Object[] {"--from", table, "-o", model, "--", "mpiexec"},
                new Object[] {"--from", table, "-o", folder.resolve("m.txt")},
                new Object[] {"--from", table, "-o", folder.resolve("none/m.xml")},
                new Object[] {"--from", folder.resolve("none.csv"), "-o", model},
                new Object[] {"--from", table, "-o", model, "--library", "X"},
                new Object[] {"--from", table, "-o", model, "--seconds", "0"},
                new Object[] {"--from", table, "-o", model, "--io", folder},
                new Object[] {"--from", table},
                new Object[] {"-o", model, "--bench", folder.resolve("none"), "--", "env"})) {
            err.getBuffer().setLength(0);
            assertFault(2, "", words);
        }
        assertEquals(0, run("--help"));
        assertTrue(out.toString().contains("Usage: hdtrace calibrate"), out.toString());
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.calibration.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.hdtrace.calibration.Machines;
import org.hdtrace.calibration.suite.SuiteException;
import org.hdtrace.calibration.suite.SuiteRunner;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ValidateCommandTest {
    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private Path model;

    @BeforeEach
    void makeModel() throws IOException {
        Path table = folder.resolve("t.csv");
        model = folder.resolve("m.xml");
        Machines machine = new Machines(2, 1, 30_000, 12e6, -1, 0, Machines.noise(4, 0.03));
        Files.writeString(table, machine.curve(0, 1, 1).memory(5e9).text());
        assertEquals(0, run("--from", table, "-o", model), err.toString());
        out.getBuffer().setLength(0);
    }

    private int run(Object... arguments) {
        String[] words = List.of(arguments).stream().map(Object::toString).toArray(String[]::new);
        return Main.run(new PrintWriter(out), new PrintWriter(err, true), words);
    }

    private void assertFault(String text, Object... arguments) {
        err.getBuffer().setLength(0);
        List<Object> words = new ArrayList<>(List.of("validate"));
        words.addAll(List.of(arguments));
        assertEquals(2, run(words.toArray()), err.toString());
        assertTrue(err.toString().startsWith("hdtrace validate: "), err.toString());
        assertTrue(err.toString().contains(text), err.toString());
        assertEquals(1, err.toString().lines().count(), err.toString());
        assertEquals("", out.toString());
    }

    private Path script(String name, String commands) throws IOException {
        Path script = folder.resolve(name);
        Files.writeString(script, "#!/bin/sh\n" + commands + "\n");
        return Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
    }

    private Object[] suite(Path frontEnd, Object... command) {
        List<Object> words = new ArrayList<>(List.of(
                "--model", model, "--hdtrace", frontEnd, "--programs", folder, "--keep", folder.resolve("kept"), "--"));
        words.addAll(List.of(command));
        return words.toArray();
    }

    @Test
    void wrongUsageIsOneLine() throws Exception {
        assertFault("--model", "P");
        assertFault("either a project P or -- COMMAND", "--model", model);
        assertFault("either a project P or -- COMMAND", "--model", model, folder, "--", "mpiexec");
        assertFault("m.xml: no such file", "--model", folder.resolve("none/m.xml"), folder);
        assertFault("--tolerance must be above 0", "--model", model, "--tolerance", "0", folder);
        assertFault("--tolerance", "--model", model, "--tolerance", "x", folder);
        assertFault("are for -- COMMAND", "--model", model, "--short", folder);
        assertFault("no such folder", "--model", model, "--io", folder.resolve("none"), "--", "mpiexec");
        assertFault("this is no folder", "--model", model, "--html", model, folder);
        assertFault("is there already", "--model", model, "--keep", folder, "--", "mpiexec");
        assertFault("--only needs a list of hosts", "--model", model, "--only", "hosts,x", folder);
        assertFault("are needed to record", "--model", model, "--", "mpiexec");
        assertFault("--only files needs --io DIR", "--model", model, "--only", "files", "--", "mpiexec");
        assertFault("t.csv", "--model", model, folder.resolve("t.csv"));
        assertFault("is not built", suite(script("hdtrace", "true"), "mpiexec"));
        assertFalse(Files.exists(folder.resolve("kept/hosts-1.log")));
    }

    @Test
    void aModelWithoutFilesDoesNotJudgeThem() throws Exception {
        assertFault(
                "has no file system",
                "--model",
                model,
                "--hdtrace",
                "x",
                "--programs",
                folder,
                "--io",
                folder,
                "--",
                "m");
    }

    @Test
    void aProgramThatFailsIsToldWithItsLastLine() throws Exception {
        for (String program : List.of("hdtrace-microbench", "partdiff")) {
            script(program, "true");
        }
        Path frontEnd = script("hdtrace", "true");
        Path launcher = script("mpiexec", "echo first; echo no such host >&2; exit 3");
        assertFault("status 3: no such host", suite(frontEnd, launcher));
        Folders.delete(folder.resolve("kept"));
        assertFault("no-such-mpiexec: can't be started", suite(frontEnd, folder.resolve("no-such-mpiexec")));
    }

    @Test
    void casesThatWereNotMeasuredAreTold() throws Exception {
        Path table = Files.copy(folder.resolve("t.csv"), folder.resolve("some.csv"));
        Files.writeString(table, Files.readString(table) + "link,0,1,2,1024,1,0,200000\n# skipped 3 of 9 cases\n");
        script("hdtrace-microbench", "for last; do :; done; cp '" + table + "' \"$last\"");
        Path launcher = script("mpiexec", "exec \"$@\"");
        List<Object> words = new ArrayList<>(List.of("validate", "--only", "hosts"));
        words.addAll(List.of(suite(script("hdtrace", "exit 9"), launcher)));
        assertEquals(0, run(words.toArray()), err.toString());
        assertEquals("hdtrace validate: warning: hosts: 3 cases were not measured for want of time\n", err.toString());
        err.getBuffer().setLength(0);
        assertEquals(0, run("--from", folder.resolve("t.csv"), "--compare", table, "-o", model), err.toString());
        assertTrue(err.toString().contains("some.csv: 3 cases were not measured for want of time"), err.toString());
    }

    private static Path example(String file) {
        return Path.of(System.getProperty("hd.root"), "examples").resolve(file);
    }

    @Test
    void aProjectWithoutOperationsIsNotSound() {
        assertFault("has no operation to judge", "--model", model, example("traces/nested-states-depth-3/nested.proj"));
    }

    @Test
    void statesInsideCallsNeedNotBeMessages() {
        Path project = example("traces/orangefs-diagonal/partdiff.proj");
        assertEquals(0, run("validate", "--model", example("models/paper-gige.xml"), project), err.toString());
        assertFalse(out.toString().contains("\n0 cases"), out.toString());
    }

    @Test
    void aLauncherThatDoesNotEndIsEnded() throws Exception {
        Path launcher = script("mpiexec", "trap '' TERM\nwhile :; do sleep 1; done");
        Path log = folder.resolve("log");
        SuiteException late = assertTimeoutPreemptively(
                Duration.ofMinutes(2),
                () -> assertThrows(
                        SuiteException.class,
                        () -> SuiteRunner.run(List.of(launcher.toString()), log, Duration.ofSeconds(1))));
        assertTrue(late.getMessage().contains("ended after 1 s"), late.getMessage());
    }

    @Test
    void helpTellsBothForms() {
        assertEquals(0, run("validate", "--help"));
        assertTrue(
                out.toString().contains("hdtrace validate --model X.xml [options] (P or -- COMMAND...)"),
                out.toString());
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.project;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.hdtrace.format.Finding;
import org.hdtrace.format.Severity;
import org.hdtrace.format.TraceFormatException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RingFilesTest {
    private static final Path ABSENT = Path.of("/nowhere/hdtrace-merge");

    @TempDir
    Path folder;

    private Path ring;

    @BeforeEach
    void leavesARing() throws IOException {
        ring = Files.writeString(folder.resolve("app_n1_0_0.ring"), "");
    }

    /** A program in the place of the converter. */
    private Path program(String body) throws IOException {
        Path program = Files.writeString(folder.resolve("program"), "#!/bin/sh\n" + body + "\n");
        return Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private List<Finding> convert(Path... programs) throws TraceFormatException {
        return new RingFiles(folder, List.of(programs)).convert(true);
    }

    @Test
    void asksNobodyWhereThereIsNoRing() throws Exception {
        Files.delete(ring);
        assertEquals(List.of(), convert(ABSENT));
    }

    @Test
    void runsTheFirstProgramThatIsThere() throws Exception {
        Path program = program("[ \"$1\" = --rings ] && rm \"$2\"/*.ring");
        assertEquals(List.of(), convert(ABSENT, program));
        assertFalse(Files.exists(ring));
    }

    @Test
    void saysWhatIsMissingWithoutTheProgram() {
        TraceFormatException e = assertThrows(
                TraceFormatException.class, () -> convert(ABSENT, Path.of("hdtrace-merge-that-nobody-has")));
        assertEquals(ring, e.file());
        assertTrue(e.reason().contains("hdtrace-merge"), e.reason());
        assertTrue(Files.exists(ring));
    }

    @Test
    void findsARingThatCanNotBeConverted() throws Exception {
        List<Finding> findings = convert(program("echo 'hdtrace merge: x: no room' >&2; exit 1"));
        assertEquals(1, findings.size());
        assertEquals(Severity.ERROR, findings.get(0).severity());
        assertEquals(ring, findings.get(0).file());
        assertTrue(findings.get(0).text().endsWith("hdtrace merge: x: no room"), findings.toString());
    }

    @Test
    void notesARingWhoseProcessLives() throws Exception {
        List<Finding> findings = convert(program("exit 0"));
        assertEquals(1, findings.size());
        assertEquals(Severity.NOTE, findings.get(0).severity());
    }

    @Test
    void leavesAFolderAloneThatCanNotBeWritten() throws Exception {
        Path program = program("rm \"$2\"/*.ring");
        List<Finding> findings = new RingFiles(folder, List.of(program)).convert(false);
        assertEquals(1, findings.size());
        assertEquals(Severity.ERROR, findings.get(0).severity());
        assertTrue(findings.get(0).text().contains("can't be written"), findings.toString());
        assertTrue(Files.exists(ring));
    }

    @Test
    void projectsAreOpenedThroughIt() throws Exception {
        Path project = Files.writeString(
                folder.resolve("app.proj"),
                "<Application name='app'><Topology><Level type='Hostname'/></Topology></Application>");
        Files.writeString(ring, "no ring at all");
        String text;
        try {
            text = Project.open(project).findings().toString();
        } catch (TraceFormatException e) {
            text = e.getMessage();
        }
        assertTrue(text.contains("app_n1_0_0.ring: byte 0: holds records that its trace lacks"), text);
    }
}

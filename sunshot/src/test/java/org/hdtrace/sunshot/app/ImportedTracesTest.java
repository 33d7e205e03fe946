// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.stream.Stream;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.project.Project;
import org.hdtrace.sunshot.model.LoadMonitor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Traces of other programs open as projects (SUNSHOT V-21). */
class ImportedTracesTest {
    private static final String HEAD =
            """
            %EventDef PajeDefineContainerType 0
            % Alias string
            % Type string
            % Name string
            %EndEventDef
            %EventDef PajeDefineStateType 1
            % Alias string
            % Type string
            % Name string
            %EndEventDef
            %EventDef PajeCreateContainer 2
            % Time date
            % Alias string
            % Type string
            % Container string
            % Name string
            %EndEventDef
            %EventDef PajePushState 3
            % Time date
            % Type string
            % Container string
            % Value string
            %EndEventDef
            %EventDef PajePopState 4
            % Time date
            % Type string
            % Container string
            %EndEventDef
            0 P 0 Process
            1 S P State
            2 0 a P 0 rank-0
            """;

    @TempDir
    private Path folder;

    private Path trace(int states) throws IOException {
        StringBuilder text = new StringBuilder(HEAD);
        for (int i = 0; i < states; i++) {
            text.append("3 ").append(i).append(".1 S a Work\n4 ").append(i).append(".2 S a\n");
        }
        return Files.writeString(folder.resolve("run.trace"), text);
    }

    private ImportedTraces cache() {
        return new ImportedTraces(folder.resolve("cache"));
    }

    private List<Path> kept() throws IOException {
        try (Stream<Path> all = Files.list(folder.resolve("cache"))) {
            return all.toList();
        }
    }

    @Test
    void aTraceBecomesAProjectOnce() throws Exception {
        Path trace = trace(3);
        Path made = cache().project(trace, LoadMonitor.silent());
        assertEquals(1, Project.open(made).traces().size());
        var before = Files.getLastModifiedTime(made);
        assertEquals(made, cache().project(trace, LoadMonitor.silent()));
        assertEquals(before, Files.getLastModifiedTime(made));
        Path other = cache().project(trace(4), LoadMonitor.silent());
        assertNotEquals(made, other);
        assertEquals(List.of(other), kept(), "what it was before is gone");
    }

    @Test
    void aProjectIsItself() throws Exception {
        Path project = folder.resolve("p.proj");
        assertEquals(project, cache().project(project, LoadMonitor.silent()));
        assertEquals(folder, cache().project(folder, LoadMonitor.silent()));
        assertFalse(Files.exists(folder.resolve("cache")));
    }

    @Test
    void anImportCanBeStopped() throws Exception {
        Path trace = trace(40_000);
        List<String> told = new ArrayList<>();
        LoadMonitor monitor = new LoadMonitor() {
            @Override
            public void progress(double share, String what) {
                told.add(what);
            }

            @Override
            public boolean isCancelled() {
                return !told.isEmpty();
            }
        };
        assertThrows(CancellationException.class, () -> cache().project(trace, monitor));
        assertEquals(List.of("importing run.trace"), told);
        assertTrue(!Files.exists(folder.resolve("cache")) || kept().isEmpty());
    }

    @Test
    void whatCantBeReadIsNamed() throws Exception {
        Path missing = folder.resolve("none.trace");
        assertEquals(
                missing,
                assertThrows(TraceFormatException.class, () -> ImportedTraces.check(missing))
                        .file());
        Path text = Files.writeString(folder.resolve("text.trace"), "no trace\n");
        ImportedTraces.check(text);
        TraceFormatException e =
                assertThrows(TraceFormatException.class, () -> cache().project(text, LoadMonitor.silent()));
        assertEquals(text, e.file());
        assertTrue(e.reason().contains("no trace of Paje"), e.reason());
        assertTrue(!Files.exists(folder.resolve("cache")) || kept().isEmpty());
    }
}

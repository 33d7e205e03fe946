// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
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

    /** A trace of one process. */
    static String text(int states) {
        StringBuilder text = new StringBuilder(HEAD);
        for (int i = 0; i < states; i++) {
            text.append("3 ").append(i).append(".1 S a Work\n4 ").append(i).append(".2 S a\n");
        }
        return text.toString();
    }

    private Path trace(int states) throws IOException {
        return Files.writeString(folder.resolve("run.trace"), text(states));
    }

    private ImportedTraces cache() {
        return new ImportedTraces(() -> folder.resolve("cache"));
    }

    private List<Path> kept() throws IOException {
        try (Stream<Path> all = Files.list(folder.resolve("cache"))) {
            return all.toList();
        }
    }

    private static void age(Path made, Duration by) throws IOException {
        Files.setLastModifiedTime(made, FileTime.from(Instant.now().minus(by)));
    }

    private static Object identity(Path made) throws Exception {
        return Files.readAttributes(Project.open(made).file(), BasicFileAttributes.class)
                .fileKey();
    }

    @Test
    void aTraceBecomesAProjectOnce() throws Exception {
        Path trace = trace(3);
        Path made = cache().project(trace, LoadMonitor.silent());
        assertEquals(1, Project.open(made).traces().size());
        Object before = identity(made);
        assertEquals(made, cache().project(trace, LoadMonitor.silent()));
        assertEquals(before, identity(made));
        Path other = cache().project(trace(4), LoadMonitor.silent());
        assertNotEquals(made, other);
    }

    @Test
    void whatATraceWasBeforeStaysAsLongAsItIsUsed() throws Exception {
        Path first = cache().project(trace(3), LoadMonitor.silent());
        Path trace = trace(4);
        Path second = cache().project(trace, LoadMonitor.silent());
        assertEquals(Set.of(first, second), Set.copyOf(kept()));
        assertEquals(1, Project.open(first).traces().size(), "a window may have it");
        age(first, ImportedTraces.KEPT.minusHours(1));
        age(second, ImportedTraces.KEPT.plusHours(1));
        assertEquals(second, cache().project(trace, LoadMonitor.silent()));
        Path third = cache().project(trace(5), LoadMonitor.silent());
        assertEquals(Set.of(first, second, third), Set.copyOf(kept()), "the second one was opened again");
    }

    @Test
    void whatNobodyUsesIsRemovedOfAnyTrace() throws Exception {
        Path old = cache().project(trace(3), LoadMonitor.silent());
        Path draft = Files.createDirectory(folder.resolve("cache").resolve(".run-of-an-ended-import"));
        Files.writeString(draft.resolve("part"), "text");
        Path lock = Files.createFile(folder.resolve("cache").resolve(".run.lock"));
        for (Path each : List.of(old, draft, lock)) {
            age(each, ImportedTraces.KEPT.plusHours(1));
        }
        Path other = Files.copy(trace(4), folder.resolve("other.trace"));
        Path made = cache().project(other, LoadMonitor.silent());
        assertEquals(List.of(made), kept());
    }

    @Test
    void aFolderWithoutItsProjectIsImportedAgain() throws Exception {
        Path trace = trace(3);
        Path made = cache().project(trace, LoadMonitor.silent());
        Files.delete(Project.open(made).file());
        assertEquals(made, cache().project(trace, LoadMonitor.silent()));
        assertEquals(1, Project.open(made).traces().size());
        Files.copy(Project.open(made).file(), made.resolve("second.proj"));
        assertEquals(made, cache().project(trace, LoadMonitor.silent()));
        assertFalse(Files.exists(made.resolve("second.proj")), "one too many");
        try (Stream<Path> files = Files.list(made)) {
            for (Path each : files.toList()) {
                Files.delete(each);
            }
        }
        assertEquals(made, cache().project(trace, LoadMonitor.silent()));
        assertEquals(1, Project.open(made).traces().size());
    }

    /** Where the cache keeps a trace's project, which is taken away again. */
    private Path placeOf(Path trace) throws Exception {
        Path made = cache().project(trace, LoadMonitor.silent());
        Files.move(made, folder.resolve("moved"));
        return made;
    }

    /** Called at the first progress of an import. */
    private static LoadMonitor during(Callable<?> first) {
        return new LoadMonitor() {
            private boolean called;

            @Override
            public void progress(double share, String what) {
                if (!called) {
                    called = true;
                    try {
                        first.call();
                    } catch (Exception e) {
                        throw new IllegalStateException(e);
                    }
                }
            }

            @Override
            public boolean isCancelled() {
                return false;
            }
        };
    }

    @Test
    void whoComesSecondTakesWhatTheFirstHasMade() throws Exception {
        Path trace = trace(40_000);
        Path place = placeOf(trace);
        Path made = cache().project(trace, during(() -> Files.move(folder.resolve("moved"), place)));
        assertEquals(place, made);
        assertEquals(List.of(made), kept());
    }

    @Test
    void ofTwoThreadsOneImports() throws Exception {
        Path trace = trace(40_000);
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch waits = new CountDownLatch(1);
        List<String> told = Collections.synchronizedList(new ArrayList<>());
        CompletableFuture<Path> first =
                CompletableFuture.supplyAsync(() -> unchecked(() -> cache().project(trace, during(() -> {
                    begun.countDown();
                    return waits.await(60, TimeUnit.SECONDS);
                }))));
        assertTrue(begun.await(60, TimeUnit.SECONDS));
        Path second = cache().project(trace, new LoadMonitor() {
            @Override
            public void progress(double share, String what) {
                told.add(what);
                waits.countDown();
            }

            @Override
            public boolean isCancelled() {
                return false;
            }
        });
        assertEquals(first.get(60, TimeUnit.SECONDS), second);
        assertEquals(Set.of("waiting for another import of run.trace"), Set.copyOf(told));
        assertEquals(List.of(second), kept());
    }

    private static <T> T unchecked(Callable<T> call) {
        try {
            return call.call();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void whoWaitsForAnotherImportCanBeStopped() throws Exception {
        Path trace = trace(40_000);
        cache().project(trace, during(() -> {
            AtomicBoolean told = new AtomicBoolean();
            LoadMonitor impatient = new LoadMonitor() {
                @Override
                public void progress(double share, String what) {
                    told.set(true);
                }

                @Override
                public boolean isCancelled() {
                    return told.get();
                }
            };
            return assertThrows(CancellationException.class, () -> cache().project(trace, impatient));
        }));
        assertEquals(1, kept().size());
    }

    /** Another process that opens a trace: prints what it is told, then the project. */
    static final class Opening {
        private Opening() {}

        public static void main(String[] arguments) throws Exception {
            Path project = new ImportedTraces(() -> Path.of(arguments[0]))
                    .project(Path.of(arguments[1]), new LoadMonitor() {
                        @Override
                        public void progress(double share, String what) {
                            System.out.println(what);
                        }

                        @Override
                        public boolean isCancelled() {
                            return false;
                        }
                    });
            System.out.println(project);
        }
    }

    @Test
    void ofTwoProcessesOneImports() throws Exception {
        Path trace = trace(40_000);
        List<String> told = new ArrayList<>();
        AtomicReference<Process> other = new AtomicReference<>();
        Path made = cache().project(trace, during(() -> {
            Process process = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-cp",
                            System.getProperty("java.class.path"),
                            Opening.class.getName(),
                            folder.resolve("cache").toString(),
                            trace.toString())
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            other.set(process);
            return told.add(process.inputReader().readLine());
        }));
        try (BufferedReader reader = other.get().inputReader()) {
            reader.lines().forEach(told::add);
        }
        assertEquals(0, other.get().waitFor(), told::toString);
        assertEquals("waiting for another import of run.trace", told.get(0));
        assertEquals(made.toString(), told.get(told.size() - 1));
        assertFalse(told.contains("importing run.trace"), told::toString);
        assertEquals(List.of(made), kept());
    }

    @Test
    void anArchiveHasChangedWhenAnyOfItsFilesHas() throws Exception {
        Path anchor = Files.writeString(folder.resolve("traces.otf2"), "anchor");
        Path events = Files.createDirectory(folder.resolve("traces")).resolve("0.evt");
        Set<String> marks = new HashSet<>();
        assertTrue(marks.add(ImportedTraces.mark(anchor)));
        assertFalse(marks.add(ImportedTraces.mark(anchor)));
        for (Path file : List.of(folder.resolve("traces.def"), events)) {
            Files.writeString(file, "text");
            assertTrue(marks.add(ImportedTraces.mark(anchor)), file.toString());
            Files.writeString(file, "longer text");
            assertTrue(marks.add(ImportedTraces.mark(anchor)), file.toString());
            age(file, Duration.ofHours(1));
            assertTrue(marks.add(ImportedTraces.mark(anchor)), file.toString());
        }
        Path trace = trace(3);
        String mark = ImportedTraces.mark(trace);
        Files.createDirectory(folder.resolve("run"));
        Files.writeString(folder.resolve("run").resolve("notes"), "text");
        assertEquals(mark, ImportedTraces.mark(trace), "a folder beside it is none of Paje's");
    }

    @Test
    void whyNoProjectCanBeMadeIsTold() throws Exception {
        Path trace = trace(3);
        Path place = folder.resolve("none");
        ImportedTraces without = new ImportedTraces(() -> {
            throw new AccessDeniedException(place.toString());
        });
        TraceFormatException e =
                assertThrows(TraceFormatException.class, () -> without.project(trace, LoadMonitor.silent()));
        assertEquals(trace, e.file());
        assertEquals("no project can be made of it: " + place + ": access denied", e.reason());
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

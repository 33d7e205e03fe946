// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A project that can't be written as a whole leaves nothing behind and destroys nothing. */
class FailedOutputTest {
    @TempDir
    Path directory;

    /** As on a disk that is full at the second file. */
    private static FileSystemException fill(Path folder) throws IOException {
        Files.writeString(folder.resolve("app_n0_0_0.trc"), "whole");
        Path cut = Files.writeString(folder.resolve("app_n1_1_0.trc"), "cut");
        return new FileSystemException(cut.toString(), null, "No space left on device");
    }

    private static Map<String, String> contents(Path folder) throws IOException {
        Map<String, String> contents = new TreeMap<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                contents.put(file.getFileName().toString(), Files.readString(file, StandardCharsets.ISO_8859_1));
            }
        }
        return contents;
    }

    @Test
    void nothingStaysNotEvenTheFolder() throws Exception {
        Path target = directory.resolve("new/sim");
        try (OutputFolder folder = OutputFolder.check(target, List.of(), false)) {
            FileSystemException e = folder.inPlace(fill(folder.stage()));
            assertEquals(target.resolve("app_n1_1_0.trc").toString(), e.getFile());
            assertEquals("No space left on device", Causes.of(e));
        }
        assertFalse(Files.exists(directory.resolve("new")));
    }

    @Test
    void whatWasThereStaysAndARetryIsPossible() throws Exception {
        Path target = RecordedPrograms.record(directory.resolve("sim"), RecordedPrograms.ring(1));
        Files.writeString(target.resolve("notes.txt"), "mine");
        Map<String, String> before = contents(target);
        try (OutputFolder folder = OutputFolder.check(target, List.of(), true)) {
            fill(folder.stage());
        }
        assertEquals(before, contents(target));
        try (Stream<Path> entries = Files.list(target)) {
            assertEquals(before.size(), entries.count());
        }
        try (OutputFolder folder = OutputFolder.check(target, List.of(), true)) {
            Path project = Files.writeString(folder.stage().resolve("app.proj"), "text");
            assertEquals(before, contents(target));
            assertEquals(target.resolve("app.proj"), folder.publish(project));
        }
        assertEquals(Map.of("app.proj", "text", "notes.txt", "mine"), contents(target));
    }

    @Test
    void whatAKilledProcessLeftGoesAndWhatIsInUseStays() throws Exception {
        Path killed = Files.createDirectory(directory.resolve(".simulated-1"));
        Files.writeString(killed.resolve("lock"), "");
        fill(killed);
        Path foreign = Files.createDirectory(directory.resolve(".simulated-2"));
        try (OutputFolder one = OutputFolder.check(directory, List.of(), false)) {
            Path used = one.stage();
            assertFalse(Files.exists(killed));
            try (OutputFolder other = OutputFolder.check(directory, List.of(), false)) {
                fill(other.stage());
                assertTrue(Files.exists(used));
            }
            Path project = Files.writeString(used.resolve("app.proj"), "text");
            one.publish(project);
        }
        assertEquals(Map.of("app.proj", "text"), contents(directory));
        try (Stream<Path> entries = Files.list(directory)) {
            assertEquals(Set.of(foreign, directory.resolve("app.proj")), entries.collect(Collectors.toSet()));
        }
    }
}

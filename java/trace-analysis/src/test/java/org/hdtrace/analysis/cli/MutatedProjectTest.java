// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever happened to the files of a project, each command ends as it promises and never with an error of its own. */
class MutatedProjectTest {
    private static final int ROUNDS = 150;
    private static final Path GOLDEN = Path.of(System.getProperty("hd.root"), "examples", "traces");
    private static final byte[][] SNIPPETS = Stream.of(
                    "<",
                    ">",
                    "'",
                    "&#0;",
                    "</",
                    "<Nested>",
                    "</Nested>",
                    "</Program>",
                    "-",
                    "99999999999999999999",
                    "\0\0")
            .map(text -> text.getBytes(StandardCharsets.UTF_8))
            .toArray(byte[][]::new);

    @TempDir
    Path temporary;

    private Path pristine;

    @BeforeEach
    void write() throws IOException {
        pristine = DamagedProject.write(temporary.resolve("pristine")).folder();
        Run.of("index", pristine).assertSuccess();
        for (String name : List.of("relations-all-parents", "statistics-all-types")) {
            copy(GOLDEN.resolve(name), temporary.resolve(name));
        }
        Path squeezed = temporary.resolve("squeezed");
        copy(pristine, squeezed);
        Run.of("compress", squeezed).assertSuccess();
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.createDirectories(to);
        try (Stream<Path> files = Files.list(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(file.getFileName()));
            }
        }
    }

    private static void remove(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    private static byte[] mutated(byte[] bytes, Random random) {
        byte[] changed = bytes.clone();
        if (changed.length == 0) {
            return new byte[] {'x'};
        }
        int at = random.nextInt(changed.length);
        switch (random.nextInt(5)) {
            case 0 -> changed[at] ^= (byte) (1 << random.nextInt(8));
            case 1 -> changed = Arrays.copyOf(changed, at);
            case 2 -> {
                for (int i = at; i < Math.min(changed.length, at + 8); i++) {
                    changed[i] = (byte) (random.nextBoolean() ? 0xff : random.nextInt());
                }
            }
            case 3 -> {
                byte[] snippet = SNIPPETS[random.nextInt(SNIPPETS.length)];
                System.arraycopy(snippet, 0, changed, at, Math.min(snippet.length, changed.length - at));
            }
            default -> {
                int end = Math.min(changed.length, at + random.nextInt(40));
                byte[] shorter = new byte[changed.length - (end - at)];
                System.arraycopy(changed, 0, shorter, 0, at);
                System.arraycopy(changed, end, shorter, at, changed.length - end);
                changed = shorter;
            }
        }
        return changed;
    }

    private static Path damage(Path folder, Random random) throws IOException {
        List<Path> all;
        try (Stream<Path> files = Files.list(folder)) {
            all = files.sorted().toList();
        }
        Path file = all.get(random.nextInt(all.size()));
        byte[] bytes = Files.readAllBytes(file);
        for (int i = random.nextInt(3); i >= 0; i--) {
            bytes = mutated(bytes, random);
        }
        Files.write(file, bytes);
        return file;
    }

    private List<List<Object>> commands(Path folder, Path damaged, int round) {
        List<List<Object>> all = new ArrayList<>();
        for (String form : List.of("--json", "--csv")) {
            for (String command : List.of("info", "profile", "matrix", "io", "check")) {
                all.add(List.of(command, form, "--jobs", "1", folder));
            }
            all.add(List.of("dump", form, damaged));
        }
        for (String command : List.of("info", "profile", "matrix", "io")) {
            all.add(List.of(command, "--jobs", "1", folder));
        }
        all.add(List.of("profile", "--from", "0.5", "--to", "3", "--jobs", "1", folder));
        all.add(List.of("dump", damaged));
        all.add(List.of("repair", "--json", folder, "-o", temporary.resolve("repaired/" + round)));
        all.add(List.of(round % 2 == 0 ? "compress" : "decompress", "--json", "--keep", folder));
        all.add(List.of("index", "--json", folder));
        return all;
    }

    @Test
    void commandsEndAsDocumented() throws IOException {
        Random random = new Random(20261122);
        List<String> projects = List.of("pristine", "squeezed", "relations-all-parents", "statistics-all-types");
        for (int round = 0; round < ROUNDS; round++) {
            Path folder = temporary.resolve("round");
            copy(temporary.resolve(projects.get(round % projects.size())), folder);
            Path damaged = damage(folder, random);
            for (List<Object> words : commands(folder, damaged, round)) {
                Run run = Run.of(words.toArray());
                String what = "round " + round + ": " + words + " with " + damaged + "\n" + run;
                assertTrue(Set.of(0, 1, 2).contains(run.status()), what);
                assertFalse(run.err().contains("internal error") || run.err().contains("\tat "), what);
                assertTrue(run.status() == 0 || !run.err().isEmpty(), what);
                if (words.contains("--json") && !run.out().isEmpty()) {
                    assertEquals("", JsonText.fault(run.out()), what);
                }
            }
            remove(folder);
        }
    }
}

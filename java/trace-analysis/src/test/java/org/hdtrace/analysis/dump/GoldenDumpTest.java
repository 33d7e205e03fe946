// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.dump;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.json.JsonWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Holds the reader against the golden projects, which the C library writes too. {@code -Dhd.accept=true} renews the
 * expectations instead.
 */
class GoldenDumpTest {
    private static final Path TRACES = Path.of(System.getProperty("hd.root"), "examples", "traces");
    private static final Set<String> DUMPED = Set.of("proj", "trc", "stat", "rel", "xml");
    /** Of a longer dump the first and last lines are expected as they are, and all of it by its digest. */
    private static final int MOST_LINES = 50;

    private static final int LINES_AT_ENDS = 4;

    @ParameterizedTest
    @MethodSource("cases")
    void dumpIsAsExpected(Path folder) throws IOException, TraceFormatException {
        String dump = dump(folder);
        Path expected = folder.resolve("expected.txt");
        if (Boolean.getBoolean("hd.accept")) {
            Files.writeString(expected, dump);
        }
        assertEquals(Files.readString(expected), dump);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void jsonHoldsOneObjectForEveryLine(Path folder) throws IOException, TraceFormatException {
        for (Path file : files(folder)) {
            StringBuilder lines = new StringBuilder();
            Dump.writeText(file, lines);
            StringBuilder text = new StringBuilder();
            JsonWriter json = new JsonWriter(text);
            Dump.writeJson(file, json);
            json.finish();
            assertEquals(
                    lines.toString().lines().count() + 2,
                    text.toString().lines().count());
        }
    }

    @Test
    void thereAreCases() throws IOException {
        assertTrue(cases().count() >= 3);
    }

    static Stream<Path> cases() throws IOException {
        try (Stream<Path> folders = Files.list(TRACES)) {
            boolean accept = Boolean.getBoolean("hd.accept");
            return folders
                    .filter(folder -> accept ? Files.isDirectory(folder) : Files.exists(folder.resolve("expected.txt")))
                    .sorted()
                    .toList()
                    .stream();
        }
    }

    private static String dump(Path folder) throws IOException, TraceFormatException {
        StringBuilder text = new StringBuilder();
        for (Path file : files(folder)) {
            StringBuilder ofFile = new StringBuilder();
            Dump.writeText(file, ofFile);
            text.append("== ").append(file.getFileName()).append('\n').append(shortened(ofFile.toString()));
        }
        return text.toString();
    }

    private static String shortened(String dump) {
        List<String> lines = dump.lines().toList();
        int left = lines.size() - 2 * LINES_AT_ENDS;
        if (lines.size() <= MOST_LINES) {
            return dump;
        }
        List<String> kept = new ArrayList<>(lines.subList(0, LINES_AT_ENDS));
        kept.add("... " + left + " lines, SHA-256 of the dump " + digest(dump));
        kept.addAll(lines.subList(lines.size() - LINES_AT_ENDS, lines.size()));
        return String.join("\n", kept) + "\n";
    }

    private static String digest(String text) {
        try {
            MessageDigest sha = MessageDigest.getInstance("SHA-256");
            return HexFormat.of().formatHex(sha.digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every virtual machine has SHA-256", e);
        }
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> DUMPED.contains(suffix(file))).sorted().toList();
        }
    }

    private static String suffix(Path file) {
        String name = file.getFileName().toString();
        return name.substring(name.lastIndexOf('.') + 1);
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The commands on the example files of the original; skipped where they are not at hand. */
class FixturesTest {
    private static final Path ORIGINAL = Path.of(System.getProperty("hd.root"), "..", "shared", "fixtures", "original")
            .normalize();
    private static final Pattern STATE_END = Pattern.compile("\\send=['\"]");
    private static final Pattern TRACE_ROW = Pattern.compile(
            "\\{\"file\":\"([^\"]+)\",\"host\":[^}]*\"states\":(\\d+),\"events\":(\\d+),\"unusableBytes\":0\\}");
    private static final Pattern STATISTICS_ROW = Pattern.compile(
            "\\{\"file\":\"([^\"]+)\",\"group\":\"[^\"]+\",\"records\":(\\d+),.*?\"unusableBytes\":0\\}");

    @BeforeEach
    void needFixtures() {
        assumeTrue(Files.isDirectory(ORIGINAL), "the original's example files are not at " + ORIGINAL);
    }

    @Test
    void checkFindsNothingWrongInAnyProject() throws IOException {
        for (Path project : projects()) {
            Run run = Run.of("check", project);
            assertEquals(0, run.status(), () -> project + "\n" + run.out() + run.err());
        }
    }

    @Test
    void infoCountsTheStatesThatAreInTheFiles() throws IOException {
        int traces = 0;
        for (Path project : projects()) {
            Matcher rows = TRACE_ROW.matcher(
                    Run.of("info", "--json", project).assertSuccess().out());
            while (rows.find()) {
                Path file = project.resolveSibling(rows.group(1));
                String text = Files.readString(file, StandardCharsets.ISO_8859_1);
                assertEquals(STATE_END.matcher(text).results().count(), Long.parseLong(rows.group(2)), file::toString);
                traces++;
            }
        }
        assertTrue(traces >= 35, "traces: " + traces);
    }

    @Test
    void infoCountsTheRecordsThatAreInTheFiles() throws IOException {
        int files = 0;
        for (Path project : projects()) {
            Matcher rows = STATISTICS_ROW.matcher(
                    Run.of("info", "--json", project).assertSuccess().out());
            while (rows.find()) {
                Path file = project.resolveSibling(rows.group(1));
                assertEquals(records(file), Long.parseLong(rows.group(2)), file::toString);
                files++;
            }
        }
        assertTrue(files >= 25, "statistics: " + files);
    }

    @Test
    void everyFileIsDumpedToItsEnd() throws IOException {
        int dumped = 0;
        for (Path file : files(".*\\.(trc|rel|stat)")) {
            Run run = Run.of("dump", file).assertSuccess();
            assertTrue(run.out().endsWith("end complete\n"), file::toString);
            dumped++;
        }
        assertTrue(dumped >= 60, "files: " + dumped);
    }

    @Test
    void profileAgreesWithInfoOnTheNumberOfStates() throws IOException {
        for (Path project : projects()) {
            String csv = Run.of("profile", "--csv", project).assertSuccess().out();
            long counted = csv.lines()
                    .skip(1)
                    .mapToLong(line -> Long.parseLong(line.split(",", -1)[1]))
                    .sum();
            String info = Run.of("info", "--json", project).out();
            assertTrue(info.contains("\"states\":" + counted + ",\"events\""), project::toString);
        }
    }

    /** From the sizes alone: header length, header, an optional start stamp of 8 bytes, records of equal size. */
    private static long records(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        int lineEnd = text.indexOf('\n');
        int header = Integer.parseInt(text.substring(0, lineEnd));
        String xml = text.substring(lineEnd + 1, lineEnd + 1 + header);
        int record = 8;
        Matcher types = Pattern.compile("type=\"(INT32|INT64|FLOAT|DOUBLE)\"").matcher(xml);
        while (types.find()) {
            record += types.group(1).equals("INT32") || types.group(1).equals("FLOAT") ? 4 : 8;
        }
        return ((long) bytes.length - lineEnd - 1 - header) / record;
    }

    private static List<Path> projects() throws IOException {
        return files(".*(\\.proj|/PDE/1/result\\.xml)");
    }

    private static List<Path> files(String expression) throws IOException {
        try (Stream<Path> files = Files.walk(ORIGINAL)) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> file.toString().matches(expression))
                    .sorted()
                    .toList();
        }
    }
}

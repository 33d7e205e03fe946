// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.hdtrace.format.project.DatatypeLayout;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.project.TraceFile;
import org.hdtrace.format.statistics.StatisticsReader;
import org.hdtrace.format.trace.TraceCursor;
import org.hdtrace.format.trace.TraceEntry;
import org.hdtrace.format.trace.TraceReader;
import org.junit.jupiter.api.Test;

class OriginalFilesTest {

    @Test
    void readsEveryStateOfEveryTrace() throws Exception {
        List<Path> traces = Fixtures.endingWith(".trc");
        assertFalse(traces.isEmpty());
        for (Path trace : traces) {
            String text = Files.readString(trace, StandardCharsets.ISO_8859_1);
            int entries = 0;
            try (TraceCursor cursor = TraceCursor.open(trace)) {
                while (cursor.next()) {
                    entries++;
                    assertFalse(cursor.isOrphan(), trace.toString());
                }
                assertTrue(cursor.isComplete(), trace.toString());
                assertEquals(0, cursor.unusableBytes(), trace.toString());
            }
            assertEquals(occurrences(text, "time="), entries, trace.toString());
        }
    }

    @Test
    void readsEveryRecordOfEveryStatisticsFile() throws Exception {
        List<Path> files = Fixtures.endingWith(".stat");
        assertFalse(files.isEmpty());
        for (Path file : files) {
            int records = 0;
            try (StatisticsReader reader = StatisticsReader.open(file)) {
                assertEquals(!file.toString().contains("power"), reader.hasStart(), file.toString());
                while (reader.next()) {
                    records++;
                    assertTrue(reader.timeNanos() >= reader.intervalStartNanos());
                    assertTrue(reader.timeNanos() < 1_500_000_000_000_000_000L, file.toString());
                }
                assertEquals(0, reader.unusableBytes(), file.toString());
            }
            assertTrue(records > 0, file.toString());
        }
    }

    @Test
    void attachesNestedStatesToParentsThatHaveDataChildren() throws Exception {
        try (TraceReader reader = TraceReader.open(Fixtures.file("format-examples/test_node01.trc"))) {
            int nested = 0;
            for (TraceEntry entry = reader.next(); entry != null; entry = reader.next()) {
                if (entry.name().equals("FileWrite") && !entry.children().isEmpty()) {
                    nested++;
                    assertEquals(2, entry.children().size());
                    assertEquals("Send", entry.children().get(1).name());
                    assertEquals(
                            "Bcast", entry.children().get(1).children().get(0).name());
                    assertEquals("32", entry.data().get(0).attributes().get("size"));
                }
            }
            assertEquals(1, nested);
        }
    }

    @Test
    void opensEveryProjectAndFindsItsTraces() throws Exception {
        List<Path> projects = Fixtures.endingWith(".proj");
        assertFalse(projects.isEmpty());
        for (Path file : projects) {
            Project project = Project.open(file);
            assertFalse(project.levels().isEmpty(), file.toString());
            assertFalse(project.name().isEmpty());
            for (Finding finding : project.findings()) {
                assertEquals(Severity.NOTE, finding.severity(), finding.toString());
            }
            String stem = file.getFileName().toString().replace(".proj", "_");
            if (file.getParent().getFileName().toString().startsWith("partdiff")) {
                try (Stream<Path> siblings = Files.list(file.getParent())) {
                    long traces = siblings.filter(path -> path.toString().endsWith(".trc")
                                    && path.getFileName().toString().startsWith(stem))
                            .count();
                    assertEquals(traces, project.traces().size(), file.toString());
                }
            }
        }
    }

    @Test
    void opensTheProjectsOfApril2009() throws Exception {
        Project xml = Project.open(Fixtures.file("models/PDE/1/result.xml"));
        assertEquals(List.of("Hostname", "Rank", "Thread"), xml.levels());
        TraceFile trace = xml.traces().get(0);
        assertEquals(0, trace.rank());
        assertEquals("node01", trace.host());
        assertEquals("result_node01_rank_0_main.xml", trace.path().getFileName().toString());
        try (TraceCursor cursor = TraceCursor.open(trace)) {
            int states = 0;
            while (cursor.next()) {
                states++;
            }
            assertEquals(7, states);
        }
        Project labels = Project.open(Fixtures.file("format-examples/file2"));
        assertEquals(
                "pvfs2_node01_clientxy.trc",
                labels.traces().get(0).path().getFileName().toString());
        assertEquals(List.of("Energy", "Kernel"), labels.content().statisticsGroups());
    }

    @Test
    void findsDatatypesFilesAndCommunicators() throws Exception {
        Project project = Project.open(Fixtures.file("partdiff-eeclust"));
        DatatypeLayout column = project.layout(0, 0, 3).orElseThrow();
        assertEquals(809 * 8, column.size());
        assertEquals((808L * 810 + 1) * 8, column.extent());
        assertEquals(65536, project.files().get(0).chunkSize());
        assertEquals("WORLD", project.communicators().get(0).name());
        assertEquals(1, project.statistics().size());
        assertTrue(project.statistics().get(0).declared());
    }

    private static int occurrences(String text, String part) {
        int count = 0;
        for (int at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) {
            count++;
        }
        return count;
    }
}

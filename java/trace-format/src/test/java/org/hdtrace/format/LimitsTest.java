// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.io.BufferedWriter;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.relation.RelationReader;
import org.hdtrace.format.statistics.StatisticsReader;
import org.hdtrace.format.trace.TraceCursor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The limits of FORMATS A10: what lies within is read, what lies beyond ends reading with one message that names the place, and
 * takes no more memory than what lies within. Values and depths are in {@link SizeTest}.
 */
class LimitsTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    /** Windows and tapes that grew to their limits by doubling. */
    private static final long MOST_ALLOCATED = 256L << 20;

    /** A file of a kind with these attributes at an element. */
    private static Path write(TestFiles files, String kind, String attributes, String content) throws IOException {
        Path file = files.file("a." + kind);
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            switch (kind) {
                case "trc" ->
                    out.append("<Program><A time='0' end='1'" + attributes + ">" + content + "</A></Program>");
                case "rel" ->
                    out.append("<relation><s t='0' time='0' name='s'" + attributes + ">" + content + "</s></relation>");
                case "stat" -> {
                    String header = "<Statistics><Group name='g'" + attributes + ">" + content
                            + "<V type='INT32'/></Group></Statistics>\n";
                    out.append(header.length() + "\n" + header);
                }
                default ->
                    out.append(
                            "<Application name='a'><Topology/><X" + attributes + ">" + content + "</X></Application>");
            }
        }
        return file;
    }

    private static void read(Path file) throws TraceFormatException {
        String name = file.toString();
        if (name.endsWith(".trc")) {
            BadInputTest.readTrace(file);
        } else if (name.endsWith(".rel")) {
            try (RelationReader reader = RelationReader.open(file)) {
                while (reader.next() != null) {}
            }
        } else if (name.endsWith(".stat")) {
            StatisticsReader.open(file).close();
        } else {
            Project.open(file);
        }
    }

    /** Refused with one line and a place; the memory that it took is bounded. */
    private static void refused(Path file, String reason) {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        TraceFormatException e = assertThrows(TraceFormatException.class, () -> read(file));
        long allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
        assertTrue(e.reason().contains(reason), e.reason());
        assertTrue(e.position().matches("(byte|line) [0-9]+"), e.position());
        assertEquals(1, e.getMessage().lines().count());
        assertTrue(allocated < MOST_ALLOCATED, allocated + " B allocated");
    }

    private static String attributes(int count) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < count; i++) {
            text.append(" a").append(i).append("=''");
        }
        return text.toString();
    }

    /** Attributes that the element of that kind has already. */
    private static int given(String kind) {
        return switch (kind) {
            case "trc" -> 2;
            case "rel" -> 3;
            case "stat" -> 1;
            default -> 0;
        };
    }

    @ParameterizedTest
    @ValueSource(strings = {"trc", "rel", "stat", "proj"})
    void elementsHave4096Attributes(String kind) throws Exception {
        int most = Limits.ATTRIBUTES - given(kind);
        try (TestFiles files = new TestFiles()) {
            read(write(files, kind, attributes(most), ""));
            refused(write(files, kind, attributes(most + 1), ""), "4096");
            refused(write(files, kind, attributes(300_000), ""), "4096");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"trc", "rel", "stat"})
    void namesHave4096Bytes(String kind) throws Exception {
        String most = "n".repeat(Limits.NAME_BYTES);
        try (TestFiles files = new TestFiles()) {
            read(write(files, kind, " " + most + "='1'", ""));
            refused(write(files, kind, " " + most + "n='1'", ""), "name is longer than 4096 B");
            if (!kind.equals("stat")) {
                read(write(files, kind, "", "<" + most + "/>"));
            }
            refused(write(files, kind, "", "<" + most + "n/>"), "name is longer than 4096 B");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"trc", "rel"})
    void tagsHave16Mebibytes(String kind) throws Exception {
        String value = "x".repeat(Limits.VALUE_BYTES);
        StringBuilder attributes = new StringBuilder();
        for (int i = 0; i < 15; i++) {
            attributes.append(" a").append(i).append("='").append(value).append("'");
        }
        try (TestFiles files = new TestFiles()) {
            read(write(files, kind, attributes.toString(), ""));
            attributes
                    .append(" b='")
                    .append(value)
                    .append("' c='")
                    .append(value)
                    .append("'");
            refused(write(files, kind, attributes.toString(), ""), "tag is longer than 16777216 B");
        }
    }

    @Test
    void headersOfStatisticsHave16Mebibytes() throws Exception {
        StringBuilder header = new StringBuilder("<Statistics><Group name='g'>");
        String end = "</Group></Statistics>\n";
        for (int i = 0; i < 15; i++) {
            header.append("<Value name='")
                    .append(i)
                    .append("' type='INT32' unit='")
                    .append("x".repeat(1_000_000));
            header.append("'/>");
        }
        String last = "<Value name='z' type='INT32' unit='";
        while (Limits.STATISTICS_HEADER_BYTES - header.length() > Limits.VALUE_BYTES) {
            header.append("<Value name='y' type='INT32' unit='")
                    .append("x".repeat(400_000))
                    .append("'/>");
        }
        int room = Limits.STATISTICS_HEADER_BYTES - header.length() - last.length() - "'/>".length() - end.length();
        header.append(last).append("x".repeat(room)).append("'/>").append(end);
        assertEquals(Limits.STATISTICS_HEADER_BYTES, header.length());
        try (TestFiles files = new TestFiles()) {
            read(files.write("a.stat", header.length() + "\n" + header));
            refused(files.write("b.stat", header.length() + 1 + "\n" + header + " "), "is longer than 16777216 B");
            refused(files.write("c.stat", "999999999999\n"), "is longer than 16777216 B");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"trc", "rel"})
    void elementsHaveAMillionParts(String kind) throws Exception {
        try (TestFiles files = new TestFiles()) {
            Path within = write(files, kind, "", "<b/>".repeat(Limits.DATA_ELEMENTS - 10));
            if (kind.equals("trc")) {
                try (TraceCursor cursor = TraceCursor.open(within)) {
                    assertTrue(cursor.next());
                }
            } else {
                read(within);
            }
            refused(write(files, kind, "", "<b/>".repeat(Limits.DATA_ELEMENTS + 10)), "1048576 parts");
        }
    }

    @Test
    void statesAreNested1024Deep() throws Exception {
        String inner = "<A time='0' end='1'/>";
        try (TestFiles files = new TestFiles()) {
            String open = "<Nested>".repeat(Limits.DEPTH);
            String close = ("</Nested>" + inner).repeat(Limits.DEPTH);
            Path file = files.write("a.trc", "<Program>" + open + inner + close + "</Program>");
            try (TraceCursor cursor = TraceCursor.open(file)) {
                assertTrue(cursor.next());
                assertEquals(Limits.DEPTH, cursor.depth());
                assertFalse(cursor.isOrphan());
                int entries = 1;
                while (cursor.next()) {
                    entries++;
                }
                assertEquals(Limits.DEPTH + 1, entries);
            }
            refused(files.write("b.trc", "<Program><Nested>" + open + inner), "nested deeper than 1024");
        }
    }

    @Test
    void blocksWithoutParentAreCountedBeyondAThousand() throws Exception {
        int blocks = 200_000;
        String block = "<Nested><A time='0' end='1'/></Nested>\n";
        try (TestFiles files = new TestFiles()) {
            Path file = files.write("a.trc", "<Program>\n" + block.repeat(blocks) + "</Program>\n");
            try (TraceCursor cursor = TraceCursor.open(file)) {
                int orphans = 0;
                while (cursor.next()) {
                    orphans += cursor.isOrphan() ? 1 : 0;
                }
                assertEquals(blocks, orphans);
                List<Finding> findings = cursor.findings();
                assertEquals(1001, findings.size());
                assertTrue(
                        findings.get(1000).text().startsWith("199000 more of the kind: "),
                        findings.get(1000).text());
            }
        }
    }

    @Test
    void parentsAreFoundBehindAnyNumberOfBlocksWithoutOne() throws Exception {
        String lost = "<Nested><Nested><A time='0' end='1'/></Nested></Nested><S time='0' end='1'/>\n";
        int count = 140_000;
        try (TestFiles files = new TestFiles()) {
            String group = "<Nested>\n" + lost.repeat(count) + "</Nested><P time='0' end='1'/>\n";
            String last = "<Nested><B time='1' end='2'/></Nested><P time='1' end='2'/>\n";
            Path file = files.write("a.trc", "<Program>\n" + group + last + "</Program>\n");
            try (TraceCursor cursor = TraceCursor.open(file)) {
                for (int i = 0; i < count; i++) {
                    assertTrue(cursor.next() && cursor.isOrphan());
                    assertTrue(cursor.next() && !cursor.isOrphan());
                }
                assertTrue(cursor.next() && cursor.name().equals("P"));
                assertTrue(cursor.next() && cursor.name().equals("B") && !cursor.isOrphan());
                assertTrue(cursor.next());
                assertFalse(cursor.next());
                assertEquals(1001, cursor.findings().size());
            }
        }
    }
}

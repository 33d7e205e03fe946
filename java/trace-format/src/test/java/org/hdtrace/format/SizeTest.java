// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.relation.RelationReader;
import org.hdtrace.format.statistics.StatisticsGroup;
import org.hdtrace.format.statistics.StatisticsReader;
import org.hdtrace.format.statistics.StatisticsWriter;
import org.hdtrace.format.trace.Attributes;
import org.hdtrace.format.trace.TraceCursor;
import org.hdtrace.format.trace.TraceWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Times, values, names and depths at and behind their bounds. */
class SizeTest {
    private static final long NANOS = 1_000_000_000L;

    private static TraceFormatException refused(String kind, Path file) {
        return assertThrows(TraceFormatException.class, () -> read(kind, file), kind);
    }

    private static void read(String kind, Path file) throws TraceFormatException {
        switch (kind) {
            case "trc" -> BadInputTest.readTrace(file);
            case "rel" -> BadInputTest.readRelation(file);
            case "stat" -> BadInputTest.readStatistics(file);
            default -> Project.open(file);
        }
    }

    /** A file of a kind with something in the middle: an attribute's value, or elements below an element. */
    private static Path write(TestFiles files, String kind, String value, String inner) throws IOException {
        Path file = files.file("a." + kind);
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            switch (kind) {
                case "trc" ->
                    out.append("<Program><A time='0' end='1' v='" + value + "'>" + inner + "</A></Program>\n");
                case "rel" ->
                    out.append("<relation><s t='0' time='0' name='s' v='" + value + "'>" + inner + "</s></relation>");
                case "stat" -> {
                    String header = "<Statistics><Group name='g' v='" + value + "'><V type='INT32'>" + inner
                            + "</V></Group></Statistics>\n";
                    out.append(header.length() + "\n" + header);
                }
                default ->
                    out.append("<Application name='" + value + "'><Topology/><X>" + inner + "</X></Application>");
            }
        }
        return file;
    }

    /** Elements within elements, of which {@code outer} are there already. */
    private static String nested(int depth, int outer) {
        int count = depth - outer;
        return "<b>".repeat(count) + "</b>".repeat(count);
    }

    private static int elementsAround(String kind) {
        // A trace's and a relation's root don't count: what is below them does.
        return switch (kind) {
            case "trc", "rel" -> 1;
            case "stat" -> 3;
            default -> 2;
        };
    }

    @ParameterizedTest
    @ValueSource(strings = {"trc", "rel", "stat", "proj"})
    void holdsValuesOfOneMebibyteAndNoLongerOnes(String kind) throws Exception {
        try (TestFiles files = new TestFiles()) {
            read(kind, write(files, kind, "x".repeat(Limits.VALUE_BYTES), ""));
            refused(kind, write(files, kind, "x".repeat(Limits.VALUE_BYTES + 1), ""));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"trc", "rel", "stat", "proj"})
    void holdsElementsToTheDepthOfTheLimitAndNoDeeperOnes(String kind) throws Exception {
        int around = elementsAround(kind);
        try (TestFiles files = new TestFiles()) {
            read(kind, write(files, kind, "v", nested(Limits.DEPTH, around)));
            assertTrue(refused(kind, write(files, kind, "v", nested(Limits.DEPTH + 1, around)))
                    .getMessage()
                    .contains("" + Limits.DEPTH));
            refused(kind, write(files, kind, "v", nested(1_000_000, around)));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"trc", "rel", "stat", "proj"})
    void refusesAMillionOpenElements(String kind) throws Exception {
        try (TestFiles files = new TestFiles()) {
            String open = "<Nested>".repeat(1_000_000);
            Path file = files.write(
                    "a." + kind,
                    switch (kind) {
                        case "trc" -> "<Program>" + open;
                        case "rel" -> "<relation><s t='0' time='0' name='s'>" + open;
                        case "stat" -> {
                            String header = "<Statistics>" + open + "</Statistics>\n";
                            yield header.length() + "\n" + header;
                        }
                        default -> "<Application>" + open;
                    });
            assertTrue(refused(kind, file).getMessage().contains("" + Limits.DEPTH));
        }
    }

    @Test
    void readsAHundredThousandNames() throws Exception {
        int count = 100_000;
        try (TestFiles files = new TestFiles()) {
            Path trace = files.file("a.trc");
            Path relation = files.file("a.rel");
            try (BufferedWriter states = Files.newBufferedWriter(trace);
                    BufferedWriter tokens = Files.newBufferedWriter(relation)) {
                states.append("<Program>");
                tokens.append("<relation>");
                for (int i = 0; i < count; i++) {
                    states.append("<S" + i + " time='" + i + "' end='" + i + "' a" + i + "='" + i + "'/>");
                    tokens.append("<s name='S" + i + "' t='0' time='" + i + "' a" + i + "='" + i + "'/>");
                }
                states.append("</Program>");
                tokens.append("</relation>");
            }
            int read = 0;
            try (TraceCursor cursor = TraceCursor.open(trace)) {
                while (cursor.next()) {
                    assertEquals("S" + read, cursor.name());
                    assertEquals(read, cursor.attributeLong("a" + read, -1));
                    read++;
                }
            }
            assertEquals(count, read);
            try (RelationReader reader = RelationReader.open(relation)) {
                while (reader.next() != null) {
                    read--;
                }
            }
            assertEquals(0, read);
        }
    }

    @Test
    void tracesReachTheYear2262() throws Exception {
        long[] times = {
            (1L << 31) * NANOS - 1, (1L << 31) * NANOS, (1L << 32) * NANOS + 5, Long.MAX_VALUE - 1, Long.MAX_VALUE
        };
        for (String adjustment : List.of("0", "1300000000", "9223372036", "9223372036.854775807s", "-9223372036")) {
            long start = TimeText.parse(adjustment);
            try (TestFiles files = new TestFiles()) {
                Path file = files.file("a.trc");
                try (TraceWriter writer = TraceWriter.create(file, Attributes.of("timeAdjustment", adjustment))) {
                    for (long time : times) {
                        long end = start < 0 ? time + start : time;
                        writer.beginState("A", end - 1);
                        writer.endState(end);
                    }
                }
                try (TraceCursor cursor = TraceCursor.open(file)) {
                    for (long time : times) {
                        assertTrue(cursor.next());
                        assertEquals(start < 0 ? time + start : time, cursor.endNanos());
                        assertEquals(cursor.endNanos() - 1, cursor.startNanos());
                    }
                }
            }
        }
    }

    @Test
    void refusesTimesBehindTheYear2262() throws Exception {
        try (TestFiles files = new TestFiles()) {
            for (String time : List.of("9223372036.854775808", "99999999999999999999", "9223372036854775808ms")) {
                Path file = files.write("a.trc", "<Program><A time='0' end='" + time + "'/></Program>");
                assertTrue(refused("trc", file).reason().contains("is no time"), time);
            }
            Path sum = files.write(
                    "b.trc", "<Program timeAdjustment='9223372036'><A time='0.8' end='0.854775808'/></Program>");
            assertEquals(
                    "end='0.854775808' is out of range", refused("trc", sum).reason());
        }
    }

    @Test
    void statisticsReachTheLastSecondOfTheirStamps() throws Exception {
        long last = (long) Integer.MAX_VALUE * NANOS + NANOS - 1;
        try (TestFiles files = new TestFiles()) {
            Path file = files.file("a.stat");
            try (StatisticsWriter writer = StatisticsWriter.create(
                    file,
                    new StatisticsGroup(
                            "g",
                            List.of(),
                            List.of(new org.hdtrace.format.statistics.ValueDescription(
                                    "v", org.hdtrace.format.statistics.ValueType.INT64, "", ""))))) {
                writer.begin(last - 1);
                writer.setLong(0, Long.MIN_VALUE);
                writer.endRecord(last);
                assertThrows(IllegalArgumentException.class, () -> writer.endRecord(last + 1));
            }
            try (StatisticsReader reader = StatisticsReader.open(file)) {
                assertTrue(reader.next());
                assertEquals(last, reader.timeNanos());
                assertEquals(Long.MIN_VALUE, reader.longValue(0));
            }
        }
    }
}

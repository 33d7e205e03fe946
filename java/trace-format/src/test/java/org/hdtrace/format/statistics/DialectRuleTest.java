// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.statistics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.hdtrace.format.Finding;
import org.hdtrace.format.Severity;
import org.hdtrace.format.TestFiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whether a file has a start stamp is told from any part of it that it is cut to, or not at all. */
class DialectRuleTest {
    private static final int RECORDS = 4;
    private static final String BY_LENGTH = "only the file's length tells whether it has a start stamp";
    private static final int FIRST = 1_240_651_036;

    /** What a file delivered: times and values as text. */
    private record Reading(List<String> records, boolean start, List<Finding> findings, long unusable) {
        boolean isByLength() {
            return findings.stream().anyMatch(finding -> finding.text().equals(BY_LENGTH));
        }

        boolean isRefused() {
            return findings.stream()
                    .anyMatch(finding -> finding.text().contains("with a start stamp or with a record"));
        }
    }

    /** The values of a record: numbers that no stamp is like, and copies of the stamp as the worst that can be. */
    private static ByteBuffer body(boolean start, boolean epoch, int values, boolean likeStamps) {
        ByteBuffer body = ByteBuffer.allocate(1 << 10);
        if (start) {
            stamp(body, epoch, 0);
        }
        for (int i = 1; i <= RECORDS; i++) {
            stamp(body, epoch, i);
            for (int value = 0; value < values; value++) {
                body.putInt(likeStamps ? FIRST + i + (epoch && value % 2 == 1 ? -FIRST : 0) : -7 * i);
            }
        }
        return body.flip();
    }

    private static void stamp(ByteBuffer body, boolean epoch, int second) {
        body.putInt(FIRST + second);
        if (epoch) {
            body.putInt(FIRST / 2 + second);
        }
    }

    private static byte[] file(boolean epoch, String adjustment, int values, ByteBuffer body) {
        String header = "<Statistics><Group name='G' timestampDatatype='" + (epoch ? "EPOCH" : "INT32")
                + "' timeResulution='Microseconds' timeAdjustment='" + adjustment + "'>"
                + "<V name='x' type='INT32'/>".repeat(values) + "</Group></Statistics>\n";
        byte[] head = (header.length() + "\n" + header).getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(head.length + body.remaining())
                .put(head)
                .put(body)
                .array();
    }

    private static Reading read(Path file) throws Exception {
        List<String> records = new ArrayList<>();
        try (StatisticsReader reader = StatisticsReader.open(file)) {
            while (reader.next()) {
                StringBuilder record = new StringBuilder().append(reader.timeNanos());
                for (int i = 0; i < reader.group().values().size(); i++) {
                    record.append(' ').append(reader.longValue(i));
                }
                records.add(record.toString());
            }
            return new Reading(records, reader.hasStart(), reader.findings(), reader.unusableBytes());
        }
    }

    /** A layout of files and one of them. */
    private record Case(boolean start, boolean epoch, String adjustment, int values, boolean likeStamps) {
        private byte[] whole() {
            return file(epoch, adjustment, values, body(start, epoch, values, likeStamps));
        }

        private int stampBytes() {
            return epoch ? 8 : 4;
        }

        private int recordBytes() {
            return stampBytes() + 4 * values;
        }

        private int bodyBytes() {
            return RECORDS * recordBytes() + (start ? stampBytes() : 0);
        }

        /** Whether a body of that length is a whole one of the other dialect. */
        private boolean isWholeOfTheOther(int bodyBytes) {
            return bodyBytes % recordBytes() == (start ? 0 : stampBytes());
        }

        private int complete(int bodyBytes) {
            return Math.max(0, (bodyBytes - (start ? stampBytes() : 0)) / recordBytes());
        }
    }

    @ParameterizedTest
    @CsvSource({
        "true, true, 0",
        "true, true, 12.5",
        "true, false, 0",
        "true, false, 12.5",
        "false, true, 12.5",
        "false, false, 12.5"
    })
    void cutAnywhereNothingWrongIsDelivered(boolean start, boolean epoch, String adjustment) throws Exception {
        for (int values = 2; values <= 7; values++) {
            cutEverywhere(new Case(start, epoch, adjustment, values, false));
            cutEverywhere(new Case(start, epoch, adjustment, values, true));
        }
    }

    private static void cutEverywhere(Case one) throws Exception {
        byte[] whole = one.whole();
        try (TestFiles files = new TestFiles()) {
            Reading all = read(files.write("whole.stat", whole));
            assertEquals(RECORDS, all.records.size(), "the length tells of whole files");
            assertEquals(one.start, all.start);
            for (int bytes = 0; bytes < one.bodyBytes(); bytes++) {
                int length = whole.length - one.bodyBytes() + bytes;
                Reading cut = read(files.write("cut.stat", Arrays.copyOf(whole, length)));
                assertRight(one, bytes, all, cut);
            }
        }
    }

    private static void assertRight(Case one, int bytes, Reading all, Reading cut) {
        String place = one + " cut to " + bytes;
        if (cut.isByLength() && one.isWholeOfTheOther(bytes)) {
            assertTrue(one.likeStamps && one.complete(bytes) > 0, place);
            return;
        }
        if (cut.isRefused()) {
            assertTrue(one.likeStamps || one.complete(bytes) <= 1, place);
            assertEquals(List.of(), cut.records, place);
            return;
        }
        assertEquals(all.records.subList(0, one.complete(bytes)), cut.records, place);
    }

    @Test
    void saysThatNothingIsDeliveredWhereNobodyCanTell() throws Exception {
        ByteBuffer body = body(false, false, 2, true).limit(14);
        try (TestFiles files = new TestFiles()) {
            Reading reading = read(files.write("a.stat", file(false, "12.5", 2, body)));
            assertEquals(List.of(), reading.records);
            assertEquals(10, reading.unusable);
            assertTrue(reading.isRefused());
            assertEquals(
                    Severity.ERROR,
                    reading.findings.get(reading.findings.size() - 1).severity());
        }
    }

    @Test
    void unusedRestOfAMappingComesWithAStartStampOnly() throws Exception {
        ByteBuffer body = body(true, true, 3, true).limit(8);
        byte[] file = file(true, "12.5", 3, body);
        try (TestFiles files = new TestFiles()) {
            Reading reading = read(files.write("a.stat", Arrays.copyOf(file, file.length + 100 * 20 - 8)));
            assertTrue(reading.start);
            assertFalse(reading.isByLength());
            assertEquals(List.of(), reading.records);
            assertEquals(0, reading.unusable);
        }
    }
}

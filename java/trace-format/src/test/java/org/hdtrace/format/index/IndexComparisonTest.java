// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.hdtrace.format.Finding;
import org.hdtrace.format.Severity;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each number of an index is changed, one at a time, in one that readers would use all the same. */
class IndexComparisonTest {
    private static final int BLOCKS = 260;

    @TempDir
    private Path folder;

    private Path trace;
    private Path index;
    private byte[] right;

    /** 260 blocks, so that there are sums; two names in each. */
    @BeforeEach
    void writeTrace() throws Exception {
        StringBuilder text = new StringBuilder("<Program timeAdjustment='1300000000'>\n");
        String padding = "x".repeat(30_000);
        for (int i = 0; text.length() < BLOCKS * IndexFormat.BLOCK_BYTES; i++) {
            text.append(i % 2 == 0 ? "<Send" : "<Recv")
                    .append(" size='3' text='")
                    .append(padding)
                    .append("' time='");
            text.append(i).append("' end='").append(i).append(".5'/>\n");
        }
        trace = folder.resolve("a.trc");
        Files.writeString(trace, text.append("</Program>\n"), StandardCharsets.US_ASCII);
        index = IndexStore.beside().build(trace, () -> false);
        right = Files.readAllBytes(index);
    }

    private List<Finding> compare() throws Exception {
        List<Finding> findings = new ArrayList<>();
        IndexComparison.compare(trace, findings::add);
        return findings;
    }

    /** Place of the body of the record of that type and number. */
    private int body(char type, int number) throws IOException {
        try (FileChannel channel = FileChannel.open(index)) {
            RecordReader records = new RecordReader(channel, IndexFormat.HEADER_BYTES, channel.size());
            int found = 0;
            while (records.next()) {
                if (records.type() == type && found++ == number) {
                    return (int) records.place() + IndexFormat.HEAD_BYTES;
                }
            }
        }
        throw new IllegalArgumentException(type + " " + number);
    }

    /** One error with that text when a byte is changed. */
    private void assertBites(int at, String text) throws Exception {
        byte[] wrong = right.clone();
        wrong[at] ^= 1;
        Files.write(index, wrong);
        List<Finding> findings = compare();
        Files.write(index, right);
        assertEquals(1, findings.size(), findings.toString());
        assertEquals(Severity.ERROR, findings.get(0).severity());
        assertEquals(index, findings.get(0).file());
        assertTrue(findings.get(0).text().contains(text), findings.toString());
    }

    @Test
    void nothingIsFoundInARightIndexOrWhereThereIsNone() throws Exception {
        assertEquals(List.of(), compare());
        Files.delete(index);
        assertEquals(List.of(), compare());
    }

    @Test
    void eachNumberOfABlockIsCompared() throws Exception {
        int block = body('B', 5);
        assertBites(block + 7, "block 5: first top-level place");
        assertBites(block + 15, "block 5: earliest start");
        assertBites(block + 23, "block 5: latest end");
        assertBites(block + 27, "block 5: nesting depth is 1 instead of 0");
        assertBites(block + 31, "block 5: number of states");
        assertBites(block + 35, "block 5: checksum is not that of the text");
        assertBites(block + 47, "block 5: name");
        assertBites(block + 55, "block 5: name");
        assertBites(block + 63, "block 5: name");
        assertBites(block + 71, "block 5: name");
    }

    @Test
    void numberOfRowsAndNamesAreCompared() throws Exception {
        assertBites(body('B', 5) + 39, "has the wrong length");
        assertBites(body('N', 0), "has name 0 'Rend' instead of 'Send'");
    }

    /** The record of the second name, put to another place ahead of the sums, so that these stay where they are. */
    private byte[] withNameAt(int place) throws IOException {
        int from = body('N', 1) - IndexFormat.HEAD_BYTES;
        int bytes = IndexFormat.HEAD_BYTES + "Recv".length();
        ByteBuffer moved = ByteBuffer.allocate(right.length);
        moved.put(right, 0, from);
        if (place < from) {
            return moved.clear()
                    .put(right, 0, place)
                    .put(right, from, bytes)
                    .put(right, place, from - place)
                    .put(right, from + bytes, right.length - from - bytes)
                    .array();
        }
        return moved.put(right, from + bytes, place - from - bytes)
                .put(right, from, bytes)
                .put(right, place, right.length - place)
                .array();
    }

    @Test
    void namesMayBeToldEarlyButNotLate() throws Exception {
        // As the library in C does when a state's text goes beyond its block: the name is told ahead of its turn.
        StringBuilder text = new StringBuilder("<Program timeAdjustment='1300000000'>\n");
        text.append("<Send time='0' end='1'/>\n".repeat(3000));
        text.append("<Recv time='2' end='3'/>\n</Program>\n");
        Files.writeString(trace, text);
        IndexStore.beside().build(trace, () -> false);
        right = Files.readAllBytes(index);
        assertTrue(body('N', 1) > body('B', 0), "the second name is told ahead of the second block");
        Files.write(index, withNameAt(IndexFormat.HEADER_BYTES + IndexFormat.HEAD_BYTES + "Send".length()));
        assertEquals(List.of(), compare());
        Files.write(index, right);
        Files.write(index, withNameAt(body('E', 0) - IndexFormat.HEAD_BYTES));
        assertEquals(
                List.of("block 1: name 1 is told only later"),
                compare().stream().map(Finding::text).toList());
    }

    @Test
    void sumsAreCompared() throws Exception {
        int sums = body('S', 0);
        assertBites(sums + 7, "place of the sums before");
        for (int at = 12 + 7; at < 12 + 64; at += 8) {
            assertBites(sums + at, "sums over 256 blocks: name");
        }
    }

    @Test
    void damageInTheMiddleOfTheTraceIsSeenByTheChecksumOfItsBlock() throws Exception {
        byte[] text = Files.readAllBytes(trace);
        text[100 * IndexFormat.BLOCK_BYTES + 20_000] = 'y';
        Files.write(trace, text);
        List<Finding> findings = compare();
        assertEquals(1, findings.size(), findings.toString());
        assertEquals(
                "block 100: checksum is not that of the text", findings.get(0).text());
    }

    @Test
    void indexThatWasNotFinishedIsComparedAsFarAsItGoes() throws Exception {
        byte[] part = Arrays.copyOf(right, body('B', 9) - IndexFormat.HEAD_BYTES);
        int states = body('B', 3) + 31;
        Files.write(index, part);
        assertEquals(List.of(), compare());
        byte[] wrong = part.clone();
        wrong[states] ^= 1;
        Files.write(index, wrong);
        assertEquals(1, compare().size());
    }

    @Test
    void indexOfAGrowingTraceIsRight() throws Exception {
        byte[] text = Files.readAllBytes(trace);
        Files.write(index, Arrays.copyOf(right, body('B', 3)));
        Files.write(trace, Arrays.copyOf(Arrays.copyOf(text, 4 * IndexFormat.BLOCK_BYTES + 99), 400_000));
        assertEquals(List.of(), compare());
    }

    @Test
    void blockThatIsMissingIsFound() throws Exception {
        int from = body('B', 7) - IndexFormat.HEAD_BYTES;
        int to = body('B', 8) - IndexFormat.HEAD_BYTES;
        ByteBuffer without = ByteBuffer.allocate(right.length - (to - from));
        without.put(right, 0, from).put(right, to, right.length - to);
        int lastSums = without.capacity() - Long.BYTES;
        without.putLong(lastSums, without.getLong(lastSums) - (to - from));
        Files.write(index, without.array());
        List<Finding> findings = compare();
        assertTrue(findings.get(0).text().startsWith("block 7: "), findings.toString());
        assertEquals(Severity.ERROR, findings.get(0).severity());
    }

    @Test
    void whatReadersIgnoreIsNotedOnly() throws Exception {
        for (byte[] other : List.of(
                "not an index".getBytes(StandardCharsets.US_ASCII),
                new byte[0],
                ByteBuffer.allocate(20).putInt(1).array())) {
            Files.write(index, other);
            List<Finding> findings = compare();
            assertEquals(1, findings.size(), findings.toString());
            assertEquals(Severity.NOTE, findings.get(0).severity());
        }
        Files.write(index, right);
        Files.writeString(trace, "<Program>\n<Send time='0' end='1'/>\n</Program>\n");
        assertEquals("does not fit its trace and is ignored", compare().get(0).text());
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.zip.GZIPOutputStream;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.compression.TraceRecoder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Samples hold entries of the trace and nothing else, from everywhere in it. */
class TraceSampleTest {
    private static final int PIECES = 20;
    private static final int BYTES = 4096;

    @TempDir
    private Path folder;

    /** Top-level states of 10 us, of which each third has two inside, and each tenth data. */
    private static String text(int states, Random random) {
        StringBuilder text = new StringBuilder("<Program timeAdjustment='1300000000'>\n");
        for (int i = 0; i < states; i++) {
            if (i % 3 == 0) {
                text.append("<Nested>\n\t").append(tag("Inner", 10L * i + 1, 10L * i + 2, "/>"));
                text.append("\t<Nested>\n\t\t").append(tag("Innermost", 10L * i + 4, 10L * i + 5, "/>"));
                text.append("\t</Nested>\n\t").append(tag("Middle", 10L * i + 3, 10L * i + 6, "/>"));
                text.append("</Nested>\n");
            }
            if (i % 10 == 0) {
                text.append(tag("Waitall", 10L * i, 10L * i + 9, ">")).append("\t<For rid='3'/>\n</Waitall>\n");
            } else {
                text.append(tag("Send", 10L * i, 10L * i + 9, " note='a > b" + "x".repeat(random.nextInt(30)) + "'/>"));
            }
        }
        return text.append("</Program>\n").toString();
    }

    private static String tag(String name, long fromMicros, long toMicros, String end) {
        return String.format(
                "<%s time='%d.%06d' end='%d.%06d'%s%n",
                name, fromMicros / 1_000_000, fromMicros % 1_000_000, toMicros / 1_000_000, toMicros % 1_000_000, end);
    }

    private record Read(long offset, int depth, String name) {}

    private static List<Read> entries(Path trace, TextRanges ranges) throws TraceFormatException {
        List<Read> all = new ArrayList<>();
        try (TraceCursor cursor = TraceCursor.open(trace)) {
            cursor.limitTo(ranges);
            while (cursor.next()) {
                all.add(new Read(cursor.byteOffset(), cursor.depth(), cursor.name()));
            }
            assertEquals(List.of(), cursor.findings());
        }
        return all;
    }

    @Test
    void littleMoreThanThePiecesIsRead() throws Exception {
        Path trace = Files.writeString(folder.resolve("t.trc"), text(60_000, new Random(3)));
        TextRanges ranges = TraceSample.of(trace, PIECES, BYTES);
        try (TraceCursor cursor = TraceCursor.open(trace)) {
            cursor.limitTo(ranges);
            while (cursor.next()) {
                // All of it.
            }
            long most = (1 << 16) + 4L * PIECES * BYTES;
            assertTrue(cursor.bytesRead() < most, cursor.bytesRead() + " of " + Files.size(trace));
        }
    }

    private void assertSpread(Path trace, int pieces) throws TraceFormatException {
        List<Read> all = entries(trace, TextRanges.all());
        TextRanges ranges = TraceSample.of(trace, PIECES, BYTES);
        assertEquals(pieces, ranges.size(), ranges.toString());
        List<Read> sampled = entries(trace, ranges);
        assertTrue(all.containsAll(sampled), "entries are those of the trace, at their depths");
        assertTrue(sampled.size() < all.size() / 3, "few of them: " + sampled.size());
        assertEquals(all.get(0), sampled.get(0));
        assertEquals(all.get(all.size() - 1), sampled.get(sampled.size() - 1));
        long length = all.get(all.size() - 1).offset();
        Set<Long> parts = new TreeSet<>();
        sampled.forEach(entry -> parts.add(entry.offset() * (pieces - 1) / (length + 1)));
        assertEquals(pieces - 1, parts.size(), "each part of the text is seen");
    }

    @Test
    void piecesAreSpreadOverTheText() throws Exception {
        Path trace = folder.resolve("a.trc");
        for (int seed = 0; seed < 8; seed++) {
            Files.writeString(trace, text(6000 + seed, new Random(seed)));
            assertSpread(trace, PIECES);
        }
    }

    @Test
    void aShortTraceIsReadWhole() throws Exception {
        Path trace = Files.writeString(folder.resolve("a.trc"), text(50, new Random(1)));
        assertTrue(TraceSample.of(trace, PIECES, BYTES).isAll());
    }

    @Test
    void ofSeekableCompressionFewPiecesAreRead() throws Exception {
        Path trace = Files.writeString(folder.resolve("a.trc"), text(6000, new Random(1)));
        Path compressed = folder.resolve("a.trc.zst");
        new TraceRecoder(1, true, bytes -> {}).compress(trace);
        assertSpread(compressed, 2);
    }

    @Test
    void ofGzipTheBeginningIsTaken() throws Exception {
        Path trace = folder.resolve("a.trc.gz");
        for (int states : new int[] {6000, 60}) {
            try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(trace))) {
                out.write(text(states, new Random(1)).getBytes(java.nio.charset.StandardCharsets.UTF_8));
            }
            List<Read> all = entries(trace, TextRanges.all());
            List<Read> sampled = entries(trace, TraceSample.of(trace, PIECES, BYTES));
            assertEquals(all.subList(0, sampled.size()), sampled);
            long last = sampled.get(sampled.size() - 1).offset();
            long most = 4L * PIECES * BYTES;
            assertTrue(last <= most, "four times as much as of others: " + last);
            assertTrue(sampled.size() == all.size() || last > most / 2, "it is used: " + last);
            assertEquals(states == 60, sampled.size() == all.size());
        }
    }

    /** Tags longer than a piece, a text of something else, and a part that is not used yet. */
    @Test
    void whereNoTagEndsNothingIsTaken() throws Exception {
        Path trace = folder.resolve("a.trc");
        Files.writeString(trace, "<Program timeAdjustment='1'>\n" + "\0".repeat(200_000));
        assertEquals(List.of(), entries(trace, TraceSample.of(trace, PIECES, BYTES)));
        Files.writeString(trace, "no trace ".repeat(30_000));
        assertEquals(0, TraceSample.of(trace, PIECES, BYTES).size());
        Files.writeString(
                trace,
                "<Program timeAdjustment='1'>\n" + "<A time='1' end='2' x='" + "y".repeat(200_000)
                        + "'/>\n<B time='2' end='3'/>\n</Program>\n");
        assertEquals(
                List.of("B"),
                entries(trace, TraceSample.of(trace, PIECES, BYTES)).stream()
                        .map(Read::name)
                        .toList());
        assertThrows(TraceFormatException.class, () -> TraceSample.of(folder.resolve("none"), PIECES, BYTES));
        assertThrows(IllegalArgumentException.class, () -> TraceSample.of(trace, 1, BYTES));
    }
}

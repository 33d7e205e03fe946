// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.luben.zstd.Zstd;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.hdtrace.format.statistics.StatisticsReader;
import org.hdtrace.format.trace.EntryFilter;
import org.hdtrace.format.trace.TraceCursor;
import org.junit.jupiter.api.Test;

/**
 * Files of more than 2^31 bytes. Their text is generated while it is read: the same compressed frame stands in the file some
 * thousand times, so that it takes no space and hardly any time.
 */
class HugeFileTest {
    private static final long SIZE = 3_000_000_000L;

    /** A compressed file under construction, with the length of its text. */
    private static final class Frames implements AutoCloseable {
        private final OutputStream out;
        private long length;

        Frames(Path file) throws IOException {
            out = new BufferedOutputStream(Files.newOutputStream(file));
        }

        Frames add(String text) throws IOException {
            return add(text.getBytes(StandardCharsets.UTF_8), length + 1);
        }

        /** Add the bytes again and again as long as the text is shorter than the limit. */
        Frames add(byte[] bytes, long limit) throws IOException {
            byte[] frame = Zstd.compress(bytes, 1);
            while (length < limit) {
                out.write(frame);
                length += bytes.length;
            }
            return this;
        }

        @Override
        public void close() throws IOException {
            out.close();
        }
    }

    @Test
    void offsetsOfTracesHave64Bits() throws Exception {
        String state = "<Pad v='" + "x".repeat(65_000) + "' time='1' end='2'/>\n";
        byte[] states = state.repeat(16).getBytes(StandardCharsets.UTF_8);
        String head = "<Program timeAdjustment='0'>\n";
        try (TestFiles files = new TestFiles()) {
            Path file = files.file("a.trc.zst");
            long inner;
            long outer;
            long last;
            try (Frames frames = new Frames(file)) {
                frames.add(head).add(states, (1L << 31) - 2_000_000);
                frames.add("<Nested>\n");
                inner = frames.length;
                frames.add("<Inner time='1' end='2'/>\n")
                        .add(states, (1L << 31) + 1)
                        .add("</Nested>\n");
                outer = frames.length;
                frames.add("<Outer time='1' end='2'><Data a='b'/></Outer>\n").add(states, SIZE);
                last = frames.length;
                frames.add("<Last time='1' end='2'/>\n<Cut time=");
            }
            assertTrue(inner < 1L << 31 && outer > 1L << 31 && last >= SIZE);
            readAll(file, head.length(), state.length(), inner, outer, last);
            readFrom(file, outer, last);
        }
    }

    private static void readAll(Path file, long first, long step, long inner, long outer, long last)
            throws TraceFormatException {
        long expected = first;
        try (TraceCursor cursor = TraceCursor.open(file)) {
            while (cursor.next()) {
                assertFalse(cursor.isOrphan());
                switch (cursor.name()) {
                    case "Inner" -> expected = inner;
                    case "Outer" -> expected = outer;
                    case "Last" -> expected = last;
                    default -> {}
                }
                assertEquals(expected, cursor.byteOffset());
                boolean nested = expected >= inner && expected < outer;
                assertEquals(nested ? 1 : 0, cursor.depth());
                expected += cursor.name().equals("Pad") ? step : lengthOf(cursor.name());
            }
            long cut = last + lengthOf("Last");
            assertEquals("byte " + cut, cursor.findings().get(0).position());
            assertEquals("<Cut time=".length(), cursor.unusableBytes());
        }
    }

    private static long lengthOf(String name) {
        return name.equals("Outer")
                ? "<Outer time='1' end='2'><Data a='b'/></Outer>\n".length()
                : ("<" + name + " time='1' end='2'/>\n").length();
    }

    private static void readFrom(Path file, long outer, long last) throws TraceFormatException {
        try (TraceCursor cursor = TraceCursor.openAt(file, outer, 0, EntryFilter.all())) {
            assertTrue(cursor.next());
            assertEquals("Outer", cursor.name());
            assertEquals(outer, cursor.byteOffset());
        }
        try (TraceCursor cursor = TraceCursor.openAt(file, last, 0, EntryFilter.all())) {
            assertTrue(cursor.next());
            assertEquals("Last", cursor.name());
            assertEquals(last, cursor.byteOffset());
            assertFalse(cursor.next());
        }
    }

    @Test
    void offsetsOfStatisticsHave64Bits() throws Exception {
        int values = 256;
        StringBuilder header = new StringBuilder("<Statistics><Group name='g'>");
        for (int i = 0; i < values; i++) {
            header.append("<V name='v").append(i).append("' type='DOUBLE'/>");
        }
        header.append("</Group></Statistics>\n");
        int record = 8 + 8 * values;
        byte[] records = new byte[500 * record];
        for (int at = 0; at < records.length; at += record) {
            ByteBuffer.wrap(records).putInt(at, 1_300_000_000).putDouble(at + record - 8, 1.5);
        }
        try (TestFiles files = new TestFiles()) {
            Path file = files.file("a.stat.zst");
            long end;
            long body;
            try (Frames frames = new Frames(file)) {
                frames.add(header.length() + "\n" + header);
                body = frames.length + 8;
                frames.add(java.util.Arrays.copyOf(records, 8), frames.length + 1)
                        .add(records, SIZE);
                end = frames.length;
                frames.add(java.util.Arrays.copyOf(records, record - 1), end + 1);
            }
            long count = 0;
            try (StatisticsReader reader = StatisticsReader.open(file)) {
                while (reader.next()) {
                    count++;
                }
                assertEquals((end - body) / record, count);
                assertEquals(1.5, reader.doubleValue(values - 1));
                assertEquals(record - 1, reader.unusableBytes());
                assertEquals("byte " + end, reader.findings().get(0).position());
            }
        }
    }
}

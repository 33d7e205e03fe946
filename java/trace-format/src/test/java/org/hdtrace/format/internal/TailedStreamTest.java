// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.internal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.luben.zstd.Zstd;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.hdtrace.format.TestFiles;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.trace.TraceCursor;
import org.junit.jupiter.api.Test;

/** A trace that was being compressed when its writer died, at every moment that may have been. */
class TailedStreamTest {
    private static final int STATES = 300;
    private static final int FRAME_BYTES = 4000;

    private static byte[] text() {
        StringBuilder text = new StringBuilder("<Program timeAdjustment='5'>\n");
        for (int i = 0; i < STATES; i++) {
            text.append("<Send size='")
                    .append(i * 7919 % 1000)
                    .append("' time='0.")
                    .append(100 + i);
            text.append("' end='0.").append(101 + i).append("'/>\n");
        }
        return text.toString().getBytes(StandardCharsets.US_ASCII);
    }

    private static byte[] frames(byte[] text, int count) {
        ByteArrayOutputStream frames = new ByteArrayOutputStream();
        for (int i = 0; i < count; i++) {
            frames.writeBytes(Zstd.compress(Arrays.copyOfRange(text, i * FRAME_BYTES, (i + 1) * FRAME_BYTES)));
        }
        return frames.toByteArray();
    }

    /** The text from an offset on, at its place, and unused bytes behind it. */
    private static byte[] tail(byte[] text, int from) {
        byte[] tail = new byte[text.length + 1000];
        System.arraycopy(text, from, tail, from, text.length - from);
        return tail;
    }

    private static byte[] read(Path file, int step) throws TraceFormatException {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        byte[] buffer = new byte[step];
        try (ByteSource source = ByteSource.open(file)) {
            for (int count = source.read(buffer, 0, step); count >= 0; count = source.read(buffer, 0, step)) {
                text.write(buffer, 0, count);
            }
            assertFalse(source.isCut());
            assertEquals(text.size(), source.offset());
        }
        return text.toByteArray();
    }

    @Test
    void goesOnInTheTailWhereverTheFramesEnd() throws IOException, TraceFormatException {
        byte[] text = text();
        byte[] expected = Arrays.copyOf(text, text.length + 1000);
        byte[] frames = frames(text, 2);
        int whole = frames(text, 1).length;
        try (TestFiles files = new TestFiles()) {
            for (int cut = 0; cut <= frames.length; cut++) {
                Path file = files.write("a.trc.zst", Arrays.copyOf(frames, cut));
                int framed = cut < whole ? 0 : cut < frames.length ? FRAME_BYTES : 2 * FRAME_BYTES;
                files.write("a.trc.tail", tail(text, framed));
                assertArrayEquals(expected, read(file, cut % 3 == 0 ? 777 : 65536), "frames cut at byte " + cut);
            }
        }
    }

    @Test
    void deliversEveryState() throws IOException, TraceFormatException {
        byte[] text = text();
        try (TestFiles files = new TestFiles()) {
            Path file = files.write("a.trc.zst", frames(text, 2));
            files.write("a.trc.tail", tail(text, 2 * FRAME_BYTES));
            try (TraceCursor cursor = TraceCursor.open(file)) {
                int states = 0;
                while (cursor.next()) {
                    states++;
                }
                assertEquals(STATES, states);
                assertFalse(cursor.isComplete());
                assertEquals(0, cursor.unusableBytes());
            }
        }
    }

    @Test
    void skipsOverTheEndOfTheFrames() throws IOException, TraceFormatException {
        byte[] text = text();
        try (TestFiles files = new TestFiles()) {
            Path file = files.write("a.trc.zst", frames(text, 1));
            files.write("a.trc.tail", tail(text, FRAME_BYTES));
            for (int target : new int[] {1, FRAME_BYTES, FRAME_BYTES + 3, text.length - 1}) {
                try (ByteSource source = ByteSource.open(file)) {
                    source.skipTo(target);
                    byte[] one = new byte[1];
                    assertEquals(1, source.readFully(one, 0, 1));
                    assertEquals(text[target], one[0]);
                }
            }
            assertEquals(text.length + 1000, ByteSource.length(file));
        }
    }

    @Test
    void needsNoTailAndNoSeekTable() throws IOException, TraceFormatException {
        byte[] text = Arrays.copyOf(text(), 2 * FRAME_BYTES);
        try (TestFiles files = new TestFiles()) {
            assertArrayEquals(text, read(files.write("a.trc.zst", frames(text, 2)), 500));
            files.write("b.trc.tail", text);
            assertTrue(Files.exists(files.file("b.trc.tail")));
            assertArrayEquals(text, read(files.write("b.trc", text), 500));
        }
    }

    @Test
    void reportsFramesThatAreDamaged() throws IOException {
        byte[] text = text();
        byte[] frames = frames(text, 2);
        frames[frames(text, 1).length + 1] ^= 0x55;
        try (TestFiles files = new TestFiles()) {
            Path file = files.write("a.trc.zst", frames);
            files.write("a.trc.tail", tail(text, 2 * FRAME_BYTES));
            assertThrows(TraceFormatException.class, () -> read(file, 500));
        }
    }
}

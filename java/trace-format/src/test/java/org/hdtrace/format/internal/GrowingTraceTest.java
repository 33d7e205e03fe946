// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.internal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.luben.zstd.Zstd;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Semaphore;
import org.hdtrace.format.TestFiles;
import org.hdtrace.format.TraceFormatException;
import org.junit.jupiter.api.Test;

/** A compressed trace that is read while it is written: each reading is the beginning of what will be the whole text. */
class GrowingTraceTest {
    private static final int TEXT_BYTES = 6_000_000;
    private static final int FRAME_BYTES = 50_000;
    private static final int KEPT_BYTES = 3_000;
    private static final int ROUNDS = 60;
    private static final int UNUSED_BYTES = 20_000;

    private static byte[] text() {
        StringBuilder text = new StringBuilder("<Program timeAdjustment='5'>\n");
        for (int i = 0; text.length() < TEXT_BYTES; i++) {
            text.append("<Send i='").append(i).append("' size='").append(i * 7919L % 100_003);
            text.append("' time='0.1' end='0.2'/>\n");
        }
        return text.toString().getBytes(StandardCharsets.US_ASCII);
    }

    /** As the C library writes: text into the tail, frames of it, and only then zeros where the text was. */
    private static final class Writer implements AutoCloseable {
        private final byte[] text;
        private final Path tailFile;
        private final RandomAccessFile frames;
        private final RandomAccessFile tail;
        private int written;
        private int framed;
        private int punched;

        Writer(TestFiles files, byte[] text) throws IOException {
            this.text = text;
            tailFile = files.file("a.trc.tail");
            tail = new RandomAccessFile(tailFile.toFile(), "rw");
            frames = new RandomAccessFile(files.file("a.trc.zst").toFile(), "rw");
        }

        void write(int bytes) throws IOException {
            int end = Math.min(written + bytes, text.length);
            tail.setLength(end + UNUSED_BYTES);
            tail.seek(written);
            tail.write(text, written, end - written);
            written = end;
            while (written - framed >= FRAME_BYTES) {
                frame(FRAME_BYTES);
                punch();
            }
        }

        /** In two steps, as a large write may be seen by others. */
        private void frame(int bytes) throws IOException {
            byte[] frame = Zstd.compress(Arrays.copyOfRange(text, framed, framed + bytes));
            frames.write(frame, 0, frame.length / 2);
            frames.write(frame, frame.length / 2, frame.length - frame.length / 2);
            framed += bytes;
        }

        private void punch() throws IOException {
            int end = framed - KEPT_BYTES;
            tail.seek(punched);
            tail.write(new byte[end - punched]);
            punched = end;
        }

        @Override
        public void close() throws IOException {
            try (frames;
                    tail) {
                tail.setLength(written);
                frame(written - framed);
                Files.delete(tailFile);
            }
        }
    }

    /** What a reader takes for text: all before the first byte that is not used. */
    private static int used(byte[] bytes, int length) {
        int end = 0;
        while (end < length && bytes[end] != 0) {
            end++;
        }
        return end;
    }

    private static void assertBegins(byte[] text, byte[] read, int length) {
        assertEquals(-1, Arrays.mismatch(text, 0, length, read, 0, length), "first byte that differs");
    }

    @Test
    void findsWhatBecameFramesWhileItStopped() throws IOException, TraceFormatException {
        byte[] text = Arrays.copyOf(text(), 10 * FRAME_BYTES);
        int half = 5 * FRAME_BYTES + FRAME_BYTES / 2;
        for (int stop : new int[] {0, 10, FRAME_BYTES, 5 * FRAME_BYTES, 5 * FRAME_BYTES + 7, half}) {
            byte[] read = new byte[text.length + UNUSED_BYTES];
            try (TestFiles files = new TestFiles()) {
                Writer writer = new Writer(files, text);
                writer.write(half);
                try (ByteSource source = ByteSource.open(files.file("a.trc.zst"))) {
                    int before = source.readFully(read, 0, stop);
                    writer.write(text.length);
                    int all = before + source.readFully(read, before, read.length - before);
                    assertEquals(text.length, used(read, all));
                }
                assertBegins(text, read, text.length);
                try (ByteSource source = ByteSource.open(files.file("a.trc.zst"))) {
                    int before = source.readFully(read, 0, stop);
                    writer.close();
                    int all = before + source.readFully(read, before, read.length - before);
                    assertArrayEquals(text, Arrays.copyOf(read, all));
                }
            }
        }
    }

    @Test
    void beginsBeforeTheFirstFrame() throws IOException, TraceFormatException {
        byte[] text = Arrays.copyOf(text(), 3 * FRAME_BYTES);
        try (TestFiles files = new TestFiles();
                Writer writer = new Writer(files, text)) {
            try (ByteSource source = ByteSource.open(files.file("a.trc.zst"))) {
                writer.write(text.length);
                byte[] read = new byte[text.length];
                assertEquals(text.length, source.readFully(read, 0, read.length));
                assertArrayEquals(text, read);
            }
        }
    }

    /** The writer goes on at some byte of each reading. */
    @Test
    void neverGivesLessThanBefore() throws IOException, TraceFormatException {
        byte[] text = text();
        byte[] read = new byte[text.length + UNUSED_BYTES];
        Random random = new Random(20260801);
        Semaphore rounds = new Semaphore(0);
        int longest = 0;
        try (TestFiles files = new TestFiles()) {
            Writer writer = new Writer(files, text);
            CompletableFuture<Void> writing = CompletableFuture.runAsync(() -> writeRounds(writer, rounds));
            for (int i = 0; i < ROUNDS; i++) {
                int stop = longest - random.nextInt(Math.min(longest, 2 * FRAME_BYTES) + 1);
                int length = readAmid(files.file("a.trc.zst"), read, stop, rounds);
                assertBegins(text, read, length);
                assertTrue(length >= longest, length + " bytes after " + longest);
                longest = length;
            }
            writing.join();
            try (ByteSource source = ByteSource.open(files.file("a.trc.zst"))) {
                assertEquals(text.length, source.readFully(read, 0, read.length));
            }
            assertBegins(text, read, text.length);
        }
    }

    private static int readAmid(Path file, byte[] read, int stop, Semaphore rounds) throws TraceFormatException {
        try (ByteSource source = ByteSource.open(file)) {
            int before = source.readFully(read, 0, stop);
            rounds.release();
            return used(read, before + source.readFully(read, before, read.length - before));
        }
    }

    private static void writeRounds(Writer writer, Semaphore rounds) {
        try (writer) {
            for (int i = 0; i < ROUNDS; i++) {
                rounds.acquireUninterruptibly();
                writer.write(TEXT_BYTES / ROUNDS + FRAME_BYTES / 3);
            }
        } catch (IOException e) {
            throw new CompletionException(e);
        }
    }
}

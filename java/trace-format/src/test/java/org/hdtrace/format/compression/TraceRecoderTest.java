// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.compression;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.GZIPOutputStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.hdtrace.format.TestFiles;
import org.hdtrace.format.TraceFormatException;
import org.junit.jupiter.api.Test;

/** Compressing a trace and making it plain again gives the same bytes, whatever stops it in between. */
class TraceRecoderTest {
    private static final int FRAME_BYTES = 1 << 20;
    private static final TraceRecoder RECODER = new TraceRecoder(1, false, bytes -> {});
    private static final TraceRecoder KEEPING = new TraceRecoder(1, true, bytes -> {});

    /** Content of some entropy that does not look unused at its end. */
    private static byte[] content(int length, int letters, long seed) {
        byte[] content = new byte[length];
        Random random = new Random(seed);
        for (int i = 0; i < length; i++) {
            content[i] = (byte) random.nextInt(letters);
        }
        if (length > 0) {
            content[length - 1] = '\n';
        }
        return content;
    }

    /** As a line of a trace begins: data that begins like gzip or zstd would be taken for that. */
    private static byte[] text(int length, int letters, long seed) {
        byte[] text = content(length, letters, seed);
        Arrays.fill(text, 0, Math.min(4, length), (byte) '<');
        return text;
    }

    @Provide
    Arbitrary<Integer> lengths() {
        return Arbitraries.oneOf(
                Arbitraries.integers().between(0, 100_000),
                Arbitraries.integers().between(FRAME_BYTES - 2, FRAME_BYTES + 2),
                Arbitraries.integers().between(3 * FRAME_BYTES - 2, 3 * FRAME_BYTES + 2));
    }

    @Property(tries = 60)
    void givesTheSameBytesBack(
            @ForAll("lengths") int length, @ForAll long seed, @ForAll boolean dense, @ForAll boolean best)
            throws Exception {
        byte[] text = text(length, dense ? 256 : 4, seed);
        TraceRecoder recoder = best && length < 100_000 ? new TraceRecoder(19, false, bytes -> {}) : RECODER;
        try (TestFiles files = new TestFiles()) {
            Path plain = files.write("a.trc", text);
            TraceRecoder.Result result = recoder.compress(plain);
            Path compressed = files.file("a.trc.zst");
            assertTrue(result.changed());
            assertEquals(text.length, result.bytesBefore());
            assertEquals(Files.size(compressed), result.bytesAfter());
            assertFalse(Files.exists(plain));
            assertFrames(Files.readAllBytes(compressed), text.length);
            assertTrue(recoder.decompress(compressed).changed());
            assertArrayEquals(text, Files.readAllBytes(plain));
            assertEquals(1, files.count());
        }
    }

    /** The seek table counts frames of 1 MiB. */
    private static void assertFrames(byte[] bytes, int textBytes) {
        ByteBuffer little = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        int frames = (textBytes + FRAME_BYTES - 1) / FRAME_BYTES;
        assertEquals(0x8f92eab1, little.getInt(bytes.length - 4));
        assertEquals(frames, little.getInt(bytes.length - 9));
        int rows = bytes.length - 9 - 8 * frames;
        assertEquals(0x184d2a5e, little.getInt(rows - 8));
        for (int i = 0; i < frames; i++) {
            int expected = Math.min(FRAME_BYTES, textBytes - i * FRAME_BYTES);
            assertEquals(expected, little.getInt(rows + 8 * i + 4));
        }
    }

    @Test
    void makesGzipPlain() throws Exception {
        byte[] text = text(300_000, 5, 1);
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write(text);
        }
        try (TestFiles files = new TestFiles()) {
            Path compressed = files.write("a.trc.gz", packed.toByteArray());
            assertFalse(RECODER.compress(compressed).changed());
            RECODER.decompress(compressed);
            assertArrayEquals(text, Files.readAllBytes(files.file("a.trc")));
            assertFalse(Files.exists(compressed));
        }
    }

    @Test
    void keepsTheOldFileWhenAsked() throws Exception {
        byte[] text = text(200_000, 5, 2);
        try (TestFiles files = new TestFiles()) {
            Path plain = files.write("a.trc", text);
            KEEPING.compress(plain);
            assertArrayEquals(text, Files.readAllBytes(plain));
            KEEPING.decompress(files.file("a.trc.zst"));
            assertTrue(Files.exists(files.file("a.trc.zst")));
        }
    }

    @Test
    void leavesWhatIsAsWanted() throws Exception {
        try (TestFiles files = new TestFiles()) {
            Path plain = files.write("a.trc", text(1000, 5, 3));
            assertFalse(RECODER.decompress(plain).changed());
            RECODER.compress(plain);
            assertFalse(RECODER.compress(files.file("a.trc.zst")).changed());
        }
    }

    @Test
    void keepsTimeAndRights() throws Exception {
        try (TestFiles files = new TestFiles()) {
            Path plain = files.write("a.trc", text(1000, 5, 4));
            Files.setPosixFilePermissions(plain, PosixFilePermissions.fromString("rw-r-----"));
            FileTime time = FileTime.fromMillis(1_300_000_000_000L);
            Files.setLastModifiedTime(plain, time);
            RECODER.compress(plain);
            Path compressed = files.file("a.trc.zst");
            assertEquals("rw-r-----", PosixFilePermissions.toString(Files.getPosixFilePermissions(compressed)));
            assertEquals(time, Files.getLastModifiedTime(compressed));
        }
    }

    @Test
    void tellsHowMuchItRead() throws Exception {
        AtomicLong read = new AtomicLong();
        try (TestFiles files = new TestFiles()) {
            Path plain = files.write("a.trc", text(700_000, 5, 5));
            new TraceRecoder(3, false, read::addAndGet).compress(plain);
        }
        assertEquals(700_000, read.get());
    }

    /** It was stopped while the new file was written. */
    @Test
    void beginsAnewBehindAnUnfinishedFile() throws Exception {
        byte[] text = text(100_000, 5, 6);
        try (TestFiles files = new TestFiles()) {
            Path plain = files.write("a.trc", text);
            files.write("a.trc.zst.tmp", text(900_000, 5, 7));
            RECODER.compress(plain);
            assertEquals(1, files.count());
            RECODER.decompress(files.file("a.trc.zst"));
            assertArrayEquals(text, Files.readAllBytes(plain));
        }
    }

    /** It was stopped before the old file was removed. */
    @Test
    void finishesWhatWasNotRemoved() throws Exception {
        byte[] text = text(100_000, 5, 8);
        try (TestFiles files = new TestFiles()) {
            Path plain = files.write("a.trc", text);
            KEEPING.compress(plain);
            assertTrue(RECODER.compress(plain).changed());
            assertFalse(Files.exists(plain));
            KEEPING.decompress(files.file("a.trc.zst"));
            RECODER.decompress(files.file("a.trc.zst"));
            assertFalse(Files.exists(files.file("a.trc.zst")));
            assertArrayEquals(text, Files.readAllBytes(plain));
        }
    }

    @Test
    void neverReplacesOtherContent() throws Exception {
        try (TestFiles files = new TestFiles()) {
            Path other = files.write("b.trc", text(100_000, 5, 9));
            RECODER.compress(other);
            Files.move(files.file("b.trc.zst"), files.file("a.trc.zst"));
            byte[] theirs = Files.readAllBytes(files.file("a.trc.zst"));
            byte[] text = text(100_000, 5, 10);
            Path plain = files.write("a.trc", text);
            assertThrows(RecodingException.class, () -> RECODER.compress(plain));
            assertArrayEquals(text, Files.readAllBytes(plain));
            assertArrayEquals(theirs, Files.readAllBytes(files.file("a.trc.zst")));
        }
    }

    @Test
    void refusesWhatIsStillWritten() throws IOException {
        try (TestFiles files = new TestFiles()) {
            assertGrowing(files.write("a.trc", Arrays.copyOf(text(5000, 5, 11), 8000)));
            Path ringed = files.write("b.trc", text(5000, 5, 12));
            files.write("b.ring", new byte[10]);
            assertGrowing(ringed);
            Path tailed = files.write("c.trc.zst", text(5000, 5, 13));
            files.write("c.trc.tail", new byte[10]);
            TraceFormatException e = assertThrows(TraceFormatException.class, () -> RECODER.decompress(tailed));
            assertTrue(e.getMessage().contains("still being written"), e.getMessage());
        }
    }

    private static void assertGrowing(Path trace) throws IOException {
        byte[] before = Files.readAllBytes(trace);
        TraceFormatException e = assertThrows(TraceFormatException.class, () -> RECODER.compress(trace));
        assertTrue(e.getMessage().contains("still being written"), e.getMessage());
        assertArrayEquals(before, Files.readAllBytes(trace));
    }

    @Test
    void refusesDamagedAndCutData() throws Exception {
        try (TestFiles files = new TestFiles()) {
            Path plain = files.write("a.trc", text(2_500_000, 200, 14));
            RECODER.compress(plain);
            byte[] good = Files.readAllBytes(files.file("a.trc.zst"));
            byte[] damaged = good.clone();
            damaged[good.length / 2] ^= 1;
            for (byte[] bad : new byte[][] {damaged, Arrays.copyOf(good, good.length / 2)}) {
                Path compressed = files.write("a.trc.zst", bad);
                assertThrows(TraceFormatException.class, () -> RECODER.decompress(compressed));
                assertArrayEquals(bad, Files.readAllBytes(compressed));
                assertEquals(1, files.count());
            }
        }
    }

    /** A device that is always full stands where the new file would. */
    @Test
    void keepsTheTraceWhenTheDiskIsFull() throws Exception {
        Path full = Path.of("/dev/full");
        assumeTrue(Files.isWritable(full));
        byte[] text = text(100_000, 5, 15);
        try (TestFiles files = new TestFiles()) {
            Path plain = files.write("a.trc", text);
            Files.createSymbolicLink(files.file("a.trc.zst.tmp"), full);
            RecodingException e = assertThrows(RecodingException.class, () -> RECODER.compress(plain));
            assertTrue(e.getMessage().contains("a.trc.zst.tmp: can't be written: No space left"), e.getMessage());
            assertArrayEquals(text, Files.readAllBytes(plain));
            assertEquals(1, files.count());
        }
    }

    @Test
    void leavesATraceToTheOneThatIsAtWorkOnIt() throws Exception {
        byte[] text = text(1000, 5, 16);
        try (TestFiles files = new TestFiles()) {
            Path plain = files.write("a.trc", text);
            Path unfinished = files.write("a.trc.zst.tmp", "half".getBytes(StandardCharsets.US_ASCII));
            try (FileChannel other = FileChannel.open(unfinished, StandardOpenOption.WRITE);
                    FileLock lock = other.lock()) {
                assertTrue(lock.isValid());
                assertThrows(RecodingException.class, () -> RECODER.compress(plain));
            }
            assertEquals("half", Files.readString(unfinished));
            assertArrayEquals(text, Files.readAllBytes(plain));
        }
    }
}

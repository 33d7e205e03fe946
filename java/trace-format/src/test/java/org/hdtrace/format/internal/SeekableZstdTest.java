// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.internal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.hdtrace.format.TestFiles;
import org.hdtrace.format.TraceFormatException;
import org.junit.jupiter.api.Test;

/** Positions in compressed files, and frames that are damaged. */
class SeekableZstdTest {
    private static final int FRAMES = 6;
    private static final int FRAME_BYTES = 30_000;
    private static final int SKIPPABLE_HEAD_BYTES = 8;
    private static final int FLIPS = 200;

    private final byte[] text = text(FRAMES * FRAME_BYTES - 7777);

    private static byte[] text(int length) {
        byte[] text = new byte[length];
        Random random = new Random(20260401);
        for (int i = 0; i < length; i++) {
            text[i] = (byte) ('a' + random.nextInt(5));
        }
        return text;
    }

    private static final class Compressed {
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        final int[] frameOffsets = new int[FRAMES + 1];
        final SeekTable.Builder table = new SeekTable.Builder();

        Compressed(byte[] text, boolean withTable) {
            try (ZstdCompressCtx context = new ZstdCompressCtx()) {
                context.setChecksum(true).setLevel(1);
                for (int i = 0; i < FRAMES; i++) {
                    int to = Math.min(text.length, (i + 1) * FRAME_BYTES);
                    byte[] frame = context.compress(Arrays.copyOfRange(text, i * FRAME_BYTES, to));
                    table.add(frame.length, to - i * FRAME_BYTES);
                    bytes.writeBytes(frame);
                    frameOffsets[i + 1] = bytes.size();
                }
            }
            if (withTable) {
                bytes.writeBytes(table.frame().array());
            }
        }
    }

    private static byte[] readFrom(Path file, long offset) throws TraceFormatException {
        ByteArrayOutputStream rest = new ByteArrayOutputStream();
        try (ByteSource source = ByteSource.openAt(file, offset)) {
            readAll(source, rest);
        }
        return rest.toByteArray();
    }

    private static void readAll(ByteSource source, ByteArrayOutputStream target) throws TraceFormatException {
        byte[] buffer = new byte[7001];
        for (int n = source.read(buffer, 0, buffer.length); n >= 0; n = source.read(buffer, 0, buffer.length)) {
            target.write(buffer, 0, n);
        }
    }

    private void assertEveryTarget(Path file) throws TraceFormatException {
        int last = text.length;
        for (int target : new int[] {0, 1, FRAME_BYTES - 1, FRAME_BYTES, 3 * FRAME_BYTES, 130_000, last - 1, last}) {
            assertArrayEquals(Arrays.copyOfRange(text, target, last), readFrom(file, target), "from " + target);
        }
        assertEquals(0, readFrom(file, last + 1000L).length);
    }

    @Test
    void reachesEveryPlaceWithAndWithoutTable() throws IOException, TraceFormatException {
        try (TestFiles files = new TestFiles()) {
            assertEveryTarget(files.write("a.trc.zst", new Compressed(text, true).bytes.toByteArray()));
            assertEveryTarget(files.write("b.trc.zst", new Compressed(text, false).bytes.toByteArray()));
        }
    }

    @Test
    void reachesEveryPlaceOfPlainAndGzip() throws IOException, TraceFormatException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write(text);
        }
        try (TestFiles files = new TestFiles()) {
            assertEveryTarget(files.write("a.trc", text));
            assertEveryTarget(files.write("a.trc.gz", packed.toByteArray()));
        }
    }

    @Test
    void readsFramesThatDoNotSayTheirLength() throws IOException, TraceFormatException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        for (int part = 0; part < 2; part++) {
            try (ZstdOutputStream zstd = new ZstdOutputStream(packed)) {
                zstd.setCloseFrameOnFlush(true);
                zstd.write(text, part * 50_000, part == 0 ? 50_000 : text.length - 50_000);
                zstd.flush();
            }
        }
        try (TestFiles files = new TestFiles()) {
            assertEveryTarget(files.write("a.trc.zst", packed.toByteArray()));
        }
    }

    @Test
    void readsFramesThatAreVeryLarge() throws IOException, TraceFormatException {
        byte[] large = text(9 << 20);
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (ZstdCompressCtx context = new ZstdCompressCtx()) {
            packed.writeBytes(context.setChecksum(true).compress(large));
            packed.writeBytes(context.compress(text));
        }
        try (TestFiles files = new TestFiles()) {
            Path file = files.write("a.trc.zst", packed.toByteArray());
            byte[] read = readFrom(file, 8_500_000);
            assertEquals(large.length - 8_500_000 + text.length, read.length);
            assertEquals(-1, Arrays.mismatch(large, 8_500_000, large.length, read, 0, large.length - 8_500_000));
            assertArrayEquals(text, readFrom(file, large.length));
        }
    }

    /** What lies before the target isn't looked at: it may be anything. */
    @Test
    void decompressesOnlyWhatIsNeeded() throws IOException, TraceFormatException {
        Compressed compressed = new Compressed(text, true);
        byte[] bytes = compressed.bytes.toByteArray();
        Arrays.fill(bytes, Integer.BYTES, compressed.frameOffsets[3], (byte) 0x55);
        try (TestFiles files = new TestFiles()) {
            Path file = files.write("a.trc.zst", bytes);
            int target = 3 * FRAME_BYTES + 5;
            assertArrayEquals(Arrays.copyOfRange(text, target, text.length), readFrom(file, target));
            assertThrows(TraceFormatException.class, () -> readFrom(file, 0));
        }
    }

    @Test
    void doesWithoutATableThatIsWrong() throws IOException, TraceFormatException {
        Compressed compressed = new Compressed(text, true);
        byte[] good = compressed.bytes.toByteArray();
        int rows = compressed.frameOffsets[FRAMES] + SKIPPABLE_HEAD_BYTES;
        try (TestFiles files = new TestFiles()) {
            // Two lengths of frames whose sum is right, the count, the mark.
            for (int damage = 0; damage < 3; damage++) {
                byte[] bytes = good.clone();
                switch (damage) {
                    case 0 -> {
                        bytes[rows]--;
                        bytes[rows + 8]++;
                    }
                    case 1 -> bytes[bytes.length - 9]--;
                    default -> bytes[bytes.length - 1] ^= 1;
                }
                assertEveryTarget(files.write("a.trc.zst", bytes));
            }
        }
    }

    @Test
    void tableFindsFramesWithoutText() throws IOException {
        SeekTable.Builder builder = new SeekTable.Builder();
        builder.add(10, 100);
        builder.add(5, 0);
        builder.add(10, 50);
        ByteBuffer table = builder.frame();
        byte[] bytes = new byte[25 + table.remaining()];
        table.get(bytes, 25, table.remaining());
        try (TestFiles files = new TestFiles();
                FileChannel file = FileChannel.open(files.write("a.zst", bytes))) {
            SeekTable read = SeekTable.read(file);
            assertNotNull(read);
            assertEquals(3, read.count());
            assertEquals(0, read.find(99));
            assertEquals(2, read.find(100));
            assertEquals(15, read.frame(2));
            assertEquals(2, read.find(149));
            assertEquals(3, read.find(150));
            assertEquals(3, read.find(1 << 20));
        }
    }

    @Test
    void tableHasToFitTheFile() throws IOException {
        try (TestFiles files = new TestFiles()) {
            byte[] bytes = new Compressed(text, true).bytes.toByteArray();
            byte[] shorter = Arrays.copyOfRange(bytes, 1, bytes.length);
            try (FileChannel file = FileChannel.open(files.write("a.zst", shorter))) {
                assertNull(SeekTable.read(file));
            }
            try (FileChannel file = FileChannel.open(files.write("b.zst", new byte[3]))) {
                assertNull(SeekTable.read(file));
            }
        }
    }

    /** A flipped bit that only the checksum may find: nothing of its frame is delivered, and all before it. */
    @Test
    void deliversWhatStandsBeforeADamagedFrame() throws IOException {
        Compressed compressed = new Compressed(text, true);
        byte[] good = compressed.bytes.toByteArray();
        Random random = new Random(7);
        try (TestFiles files = new TestFiles()) {
            for (int round = 0; round < FLIPS; round++) {
                byte[] bytes = good.clone();
                int frame = random.nextInt(FRAMES);
                // Behind what tells the lengths of blocks: with those wrong, the frame may seem to be cut.
                int from = compressed.frameOffsets[frame] + ZstdFrame.MOST_HEAD_BYTES;
                int at = from + random.nextInt(compressed.frameOffsets[frame + 1] - from);
                bytes[at] ^= (byte) (1 << random.nextInt(8));
                Path file = files.write("a.trc.zst", bytes);
                ByteArrayOutputStream read = new ByteArrayOutputStream();
                TraceFormatException e = assertThrows(TraceFormatException.class, () -> {
                    try (ByteSource source = ByteSource.open(file)) {
                        readAll(source, read);
                    }
                });
                assertEquals("byte " + frame * FRAME_BYTES, e.position(), "damaged at byte " + at);
                assertTrue(e.reason().contains("byte " + compressed.frameOffsets[frame]), e.reason());
                assertArrayEquals(Arrays.copyOf(text, frame * FRAME_BYTES), read.toByteArray());
            }
        }
    }

    @Test
    void deliversWhatACutLeaves() throws IOException, TraceFormatException {
        Compressed compressed = new Compressed(text, false);
        byte[] bytes = compressed.bytes.toByteArray();
        try (TestFiles files = new TestFiles()) {
            for (int length = 4; length < bytes.length; length += 997) {
                byte[] read = readFrom(files.write("a.trc.zst", Arrays.copyOf(bytes, length)), 0);
                int frame = 0;
                while (compressed.frameOffsets[frame + 1] <= length) {
                    frame++;
                }
                assertTrue(read.length >= frame * FRAME_BYTES, read.length + " of " + length);
                assertArrayEquals(Arrays.copyOf(text, read.length), read);
            }
        }
    }
}

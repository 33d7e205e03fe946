// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Indexes that are too long to be checked whole when they are opened. */
class LongIndexTest {
    private static final int NAMES = 20;
    private static final int BLOCKS = 4 * IndexFormat.SUMS_EVERY + 10;
    /** What block {@code b} says of name {@code n} is a multiple of this. */
    private static final int UNIT = 3;

    @TempDir
    Path folder;

    private final List<Integer> sums = new ArrayList<>();
    private final List<Integer> blocks = new ArrayList<>();
    private byte[] good;

    @BeforeEach
    void write() {
        ByteBuffer text = ByteBuffer.allocate(4 << 20);
        text.putInt(IndexFormat.MAGIC).putInt(IndexFormat.VERSION);
        for (int n = 0; n < NAMES; n++) {
            byte[] name = ("state " + n).getBytes(StandardCharsets.UTF_8);
            text.put((byte) IndexFormat.NAME).putInt(name.length).put(name);
        }
        for (int b = 0; b < BLOCKS; b++) {
            if (b > 0 && b % IndexFormat.SUMS_EVERY == 0) {
                putSums(text, b);
            }
            putBlock(text, b);
        }
        text.put((byte) IndexFormat.END).putInt(IndexFormat.END_BODY);
        text.putLong((long) BLOCKS * IndexFormat.BLOCK_BYTES).putInt(0).putInt(0);
        text.putLong(sums.get(sums.size() - 1));
        good = java.util.Arrays.copyOf(text.array(), text.position());
        assertTrue(good.length > 256 << 10, good.length + " bytes would be checked whole");
    }

    private void putBlock(ByteBuffer text, int b) {
        blocks.add(text.position());
        text.put((byte) IndexFormat.BLOCK).putInt(IndexFormat.BLOCK_BODY + NAMES * IndexFormat.ROW_BYTES);
        text.putLong((long) b * IndexFormat.BLOCK_BYTES).putLong(b * 1000L).putLong(b * 1000L + 999);
        text.putInt(0).putInt(NAMES).putInt(0).putInt(NAMES);
        for (int n = 0; n < NAMES; n++) {
            text.putInt(n)
                    .putInt(1)
                    .putLong(UNIT * (n + 1L))
                    .putLong(UNIT * (n + 1L))
                    .putLong(n);
        }
    }

    private void putSums(ByteBuffer text, int before) {
        long previous = sums.isEmpty() ? -1 : sums.get(sums.size() - 1);
        sums.add(text.position());
        text.put((byte) IndexFormat.SUMS).putInt(IndexFormat.SUMS_BODY + NAMES * IndexFormat.ROW_BYTES);
        text.putLong(previous).putInt(NAMES);
        for (int n = 0; n < NAMES; n++) {
            long nanos = (long) before * UNIT * (n + 1);
            text.putLong(before).putLong(nanos).putLong(nanos).putLong((long) before * n);
        }
    }

    @Test
    void tellsTheSumsOfAllBlocks() throws Exception {
        try (TraceIndex index = read(good)) {
            assertEquals(NAMES, index.sums().size());
            StateSums last = index.sums().get(NAMES - 1);
            long nanos = (long) BLOCKS * UNIT * NAMES;
            assertEquals(new StateSums("state 19", BLOCKS, nanos, nanos, (long) BLOCKS * (NAMES - 1)), last);
            assertEquals(BLOCKS, index.blocks().size());
        }
    }

    @Test
    void refusesChangedNumbersOfTheSumsThatItTells() throws Exception {
        int lastSums = sums.get(sums.size() - 1);
        int rows = lastSums + IndexFormat.HEAD_BYTES + IndexFormat.SUMS_BODY;
        for (int place = rows; place < rows + NAMES * IndexFormat.ROW_BYTES; place++) {
            refuses(place);
        }
        int previousRows = sums.get(sums.size() - 2) + IndexFormat.HEAD_BYTES + IndexFormat.SUMS_BODY;
        refuses(previousRows + 7);
        int between = blocks.get(BLOCKS - 100) + IndexFormat.HEAD_BYTES + IndexFormat.BLOCK_BODY;
        // The count, and both times.
        refuses(between + 7);
        refuses(between + 15);
        refuses(between + 23);
    }

    private void refuses(int place) {
        assertThrows(IOException.class, () -> read(changed(place)).close(), "byte " + place);
    }

    @Test
    void refusesOtherChangedBlocksWhenTheyAreAskedFor() throws Exception {
        int early = blocks.get(100) + IndexFormat.HEAD_BYTES + IndexFormat.BLOCK_BODY + 15;
        try (TraceIndex index = read(changed(early))) {
            assertEquals(NAMES, index.sums().size(), "its sums don't depend on that block");
            assertThrows(IOException.class, index::blocks);
        }
    }

    private byte[] changed(int place) {
        byte[] bytes = good.clone();
        bytes[place] ^= 1;
        return bytes;
    }

    private TraceIndex read(byte[] bytes) throws IOException {
        Path file = folder.resolve("a.trc.idx");
        Files.write(file, bytes);
        return TraceIndex.read(file);
    }
}

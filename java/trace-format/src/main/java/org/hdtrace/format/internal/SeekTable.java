// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.internal;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.util.Arrays;

/**
 * Where the frames of a compressed file and their texts begin. In the file it is a skippable frame behind all others.
 *
 * <p>Thread: immutable, any. C twin: tracewriting-c/src/frames.c. Source: FORMATS A4; zstd's "Seekable Format" 0.1.0.
 */
final class SeekTable {
    private static final int MAGIC = 0x8f92eab1;
    private static final int FRAME_MAGIC = 0x184d2a5e;
    private static final int HEAD_BYTES = 8;
    private static final int FOOT_BYTES = 9;
    private static final int ROW_BYTES = 8;
    private static final int CHECKSUMS = 0x80;
    private static final int RESERVED = 0x7c;
    /** Frames of 1 MiB for 4 TiB; longer tables are done without. */
    private static final int MOST_FRAMES = 1 << 22;

    /** Offsets in the file; behind the last frame's that of the table. */
    private final long[] frames;
    /** Offsets in the text; behind the last frame's the length of the text. */
    private final long[] texts;

    private SeekTable(long[] frames, long[] texts) {
        this.frames = frames;
        this.texts = texts;
    }

    /** The table of a file; null when it has none that fits it. */
    static SeekTable read(FileChannel file) throws IOException {
        long size = file.size();
        ByteBuffer foot = at(file, size - FOOT_BYTES, FOOT_BYTES);
        if (foot == null || foot.getInt(5) != MAGIC || (foot.get(4) & RESERVED) != 0) {
            return null;
        }
        int count = foot.getInt(0);
        int row = (foot.get(4) & CHECKSUMS) != 0 ? ROW_BYTES + Integer.BYTES : ROW_BYTES;
        if (count < 0 || count > MOST_FRAMES) {
            return null;
        }
        long begin = size - FOOT_BYTES - (long) count * row - HEAD_BYTES;
        ByteBuffer head = at(file, begin, HEAD_BYTES);
        boolean whole = head != null
                && head.getInt(0) == FRAME_MAGIC
                && Integer.toUnsignedLong(head.getInt(4)) == (long) count * row + FOOT_BYTES;
        return whole ? rows(file, begin, count, row) : null;
    }

    private static SeekTable rows(FileChannel file, long begin, int count, int row) throws IOException {
        ByteBuffer rows = at(file, begin + HEAD_BYTES, count * row);
        if (rows == null) {
            return null;
        }
        long[] frames = new long[count + 1];
        long[] texts = new long[count + 1];
        for (int i = 0; i < count; i++) {
            frames[i + 1] = frames[i] + Integer.toUnsignedLong(rows.getInt(i * row));
            texts[i + 1] = texts[i] + Integer.toUnsignedLong(rows.getInt(i * row + Integer.BYTES));
        }
        return frames[count] == begin ? new SeekTable(frames, texts) : null;
    }

    private static ByteBuffer at(FileChannel file, long offset, int bytes) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
        return offset >= 0 && ZstdFrame.readFully(file, buffer, offset) == bytes ? buffer : null;
    }

    /** Number of the frame that holds an offset of the text; behind the text the number of frames. */
    int find(long textOffset) {
        int found = Arrays.binarySearch(texts, textOffset);
        if (found < 0) {
            return -found - 2;
        }
        // Frames without text share their offset with the next one.
        int last = found;
        while (last + 1 < texts.length && texts[last + 1] == textOffset) {
            last++;
        }
        return last;
    }

    int count() {
        return frames.length - 1;
    }

    /** Offset of a frame in the file. */
    long frame(int number) {
        return frames[number];
    }

    /** Offset of a frame's text. */
    long text(int number) {
        return texts[number];
    }

    long textBytes() {
        return texts[count()];
    }

    /** Collects the rows of a table while the frames are written. */
    static final class Builder {
        private final ByteArrayOutputStream rows = new ByteArrayOutputStream();
        private int count;

        void add(int frameBytes, int textBytes) {
            byte[] row = new byte[ROW_BYTES];
            little(row).putInt(frameBytes).putInt(textBytes);
            rows.writeBytes(row);
            count++;
        }

        /** The skippable frame. */
        ByteBuffer frame() {
            byte[] frame = new byte[HEAD_BYTES + rows.size() + FOOT_BYTES];
            ByteBuffer bytes = little(frame).putInt(FRAME_MAGIC).putInt(rows.size() + FOOT_BYTES);
            bytes.put(rows.toByteArray()).putInt(count).put((byte) 0).putInt(MAGIC);
            return bytes.flip();
        }

        private static ByteBuffer little(byte[] bytes) {
            return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        }
    }
}

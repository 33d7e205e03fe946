// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.internal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;

/**
 * What the head of a zstd frame says. Source: RFC 8878, section 3.1.
 *
 * @param headBytes length of the head
 * @param textBytes length of the frame's text, or {@link #UNKNOWN}; 0 for a skippable frame
 * @param checksum whether a checksum of the text ends the frame
 * @param skippedBytes length of what a skippable frame holds; -1 for other frames
 */
record ZstdFrame(int headBytes, long textBytes, boolean checksum, long skippedBytes) {
    static final int MAGIC = 0xfd2fb528;
    static final int SKIPPABLE_MAGIC = 0x184d2a50;
    static final int MOST_HEAD_BYTES = 18;
    static final long UNKNOWN = -1;

    private static final int SKIPPABLE_HEAD_BYTES = 8;
    private static final int CHECKSUM_BYTES = 4;
    private static final int BLOCK_HEAD_BYTES = 3;
    private static final int RUN_BLOCK = 1;

    static boolean isFrame(int magic) {
        return magic == MAGIC || (magic & ~0xf) == SKIPPABLE_MAGIC;
    }

    /** The head at the position of a buffer; null when there is none, or not all of it. */
    static ZstdFrame parse(ByteBuffer buffer) {
        ByteBuffer bytes = buffer.duplicate().order(ByteOrder.LITTLE_ENDIAN);
        if (bytes.remaining() < Integer.BYTES + 1) {
            return null;
        }
        int magic = bytes.getInt();
        if (magic != MAGIC) {
            boolean skippable = isFrame(magic) && bytes.remaining() >= Integer.BYTES;
            return skippable
                    ? new ZstdFrame(SKIPPABLE_HEAD_BYTES, 0, false, Integer.toUnsignedLong(bytes.getInt()))
                    : null;
        }
        int flags = bytes.get();
        boolean single = (flags & 0x20) != 0;
        int sizeBytes = sizeBytes(flags >> 6 & 3, single);
        int dictionaryBytes = (flags & 3) == 3 ? 4 : flags & 3;
        int head = Integer.BYTES + 1 + (single ? 0 : 1) + dictionaryBytes + sizeBytes;
        if (buffer.remaining() < head) {
            return null;
        }
        long text = textBytes(bytes, buffer.position() + head - sizeBytes, sizeBytes);
        return new ZstdFrame(head, text, (flags & 4) != 0, -1);
    }

    /** The head at an offset of a file; null when there is none, or not all of it. */
    static ZstdFrame read(FileChannel file, long offset) throws IOException {
        ByteBuffer head = ByteBuffer.allocate(MOST_HEAD_BYTES);
        readFully(file, head, offset);
        return parse(head.flip());
    }

    /** Length of the frame that begins at an offset of a file; {@link #UNKNOWN} when it isn't whole. */
    long frameBytes(FileChannel file, long offset) throws IOException {
        long end = offset + headBytes;
        if (skippedBytes >= 0) {
            end += skippedBytes;
            return end <= file.size() ? end - offset : UNKNOWN;
        }
        ByteBuffer block = ByteBuffer.allocate(BLOCK_HEAD_BYTES);
        boolean last = false;
        while (!last) {
            if (readFully(file, block.clear(), end) < BLOCK_HEAD_BYTES) {
                return UNKNOWN;
            }
            int head = (block.get(0) & 0xff) | (block.get(1) & 0xff) << 8 | (block.get(2) & 0xff) << 16;
            last = (head & 1) != 0;
            end += BLOCK_HEAD_BYTES + ((head >> 1 & 3) == RUN_BLOCK ? 1 : head >> 3);
        }
        end += checksum ? CHECKSUM_BYTES : 0;
        return end <= file.size() ? end - offset : UNKNOWN;
    }

    /** Fill a buffer from an offset of a file, as far as that goes; the number of bytes. */
    static int readFully(FileChannel file, ByteBuffer target, long offset) throws IOException {
        int done = 0;
        while (target.hasRemaining()) {
            int count = file.read(target, offset + done);
            if (count < 0) {
                break;
            }
            done += count;
        }
        return done;
    }

    private static int sizeBytes(int flag, boolean single) {
        return flag == 0 ? single ? 1 : 0 : 1 << flag;
    }

    private static long textBytes(ByteBuffer bytes, int at, int size) {
        return switch (size) {
            case 1 -> bytes.get(at) & 0xff;
            case 2 -> (bytes.getShort(at) & 0xffff) + 256;
            case 4 -> Integer.toUnsignedLong(bytes.getInt(at));
            case 8 -> Math.max(bytes.getLong(at), UNKNOWN);
            default -> UNKNOWN;
        };
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.index;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/**
 * The last record of a finished index.
 *
 * @param length of the trace's uncompressed text
 * @param firstChecksum CRC-32C of its first 64 KiB
 * @param lastChecksum CRC-32C of its last 64 KiB
 * @param lastSums where the last sums are in the index, or -1
 */
record EndRecord(long length, int firstChecksum, int lastChecksum, long lastSums) {

    /**
     * Read the head and the end of an index.
     *
     * @return null when it was not finished
     * @throws IOException when it is no index of version 2
     */
    static EndRecord read(FileChannel channel) throws IOException {
        ByteBuffer head = readAt(channel, 0, IndexFormat.HEADER_BYTES);
        if (head.getInt() != IndexFormat.MAGIC || head.getInt() != IndexFormat.VERSION) {
            throw new IOException("no index of version " + IndexFormat.VERSION);
        }
        long place = channel.size() - IndexFormat.END_RECORD;
        if (place < IndexFormat.HEADER_BYTES) {
            return null;
        }
        ByteBuffer record = readAt(channel, place, IndexFormat.END_RECORD);
        boolean isEnd = record.get() == IndexFormat.END && record.getInt() == IndexFormat.END_BODY;
        return isEnd ? new EndRecord(record.getLong(), record.getInt(), record.getInt(), record.getLong()) : null;
    }

    static ByteBuffer readAt(FileChannel channel, long place, int bytes) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(bytes);
        while (buffer.hasRemaining()) {
            if (channel.read(buffer, place + buffer.position()) < 0) {
                throw new EOFException("the file is too short");
            }
        }
        return buffer.flip();
    }
}

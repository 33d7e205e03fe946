// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;

/**
 * A space in a new file that nobody else writes. It is written by its channel, so that a full disk is an error and no
 * signal, and read by maps; the file is always at least as long as what is mapped.
 */
final class FileSpace extends Space implements AutoCloseable {
    private static final long SEGMENT_BYTES = 1L << SEGMENT_SHIFT;

    private final FileChannel channel;
    private final BooleanSupplier cancelled;
    private long used;
    private long length;

    /**
     * Makes the file longer as it is needed.
     *
     * @param reserved bytes at its begin for somebody else
     * @param cancelled is asked at each allocation, which ends with {@link CancellationException} then
     */
    FileSpace(Path file, int reserved, BooleanSupplier cancelled) throws IOException {
        this.channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
        this.used = reserved;
        this.cancelled = cancelled;
    }

    @Override
    synchronized long allocate(int bytes) throws IOException {
        if (cancelled.getAsBoolean()) {
            throw new CancellationException("loading was cancelled");
        }
        long wanted = (long) bytes + MARGIN;
        if (offset(used) + wanted > SEGMENT_BYTES) {
            used = ((used >>> SEGMENT_SHIFT) + 1) << SEGMENT_SHIFT;
        }
        long place = used;
        used += wanted;
        return place;
    }

    @Override
    void write(long place, ByteBuffer bytes) throws IOException {
        long at = place;
        while (bytes.hasRemaining()) {
            at += channel.write(bytes, at);
        }
    }

    @Override
    synchronized ByteBuffer absent(int number) {
        try {
            long end = (number + 1L) << SEGMENT_SHIFT;
            if (length < end) {
                // A hole up to there; nothing is allocated on the disk for it.
                channel.write(ByteBuffer.allocate(1), end - 1);
                length = end;
            }
            ByteBuffer segment = channel.map(FileChannel.MapMode.READ_ONLY, end - SEGMENT_BYTES, SEGMENT_BYTES);
            setSegment(number, segment);
            return segment;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    void check(long place, int bytes) {
        // Just written.
    }

    @Override
    public synchronized long usedBytes() {
        return used;
    }

    /** Ends the file with these bytes, behind all that was allocated; nothing is read from this space afterwards. */
    void writeEnd(long place, ByteBuffer bytes) throws IOException {
        long end = place + bytes.remaining();
        write(place, bytes);
        channel.truncate(end);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.IntStream;
import java.util.zip.CRC32C;

/**
 * What a trace is recognised by, as with indexes: its length and the checksums of its ends.
 *
 * @param length of the file in bytes
 * @param first CRC-32C of its first bytes
 * @param last CRC-32C of its last bytes
 */
record SourceMark(long length, int first, int last) {
    static final int BYTES = Long.BYTES + 2 * Integer.BYTES;
    private static final int LONGEST_EDGE = 64 << 10;
    private static final int SHORTEST_EDGE = 512;
    private static final int ALL_EDGES = 128 << 20;

    /** How much of each end is summed up: 64 KiB, less where there are thousands of traces. */
    static int edgeBytes(int traces) {
        return Math.max(SHORTEST_EDGE, Math.min(LONGEST_EDGE, ALL_EDGES / 2 / Math.max(1, traces)));
    }

    /** Those of the traces of a project, read by all cores. */
    static List<SourceMark> of(List<Path> traces) throws IOException {
        int edge = edgeBytes(traces.size());
        try {
            return IntStream.range(0, traces.size())
                    .parallel()
                    .mapToObj(i -> ofUnchecked(traces.get(i), edge))
                    .toList();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private static SourceMark ofUnchecked(Path trace, int edgeBytes) {
        try {
            return of(trace, edgeBytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static SourceMark of(Path trace, int edgeBytes) throws IOException {
        try (FileChannel channel = FileChannel.open(trace, StandardOpenOption.READ)) {
            long length = channel.size();
            int edge = (int) Math.min(edgeBytes, length);
            int first = checksum(channel, 0, edge);
            // One read less for each of many short traces.
            return new SourceMark(length, first, edge == length ? first : checksum(channel, length - edge, edge));
        }
    }

    private static int checksum(FileChannel channel, long from, int bytes) throws IOException {
        ByteBuffer piece = ByteBuffer.allocate(bytes);
        while (piece.hasRemaining() && channel.read(piece, from + piece.position()) >= 0) {
            // A file that became shorter meanwhile gets another sum.
        }
        CRC32C sum = new CRC32C();
        sum.update(piece.flip());
        return (int) sum.getValue();
    }

    void write(ByteBuffer target) {
        target.putLong(length).putInt(first).putInt(last);
    }

    static SourceMark read(ByteBuffer source) {
        return new SourceMark(source.getLong(), source.getInt(), source.getInt());
    }
}

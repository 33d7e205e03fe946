// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.index;

import java.io.IOException;
import java.nio.file.Path;
import java.util.zip.CRC32C;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.internal.ByteSource;
import org.hdtrace.format.trace.EntryFilter;
import org.hdtrace.format.trace.TraceCursor;

/** Whether an index is that of a trace. Only of gzip is more read than the text that is compared. */
final class IndexCheck {
    private IndexCheck() {}

    /** Compares length and checksums of an index with its trace; of one that was not finished the first and last block. */
    static boolean fits(TraceIndex index, Path trace) throws IOException {
        try {
            EndRecord end = index.end();
            return end == null ? fitsBlocks(index.blocks(), trace) : fitsEnd(end, trace);
        } catch (TraceFormatException e) {
            return false;
        }
    }

    private static boolean fitsBlocks(BlockTable blocks, Path trace) throws TraceFormatException {
        int last = blocks.size() - 1;
        // One of a trace that is shorter than a block says nothing, and nothing wrong.
        return last < 0
                || (fits(trace, 0, IndexFormat.BLOCK_BYTES, blocks.checksum(0), false)
                        && fits(
                                trace,
                                (long) last * IndexFormat.BLOCK_BYTES,
                                IndexFormat.BLOCK_BYTES,
                                blocks.checksum(last),
                                false));
    }

    /**
     * Whether nobody could make an index that tells more: it covers the whole trace, or the whole blocks of one that is still
     * without its end.
     */
    static boolean isCurrent(TraceIndex index, Path trace) throws IOException, TraceFormatException {
        if (index.isWhole()) {
            return true;
        }
        BlockTable blocks = index.blocks();
        EntryFilter filter = EntryFilter.all().withoutData();
        try (TraceCursor cursor = TraceCursor.openAt(trace, blocks.placeBefore(blocks.size()), 0, filter)) {
            while (cursor.next()) {
                // Only its end matters.
            }
            return !cursor.isComplete() && cursor.textEnd() <= index.coveredBytes() + IndexFormat.BLOCK_BYTES;
        }
    }

    private static boolean fitsEnd(EndRecord end, Path trace) throws TraceFormatException {
        int bytes = (int) Math.min(end.length(), IndexFormat.BLOCK_BYTES);
        return bytes > 0
                && fits(trace, 0, bytes, end.firstChecksum(), false)
                && fits(trace, end.length() - bytes, bytes, end.lastChecksum(), true);
    }

    private static boolean fits(Path trace, long from, int bytes, int checksum, boolean ends)
            throws TraceFormatException {
        try (ByteSource text = ByteSource.openAt(trace, from)) {
            byte[] piece = new byte[bytes + 1];
            int count = text.offset() == from ? text.readFully(piece, 0, ends ? bytes + 1 : bytes) : 0;
            // What is behind the end of a mapped trace is not used yet.
            boolean right = count == bytes || (count > bytes && piece[bytes] == 0);
            CRC32C sum = new CRC32C();
            sum.update(piece, 0, bytes);
            return right && (int) sum.getValue() == checksum;
        }
    }
}

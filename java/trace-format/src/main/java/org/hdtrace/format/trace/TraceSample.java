// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.trace;

import java.nio.file.Path;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.internal.ByteSource;

/**
 * Some pieces of a trace, spread evenly over its text, for a first rough look at a long one. They are found in the text itself: no
 * index is needed, and the rest of the trace is not read.
 *
 * <p>Where a piece begins is guessed: at the outermost nesting that is seen in it. Inside of a long {@code Nested} block that is
 * deeper than it seems, and its states are taken for ones of a lower depth. So what comes of a sample is never exact. Thread: any.
 */
public final class TraceSample {
    /** Reading one piece of compressed data takes as long as reading so many plain ones: a whole frame is decompressed for it. */
    private static final int COMPRESSED_COST = 16;

    /** So many times as long is a piece of compressed data, as the frame is decompressed anyway. */
    private static final int COMPRESSED_LENGTH = 4;

    private static final int MOST_OF_BEGINNING = 1 << 20;

    private TraceSample() {}

    /**
     * Choose pieces; the first is the beginning of the trace and the last its end.
     *
     * @param pieces how many, at least 2; fewer are found where the text holds no tag that ends in a piece
     * @param pieceBytes how long each is at most; of compressed data, which has fewer, 4 times that
     * @return the beginning alone when the length of the text is not known, as of gzip
     * @throws TraceFormatException if the trace can't be read
     */
    public static TextRanges of(Path trace, int pieces, int pieceBytes) throws TraceFormatException {
        if (pieces < 2 || pieceBytes < 1) {
            throw new IllegalArgumentException("pieces=" + pieces + " pieceBytes=" + pieceBytes);
        }
        try (ByteSource text = ByteSource.open(trace)) {
            long length = text.textLength();
            if (length < 0) {
                return beginning(
                        text, (int) Math.min(MOST_OF_BEGINNING, (long) pieces * pieceBytes * COMPRESSED_LENGTH));
            }
            if (length <= (long) pieces * pieceBytes) {
                return TextRanges.all();
            }
            int count = text.isCompressed() ? Math.max(2, pieces / COMPRESSED_COST) : pieces;
            byte[] bytes = new byte
                    [(int) Math.min(length, text.isCompressed() ? (long) pieceBytes * COMPRESSED_LENGTH : pieceBytes)];
            TextRanges.Builder ranges = new TextRanges.Builder(0);
            for (int i = 0; i < count; i++) {
                long from = Math.round((double) (length - bytes.length) * i / (count - 1));
                text.skipTo(from);
                PieceScan scan = new PieceScan(bytes, text.readFully(bytes, 0, bytes.length));
                boolean last = i == count - 1;
                if (i == 0) {
                    scan.startAtRoot();
                }
                scan.run();
                if (scan.hasRange(last)) {
                    ranges.add(i == 0 ? 0 : from + scan.from(), last ? Long.MAX_VALUE : from + scan.to());
                }
            }
            return ranges.build();
        }
    }

    /** What comes first, as long as all pieces together. */
    private static TextRanges beginning(ByteSource text, int length) throws TraceFormatException {
        byte[] bytes = new byte[length];
        int read = text.readFully(bytes, 0, length);
        if (read < length) {
            return TextRanges.all();
        }
        PieceScan scan = new PieceScan(bytes, read);
        scan.startAtRoot();
        scan.run();
        TextRanges.Builder ranges = new TextRanges.Builder(0);
        if (scan.hasRange(false)) {
            ranges.add(0, scan.to());
        }
        return ranges.build();
    }
}

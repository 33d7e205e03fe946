// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.query;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.index.BlockTable;
import org.hdtrace.format.index.IndexStore;
import org.hdtrace.format.index.TraceIndex;
import org.hdtrace.format.project.TraceFile;
import org.hdtrace.format.trace.EntryFilter;
import org.hdtrace.format.trace.TextRanges;
import org.hdtrace.format.trace.TraceCursor;

/**
 * Cuts large files between two top-level entries, at places that an index knows. Where depends on the files alone, not on who
 * reads them.
 *
 * @param indexes null to leave all files whole
 * @param pieceBytes about how long a piece is
 */
record FilePieces(IndexStore indexes, long pieceBytes) {
    private static final long PIECE_BYTES = 64 << 20;
    private static final long BLOCK_BYTES = 1 << 16;

    /**
     * A piece of a file: what begins from one place on and before another one.
     *
     * @param ranges what of it may be wanted; null when nobody looked yet
     */
    record Piece(TraceFile file, long from, long to, TextRanges ranges) {
        boolean isFirst() {
            return from == 0;
        }

        boolean isLast() {
            return to == Long.MAX_VALUE;
        }

        /** Set a cursor that was opened at the beginning to what is wanted of the piece. */
        void limit(TraceCursor cursor, TimeSeek seek, EntryFilter filter) throws TraceFormatException {
            cursor.limitTo(ranges != null ? ranges : seek.of(cursor, filter));
        }
    }

    static FilePieces whole() {
        return new FilePieces(null, PIECE_BYTES);
    }

    static FilePieces by(IndexStore indexes) {
        return new FilePieces(indexes, PIECE_BYTES);
    }

    List<Piece> of(List<TraceFile> files) {
        return of(files, EntryFilter.all());
    }

    /** Pieces with nothing in the filter's interval are left out, but for the first one of a file. */
    List<Piece> of(List<TraceFile> files, EntryFilter filter) {
        List<Piece> pieces = new ArrayList<>();
        for (TraceFile file : files) {
            add(file, filter, pieces);
        }
        return pieces;
    }

    private void add(TraceFile file, EntryFilter filter, List<Piece> pieces) {
        // Any place of a gzip file is reached through all before it only.
        if (indexes != null && !file.path().toString().endsWith(".gz") && isLarge(file.path())) {
            try (TraceIndex index = indexes.open(file.path()).orElse(null)) {
                if (index != null) {
                    cut(file, places(index.blocks()), ranges(file, index, filter), pieces);
                    return;
                }
            } catch (IOException | TraceFormatException e) {
                // Read as a whole, by somebody who says why it can't be.
            }
        }
        pieces.add(new Piece(file, 0, Long.MAX_VALUE, null));
    }

    private static TextRanges ranges(TraceFile file, TraceIndex index, EntryFilter filter) throws TraceFormatException {
        if (!TimeSeek.isBounded(filter)) {
            return TextRanges.all();
        }
        try (TraceCursor cursor = TraceCursor.open(file)) {
            return TimeSeek.of(index, cursor.program(), filter);
        }
    }

    private static void cut(TraceFile file, List<Long> places, TextRanges wanted, List<Piece> pieces) {
        long from = 0;
        for (int i = 0; i <= places.size(); i++) {
            long to = i < places.size() ? places.get(i) : Long.MAX_VALUE;
            TextRanges ranges = wanted.within(from, to);
            if (from == 0 || ranges.size() > 0) {
                pieces.add(new Piece(file, from, to, ranges));
            }
            from = to;
        }
    }

    private List<Long> places(BlockTable blocks) {
        List<Long> places = new ArrayList<>();
        long least = pieceBytes;
        for (int block = 0; block < blocks.size(); block++) {
            long place = blocks.boundary(block);
            if (block * BLOCK_BYTES >= least && place > 0) {
                places.add(place);
                least = place + pieceBytes;
            }
        }
        return places;
    }

    private boolean isLarge(Path file) {
        try {
            return Files.size(file) > pieceBytes;
        } catch (IOException e) {
            // Whoever reads it says why it can't be.
            return false;
        }
    }
}

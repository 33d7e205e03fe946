// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.query;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.hdtrace.format.index.BlockTable;
import org.hdtrace.format.index.IndexStore;
import org.hdtrace.format.index.TraceIndex;
import org.hdtrace.format.project.TraceFile;

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

    /** A piece of a file: what begins from one place on and before another one. */
    record Piece(TraceFile file, long from, long to) {
        boolean isFirst() {
            return from == 0;
        }

        boolean isLast() {
            return to == Long.MAX_VALUE;
        }
    }

    static FilePieces whole() {
        return new FilePieces(null, PIECE_BYTES);
    }

    static FilePieces by(IndexStore indexes) {
        return new FilePieces(indexes, PIECE_BYTES);
    }

    List<Piece> of(List<TraceFile> files) {
        List<Piece> pieces = new ArrayList<>();
        for (TraceFile file : files) {
            long from = 0;
            for (long place : places(file.path())) {
                pieces.add(new Piece(file, from, place));
                from = place;
            }
            pieces.add(new Piece(file, from, Long.MAX_VALUE));
        }
        return pieces;
    }

    private List<Long> places(Path file) {
        // Any place of a gzip file is reached through all before it only.
        if (indexes == null || file.toString().endsWith(".gz") || !isLarge(file)) {
            return List.of();
        }
        try (TraceIndex index = indexes.open(file).orElse(null)) {
            return index == null ? List.of() : places(index.blocks());
        } catch (IOException e) {
            // Without an index the file is read whole.
            return List.of();
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

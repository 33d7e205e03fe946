// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.program;

import java.util.ArrayList;
import java.util.List;
import org.hdtrace.format.project.BlockIterator;
import org.hdtrace.format.project.DatatypeLayout;
import org.hdtrace.piosim.model.file.Piece;

/**
 * What a rank sees of a file: copies of a file type, one after the other, from a displacement on (MPI 4.0, chapter
 * 14.3).
 *
 * @param displacement first byte of the view in the file
 * @param etypeSize bytes of the unit in which the program counts
 * @param fileType its bytes are visible, its gaps not; size at least 1
 */
record FileView(long displacement, long etypeSize, DatatypeLayout fileType) {
    /** The ranges of the file that hold a range of the visible bytes. */
    List<Piece> pieces(long position, long size) {
        PieceList pieces = new PieceList();
        long tile = position / fileType.size();
        long skip = position % fileType.size();
        long left = size;
        while (left > 0) {
            BlockIterator blocks = fileType.blocks(1);
            while (left > 0 && blocks.next()) {
                long used = Math.max(0, Math.min(left, blocks.length() - skip));
                if (used > 0) {
                    pieces.add(start(tile) + blocks.offset() + skip, used);
                }
                skip = Math.max(0, skip - blocks.length());
                left -= used;
            }
            tile++;
        }
        return pieces.list();
    }

    /** Number of visible bytes before an absolute offset. */
    long positionOf(long absolute) {
        if (fileType.extent() <= 0) {
            return Math.max(0, absolute - displacement);
        }
        long tile = Math.max(0, (absolute - displacement) / fileType.extent());
        long before = tile * fileType.size();
        BlockIterator blocks = fileType.blocks(1);
        while (blocks.next()) {
            long begin = start(tile) + blocks.offset();
            before += Math.max(0, Math.min(blocks.length(), absolute - begin));
        }
        return before;
    }

    private long start(long tile) {
        return displacement + tile * fileType.extent();
    }

    /** Ranges with neighbours joined. */
    private static final class PieceList {
        private final List<Piece> done = new ArrayList<>();
        private long offset;
        private long size;

        void add(long nextOffset, long nextSize) {
            if (size > 0 && offset + size == nextOffset) {
                size += nextSize;
                return;
            }
            flush();
            offset = nextOffset;
            size = nextSize;
        }

        List<Piece> list() {
            flush();
            size = 0;
            return done;
        }

        private void flush() {
            if (size > 0) {
                done.add(new Piece(offset, size));
            }
        }
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.file;

import java.util.ArrayList;
import java.util.List;
import org.hdtrace.format.project.BlockIterator;
import org.hdtrace.format.project.DatatypeLayout;

/**
 * The ranges of a file that one access is about, in its order, neighbours joined. Offsets are bytes from the beginning of the
 * file.
 *
 * <p>Thread: immutable, any. What a view cuts into pieces is computed while one steps through it and never stored.
 */
public sealed interface FileRanges permits PieceRanges, ViewRanges {
    /** Nothing. */
    FileRanges NONE = of(List.of());

    /** Ranges as they are, of which neighbours may touch. */
    static FileRanges of(List<Piece> pieces) {
        return new PieceRanges(pieces);
    }

    /** One range; nothing when it has no bytes. */
    static FileRanges of(long offset, long size) {
        return size == 0 ? NONE : of(List.of(new Piece(offset, size)));
    }

    /** Bytes of all ranges together. */
    long bytes();

    /** The lowest offset of a byte; 0 when there is none. */
    long first();

    /** The offset behind the highest byte; 0 when there is none. */
    long end();

    /** Whether each range begins where the one before ends, or behind. */
    boolean isOrdered();

    /** Steps through the ranges. */
    BlockIterator iterator();

    /** Steps through what lies behind an offset, of which the first range may be cut; only of ordered ranges. */
    BlockIterator from(long offset);

    /** The type whose copies they are in a view; null where they are listed. */
    default DatatypeLayout type() {
        return null;
    }

    /** Whether all bytes follow each other. */
    default boolean isContiguous() {
        return end() - first() == bytes() && isOrdered();
    }

    /** All ranges at once: for few of them. */
    default List<Piece> list() {
        List<Piece> pieces = new ArrayList<>();
        for (BlockIterator ranges = iterator(); ranges.next(); ) {
            pieces.add(new Piece(ranges.offset(), ranges.length()));
        }
        return pieces;
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.file;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.hdtrace.format.project.BlockIterator;
import org.hdtrace.format.project.DatatypeLayout;

/**
 * Whether copies of a type, an extent apart without end, have a byte in common: whether its pieces overlap when they are
 * wound round a circle of one extent. Needed for types only whose order doesn't tell.
 */
final class TileOverlap {
    private TileOverlap() {}

    static boolean exists(DatatypeLayout type) {
        long extent = type.extent();
        if (extent <= 0 || type.size() > extent) {
            return true;
        }
        List<Piece> wound = new ArrayList<>();
        for (BlockIterator blocks = type.blocks(1); blocks.next(); ) {
            long begin = Math.floorMod(blocks.offset(), extent);
            long beforeSeam = Math.min(blocks.length(), extent - begin);
            wound.add(new Piece(begin, beforeSeam));
            if (beforeSeam < blocks.length()) {
                wound.add(new Piece(0, blocks.length() - beforeSeam));
            }
        }
        wound.sort(Comparator.comparingLong(Piece::offset));
        long end = 0;
        for (Piece piece : wound) {
            if (piece.offset() < end) {
                return true;
            }
            end = piece.offset() + piece.size();
        }
        return false;
    }
}

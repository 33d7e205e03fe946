// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.fuzz;

import java.util.Arrays;

/** What a reader delivered, a hash per piece. */
final class Delivery {
    private int[] pieces = new int[64];
    private int count;
    private boolean wholeInAnotherDialect;

    void add(int piece) {
        if (count == pieces.length) {
            pieces = Arrays.copyOf(pieces, 2 * count);
        }
        pieces[count++] = piece;
    }

    /** Note that the reader told that the file is as well one of another dialect that was cut. */
    void doubt() {
        wholeInAnotherDialect = true;
    }

    boolean isWholeInAnotherDialect() {
        return wholeInAnotherDialect;
    }

    int size() {
        return count;
    }

    /** Whether all of this is the beginning of another delivery. */
    boolean isPrefixOf(Delivery other) {
        return count <= other.count && Arrays.equals(pieces, 0, count, other.pieces, 0, count);
    }
}

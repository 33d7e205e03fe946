// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.program;

import java.util.List;
import org.hdtrace.piosim.model.file.Piece;

/** Checks and sums of the amounts that commands state. */
final class Amounts {
    private Amounts() {}

    /** An {@link IllegalArgumentException} naming the value unless it is at least 0. */
    static void notNegative(String name, long value) {
        if (value < 0) {
            throw new IllegalArgumentException(name + "=" + value + ": must be >= 0");
        }
    }

    /** Bytes of all pieces together. */
    static long sum(List<Piece> pieces) {
        long total = 0;
        for (Piece piece : pieces) {
            total += piece.size();
        }
        return total;
    }
}

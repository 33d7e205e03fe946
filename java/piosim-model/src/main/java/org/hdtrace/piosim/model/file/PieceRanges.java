// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.file;

import java.util.List;
import org.hdtrace.format.project.BlockIterator;

/**
 * Ranges that a program states one by one.
 *
 * @param list as stated
 */
public record PieceRanges(List<Piece> list, long bytes, long first, long end, boolean isOrdered) implements FileRanges {
    PieceRanges(List<Piece> pieces) {
        this(List.copyOf(pieces), sum(pieces), first(pieces), end(pieces), ordered(pieces));
    }

    @Override
    public String toString() {
        return list.toString();
    }

    @Override
    public BlockIterator iterator() {
        return new Steps(0, Long.MIN_VALUE);
    }

    @Override
    public BlockIterator from(long offset) {
        int low = 0;
        int high = list.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            Piece piece = list.get(middle);
            if (piece.offset() + piece.size() <= offset) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return new Steps(low, offset);
    }

    private static long sum(List<Piece> pieces) {
        long total = 0;
        for (Piece piece : pieces) {
            total = plus(total, piece.size());
        }
        return total;
    }

    /** The largest number stands for all that are too large. */
    private static long plus(long a, long b) {
        return a > Long.MAX_VALUE - b ? Long.MAX_VALUE : a + b;
    }

    private static long first(List<Piece> pieces) {
        long first = Long.MAX_VALUE;
        for (Piece piece : pieces) {
            first = Math.min(first, piece.offset());
        }
        return pieces.isEmpty() ? 0 : first;
    }

    private static long end(List<Piece> pieces) {
        long end = 0;
        for (Piece piece : pieces) {
            end = Math.max(end, plus(piece.offset(), piece.size()));
        }
        return end;
    }

    private static boolean ordered(List<Piece> pieces) {
        long end = 0;
        for (Piece piece : pieces) {
            if (piece.offset() < end) {
                return false;
            }
            end = plus(piece.offset(), piece.size());
        }
        return true;
    }

    /** Joins pieces that touch. */
    private final class Steps implements BlockIterator {
        private int next;
        private long least;
        private long offset;
        private long length;

        Steps(int next, long least) {
            this.next = next;
            this.least = least;
        }

        @Override
        public boolean next() {
            if (next == list.size()) {
                return false;
            }
            Piece piece = list.get(next++);
            offset = Math.max(least, piece.offset());
            long end = piece.offset() + piece.size();
            while (next < list.size() && list.get(next).offset() == end) {
                end += list.get(next++).size();
            }
            length = end - offset;
            least = Long.MIN_VALUE;
            return true;
        }

        @Override
        public long offset() {
            return offset;
        }

        @Override
        public long length() {
            return length;
        }
    }
}

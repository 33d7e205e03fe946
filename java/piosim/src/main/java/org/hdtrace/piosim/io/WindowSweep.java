// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.io;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.hdtrace.format.project.BlockIterator;
import org.hdtrace.piosim.model.file.FileRanges;
import org.hdtrace.piosim.model.file.Piece;

/**
 * Walks once through what several ranks access, window by window: each range is looked at once, and nothing but the windows is
 * stored.
 */
final class WindowSweep {
    /** What a rank accesses of a window. */
    record Share(int rank, long bytes) {}

    /**
     * What all ranks access of a window.
     *
     * @param pieces each byte once, in order, neighbours joined
     * @param shares by rank
     * @param span from the beginning to the end of the window, which may be further than the pieces reach; null without any
     */
    record Window(List<Piece> pieces, List<Share> shares, Piece span) {
        /** The same of a window that begins and ends elsewhere. */
        Window within(long start, long stop) {
            return isEmpty() ? this : new Window(pieces, shares, new Piece(start, stop - start));
        }

        /** Whether any byte of it isn't accessed. */
        boolean hasGaps() {
            return pieces.size() != 1 || !pieces.get(0).equals(span);
        }

        boolean isEmpty() {
            return pieces.isEmpty();
        }

        long first() {
            return pieces.get(0).offset();
        }

        long end() {
            Piece last = pieces.get(pieces.size() - 1);
            return last.offset() + last.size();
        }
    }

    /** Where a rank is. */
    private static final class Cursor {
        final int rank;
        final BlockIterator ranges;
        long offset;
        long end;
        long inWindow;

        Cursor(int rank, BlockIterator ranges) {
            this.rank = rank;
            this.ranges = ranges;
        }

        boolean step() {
            if (!ranges.next()) {
                return false;
            }
            offset = ranges.offset();
            end = offset + ranges.length();
            return true;
        }
    }

    private final PriorityQueue<Cursor> cursors = new PriorityQueue<>(
            Comparator.comparingLong((Cursor cursor) -> cursor.offset).thenComparingInt(cursor -> cursor.rank));
    private final List<Cursor> touched = new ArrayList<>();
    private final List<Piece> pieces = new ArrayList<>();
    private long pieceStart;
    private long pieceEnd;

    /** Take part from an offset on; the ranges are ordered. */
    void add(int rank, FileRanges ranges, long from) {
        Cursor cursor = new Cursor(rank, ranges.from(from));
        if (cursor.step()) {
            cursors.add(cursor);
        }
    }

    /** What lies before an end and in no window before. */
    Window next(long end) {
        pieceStart = 0;
        pieceEnd = -1;
        while (!cursors.isEmpty() && cursors.peek().offset < end) {
            Cursor cursor = cursors.poll();
            long until = Math.min(cursor.end, end);
            if (cursor.inWindow == 0) {
                touched.add(cursor);
            }
            cursor.inWindow += until - cursor.offset;
            cover(cursor.offset, until);
            cursor.offset = until;
            if (until < cursor.end || cursor.step()) {
                cursors.add(cursor);
            }
        }
        return window();
    }

    private void cover(long from, long until) {
        if (from > pieceEnd) {
            close();
            pieceStart = from;
            pieceEnd = until;
        } else {
            pieceEnd = Math.max(pieceEnd, until);
        }
    }

    private void close() {
        if (pieceEnd > pieceStart) {
            pieces.add(new Piece(pieceStart, pieceEnd - pieceStart));
        }
    }

    /** From the first to the last byte that is accessed. */
    private Piece touchedSpan() {
        return pieces.isEmpty()
                ? null
                : new Piece(pieces.get(0).offset(), pieceEnd - pieces.get(0).offset());
    }

    private Window window() {
        close();
        List<Share> shares = new ArrayList<>(touched.size());
        for (Cursor cursor : touched) {
            shares.add(new Share(cursor.rank, cursor.inWindow));
            cursor.inWindow = 0;
        }
        shares.sort(Comparator.comparingInt(Share::rank));
        Window window = new Window(List.copyOf(pieces), shares, touchedSpan());
        touched.clear();
        pieces.clear();
        return window;
    }
}

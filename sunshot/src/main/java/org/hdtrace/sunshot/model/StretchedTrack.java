// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.hdtrace.format.trace.TraceCursor;

/** Pieces of a trace, each stretched until the next one begins. Not thread-safe. */
final class StretchedTrack {
    private final List<Piece> pieces = new ArrayList<>();
    private Piece open = new Piece();

    private record Entry(String name, int depth, long start, long end) {}

    private static final class Piece {
        private final List<Entry> entries = new ArrayList<>();
        private long start = Long.MAX_VALUE;
        private long end = Long.MIN_VALUE;

        /** Begin of its last state at the top, so that the gap before each state belongs to it; its end where that is all it has. */
        long rim() {
            long last = start;
            for (Entry entry : entries) {
                last = entry.depth() == 0 ? Math.max(last, entry.start()) : last;
            }
            return last == start ? end : last;
        }
    }

    /** Adds an entry to the piece; a depth of -1 stands for an event. */
    void add(String name, int depth, long start, long end) {
        open.entries.add(new Entry(name, depth, start, Math.max(start, end)));
        open.start = Math.min(open.start, start);
        open.end = Math.max(open.end, Math.max(start, end));
    }

    /** Adds the entry that a trace is at. */
    void add(TraceCursor entry) {
        long start = entry.startNanos();
        boolean event = entry.isEvent();
        add(entry.name(), event ? -1 : entry.depth(), start, event ? start : entry.endNanos());
    }

    /** Leaves out each second piece. */
    void thinOut() {
        for (int i = 1; i < pieces.size(); i++) {
            pieces.remove(i);
        }
    }

    void endPiece() {
        if (!open.entries.isEmpty()) {
            pieces.add(open);
            open = new Piece();
        }
    }

    int pieceCount() {
        return pieces.size();
    }

    long startNanos() {
        return pieces.stream().mapToLong(piece -> piece.start).min().orElse(Long.MAX_VALUE);
    }

    long endNanos() {
        return pieces.stream().mapToLong(piece -> piece.end).max().orElse(Long.MIN_VALUE);
    }

    /** The track, empty for nothing. */
    Optional<StateTrack> build(CategoryTable categories) {
        if (pieces.isEmpty()) {
            return Optional.empty();
        }
        StateTrack.Builder builder = new StateTrack.Builder();
        for (int i = 0; i < pieces.size(); i++) {
            boolean last = i + 1 == pieces.size();
            add(pieces.get(i), last ? Long.MIN_VALUE : pieces.get(i + 1).start, categories, builder);
        }
        return Optional.of(builder.build());
    }

    /** Adds a piece whose rim shall lie at a time, if that is later. */
    private static void add(Piece piece, long until, CategoryTable categories, StateTrack.Builder builder) {
        long rim = piece.rim();
        boolean whole = until <= rim || rim == piece.start;
        double factor = whole ? 1 : (double) (until - piece.start) / (rim - piece.start);
        for (Entry entry : piece.entries) {
            if (!whole && entry.start() >= rim && rim < piece.end) {
                continue;
            }
            int category = categories.idOf(entry.name());
            long start = piece.start + Math.round((entry.start() - piece.start) * factor);
            long end = piece.start + Math.round((entry.end() - piece.start) * factor);
            if (entry.depth() < 0) {
                builder.event(start, category);
            } else {
                builder.state(entry.depth(), start, Math.max(start, end), category);
            }
        }
    }
}

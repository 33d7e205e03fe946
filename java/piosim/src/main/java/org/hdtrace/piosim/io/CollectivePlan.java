// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.io;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.hdtrace.piosim.io.WindowSweep.Window;
import org.hdtrace.piosim.model.file.FileRanges;
import org.hdtrace.piosim.model.file.Piece;

/**
 * Who exchanges how much with whom in each phase of a collective access, and which ranges of the file aggregators access then.
 * The same for all ranks; phases are worked out when the first rank comes to them and forgotten when the last one has.
 *
 * <p>Windows of a buffer's size, clipped at the end of all data, so the last ones may be partial or empty; those of parts as in {@link
 * FileParts}. Source: del Rosario,
 * Bordawekar, Choudhary: Improved Parallel I/O via a Two-Phase Run-time Access Strategy (1993); MODEL B2.4 for both splittings.
 */
final class CollectivePlan {
    /** Which part of the file is whose. */
    enum Splitting {
        /** Each aggregator has a contiguous part, which it works through window by window. */
        PARTS,
        /** In each phase the aggregators have neighbouring windows. */
        ROUND_ROBIN
    }

    /** Bytes between a rank and an aggregator. */
    record Transfer(int aggregator, int rank, long bytes) {}

    /**
     * One phase.
     *
     * @param byRank what a rank exchanges; absent without anything
     * @param windows by rank of the aggregator; absent without data
     */
    record Phase(Map<Integer, List<Transfer>> byRank, Map<Integer, Window> windows) {
        List<Transfer> of(int rank) {
            return byRank.getOrDefault(rank, List.of());
        }
    }

    private static final class Shared {
        final Phase phase;
        int left;

        Shared(Phase phase, int left) {
            this.phase = phase;
            this.left = left;
        }
    }

    private final List<FileRanges> byRank = new ArrayList<>();
    private final int[] aggregators;
    private final long buffer;
    private final long first;
    private final long end;
    /** Null where aggregators have windows in turn. */
    private final FileParts parts;
    /** Null where they have parts. */
    private final WindowSweep inTurn;

    private final Map<Long, Shared> phases = new HashMap<>();
    private AccessLists lists;

    /**
     * A plan.
     *
     * @param ranges by rank
     * @param aggregators ranks that access the file, at least one
     * @param buffer bytes that an aggregator accesses in a phase
     * @param limit behind which nothing exists
     */
    CollectivePlan(List<FileRanges> ranges, int[] aggregators, Splitting splitting, long buffer, long limit) {
        this(ranges, aggregators, splitting, buffer, limit, FileParts.Rules.NONE);
    }

    /** The same with parts by some rules. */
    CollectivePlan(
            List<FileRanges> ranges,
            int[] aggregators,
            Splitting splitting,
            long buffer,
            long limit,
            FileParts.Rules rules) {
        this.aggregators = aggregators.clone();
        this.buffer = buffer;
        long low = Long.MAX_VALUE;
        long high = 0;
        for (FileRanges one : ranges) {
            byRank.add(ordered(one));
            if (one.bytes() > 0) {
                low = Math.min(low, one.first());
                high = Math.max(high, one.end());
            }
        }
        first = Math.min(low, high);
        end = Math.max(first, Math.min(high, limit));
        boolean inParts = splitting == Splitting.PARTS;
        parts = inParts ? new FileParts(byRank, aggregators.length, first, end, buffer, rules) : null;
        inTurn = inParts ? null : sweepOfAll();
    }

    /**
     * Whether a rank begins before the last byte of the rank before it, ROMIO's sign that exchange pays ({@code ad_write_coll.c}).
     * One without data is never before or behind another.
     */
    static boolean isInterleaved(List<FileRanges> ranges) {
        for (int rank = 1; rank < ranges.size(); rank++) {
            FileRanges before = ranges.get(rank - 1);
            FileRanges own = ranges.get(rank);
            if (before.bytes() > 0 && own.bytes() > 0 && own.first() < before.end() - 1) {
                return true;
            }
        }
        return false;
    }

    /** What ranks tell aggregators before; the same for all. */
    AccessLists lists() {
        if (lists == null) {
            AccessLists.Cuts cuts = parts == null ? AccessLists.inTurn(first, buffer) : parts::count;
            lists = new AccessLists(byRank, aggregators, end, cuts);
        }
        return lists;
    }

    /** The only aggregator; -1 when there are several. */
    int onlyAggregator() {
        return aggregators.length == 1 ? aggregators[0] : -1;
    }

    long phases() {
        return parts == null ? ceil(ceil(end - first, buffer), aggregators.length) : parts.rounds();
    }

    /** A phase; each rank asks for each once, in order. */
    Phase phase(long number) {
        Shared shared = phases.computeIfAbsent(number, key -> new Shared(make(key), byRank.size()));
        if (--shared.left == 0) {
            phases.remove(number);
        }
        return shared.phase;
    }

    private WindowSweep sweepOfAll() {
        WindowSweep sweep = new WindowSweep();
        for (int rank = 0; rank < byRank.size(); rank++) {
            sweep.add(rank, byRank.get(rank), first);
        }
        return sweep;
    }

    private Phase make(long number) {
        Map<Integer, List<Transfer>> transfers = new HashMap<>();
        Map<Integer, Window> windows = new HashMap<>();
        for (int i = 0; i < aggregators.length; i++) {
            Window window = window(number, i);
            if (!window.isEmpty()) {
                int aggregator = aggregators[i];
                windows.put(aggregator, window);
                window.shares().forEach(share -> transfers
                        .computeIfAbsent(share.rank(), key -> new ArrayList<>(1))
                        .add(new Transfer(aggregator, share.rank(), share.bytes())));
            }
        }
        return new Phase(transfers, windows);
    }

    private Window window(long phase, int aggregator) {
        if (parts != null) {
            return parts.window(aggregator, phase);
        }
        long number = phase * aggregators.length + aggregator;
        return inTurn.next(Math.min(end, first + (number + 1) * buffer));
    }

    /** The same bytes, each once and in order. */
    private static FileRanges ordered(FileRanges ranges) {
        if (ranges.isOrdered()) {
            return ranges;
        }
        List<Piece> sorted = new ArrayList<>(ranges.list());
        sorted.sort(Comparator.comparingLong(Piece::offset));
        List<Piece> joined = new ArrayList<>();
        long start = sorted.get(0).offset();
        long end = start;
        for (Piece piece : sorted) {
            if (piece.offset() > end) {
                joined.add(new Piece(start, end - start));
                start = piece.offset();
            }
            end = Math.max(end, piece.offset() + piece.size());
        }
        joined.add(new Piece(start, end - start));
        return FileRanges.of(joined);
    }

    private static long ceil(long a, long b) {
        return (a + b - 1) / b;
    }
}

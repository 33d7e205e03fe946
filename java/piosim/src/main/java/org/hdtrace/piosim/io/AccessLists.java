// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.io;

import java.util.ArrayList;
import java.util.List;
import org.hdtrace.format.project.BlockIterator;
import org.hdtrace.piosim.model.file.FileRanges;

/**
 * Of how many pieces each rank tells each aggregator: its ranges as the aggregators' parts of the file cut them. Source: ROMIO, {@code
 * ADIOI_Calc_my_req}.
 */
final class AccessLists {
    /** What a rank tells, or an aggregator is told: pieces in the part of the file. */
    record Entry(int rank, long pieces) {}

    private final List<List<Entry>> sent = new ArrayList<>();
    private final List<List<Entry>> received = new ArrayList<>();

    /** Counts the pieces into which aggregators' parts cut a range, by aggregator. */
    @FunctionalInterface
    interface Cuts {
        void count(long from, long until, long[] counts);
    }

    /**
     * Lists of a plan.
     *
     * @param byRank ranges in order
     * @param end behind which nothing is accessed
     */
    AccessLists(List<FileRanges> byRank, int[] aggregators, long end, Cuts cuts) {
        byRank.forEach(rank -> received.add(new ArrayList<>(0)));
        long[] counts = new long[aggregators.length];
        for (int rank = 0; rank < byRank.size(); rank++) {
            for (BlockIterator range = byRank.get(rank).iterator(); range.next() && range.offset() < end; ) {
                cuts.count(range.offset(), Math.min(end, range.offset() + range.length()), counts);
            }
            List<Entry> own = new ArrayList<>(0);
            for (int i = 0; i < counts.length; i++) {
                if (counts[i] > 0) {
                    own.add(new Entry(aggregators[i], counts[i]));
                    received.get(aggregators[i]).add(new Entry(rank, counts[i]));
                    counts[i] = 0;
                }
            }
            sent.add(own);
        }
    }

    /** Units of the file from a first byte on are aggregators' in turn. */
    static Cuts inTurn(long first, long unit) {
        return (offset, until, counts) -> {
            long from = (offset - first) / unit;
            long units = (until - 1 - first) / unit - from + 1;
            long each = units / counts.length;
            for (int i = 0; each > 0 && i < counts.length; i++) {
                counts[i] += each;
            }
            for (long i = 0; i < units % counts.length; i++) {
                counts[(int) ((from + i) % counts.length)]++;
            }
        };
    }

    /** What a rank tells, by aggregator. */
    List<Entry> sentBy(int rank) {
        return sent.get(rank);
    }

    /** What a rank is told, by the rank that tells it. */
    List<Entry> receivedBy(int rank) {
        return received.get(rank);
    }
}

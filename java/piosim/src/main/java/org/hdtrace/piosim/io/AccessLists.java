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

    /**
     * Lists of a plan.
     *
     * @param byRank ranges in order
     * @param aggregators in the order in which units of the file are theirs, again and again
     * @param first byte of all
     * @param end behind which nothing is accessed
     * @param unit bytes
     */
    AccessLists(List<FileRanges> byRank, int[] aggregators, long first, long end, long unit) {
        byRank.forEach(rank -> received.add(new ArrayList<>(0)));
        long[] counts = new long[aggregators.length];
        for (int rank = 0; rank < byRank.size(); rank++) {
            count(byRank.get(rank), counts, first, end, unit);
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

    private static void count(FileRanges ranges, long[] counts, long first, long end, long unit) {
        for (BlockIterator range = ranges.iterator(); range.next() && range.offset() < end; ) {
            long from = (range.offset() - first) / unit;
            long units = (Math.min(end, range.offset() + range.length()) - 1 - first) / unit - from + 1;
            long each = units / counts.length;
            for (int i = 0; each > 0 && i < counts.length; i++) {
                counts[i] += each;
            }
            for (long i = 0; i < units % counts.length; i++) {
                counts[(int) ((from + i) % counts.length)]++;
            }
        }
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

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.io;

import java.util.Arrays;
import java.util.List;
import org.hdtrace.format.project.BlockIterator;
import org.hdtrace.piosim.io.WindowSweep.Window;
import org.hdtrace.piosim.model.file.FileRanges;

/**
 * The parts of a file that aggregators have in a collective access, one each, and the windows of a buffer's size by which they work
 * through them: from the first byte in a part that any rank accesses to the last one.
 *
 * <p>Source: ROMIO's {@code ADIOI_Calc_file_domains} for the parts, {@code ad_read_coll.c} and {@code ad_write_coll.c} for the windows.
 */
final class FileParts {
    /**
     * What hints say about the parts.
     *
     * @param least bytes of a part but the last ones, {@code romio_min_fdomain_size}; 0 for any
     * @param unit bytes of which parts begin at the nearest multiple, {@code striping_unit}; 0 for anywhere
     */
    record Rules(long least, long unit) {
        static final Rules NONE = new Rules(0, 0);
    }

    private final List<FileRanges> byRank;
    private final long buffer;
    /** Where each part begins, and where the last one ends. */
    private final long[] bounds;

    private final int[][] ranks;
    /** The first byte that is accessed in a part, and the one behind the last. */
    private final long[] firsts;

    private final long[] ends;

    /**
     * Parts of what lies between two offsets.
     *
     * @param byRank ordered ranges
     */
    FileParts(List<FileRanges> byRank, int count, long first, long end, long buffer, Rules rules) {
        this.byRank = byRank;
        this.buffer = buffer;
        bounds = bounds(count, first, end, rules);
        int[] counts = new int[count];
        forEach((rank, number) -> counts[number]++);
        ranks = new int[count][];
        Arrays.setAll(ranks, number -> new int[counts[number]]);
        forEach((rank, number) -> ranks[number][ranks[number].length - counts[number]--] = rank);
        firsts = new long[count];
        ends = new long[count];
        for (int number = 0; number < count; number++) {
            span(number);
        }
    }

    private static long[] bounds(int count, long first, long end, Rules rules) {
        long size = Math.max(Math.max(1, rules.least), (end - first + count - 1) / count);
        long[] bounds = new long[count + 1];
        bounds[0] = first;
        for (int number = 1; number < count; number++) {
            // As far as that goes beyond the end, all that follows is empty.
            long bound = size > (end - first) / number ? end : first + size * number;
            bounds[number] = Math.max(first, Math.min(end, aligned(bound, rules.unit)));
        }
        bounds[count] = end;
        return bounds;
    }

    private static long aligned(long offset, long unit) {
        long behind = unit == 0 ? 0 : offset % unit;
        return behind < unit - behind ? offset - behind : offset + (unit == 0 ? 0 : unit - behind);
    }

    private interface PartOfRank {
        void accept(int rank, int number);
    }

    /** Ranks with data between the first and the last byte of a part. */
    private void forEach(PartOfRank each) {
        for (int rank = 0; rank < byRank.size(); rank++) {
            FileRanges ranges = byRank.get(rank);
            if (ranges.bytes() > 0 && ranges.first() < bounds[bounds.length - 1]) {
                for (int number = of(ranges.first()); number < count() && bounds[number] < ranges.end(); number++) {
                    if (bounds[number] < bounds[number + 1]) {
                        each.accept(rank, number);
                    }
                }
            }
        }
    }

    private int count() {
        return bounds.length - 1;
    }

    /** The part in which an offset is. */
    private int of(long offset) {
        int low = 0;
        int high = count();
        while (high - low > 1) {
            int middle = (low + high) >>> 1;
            if (bounds[middle] <= offset) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private void span(int number) {
        long from = bounds[number];
        long until = bounds[number + 1];
        long low = until;
        long high = from;
        for (int rank : ranks[number]) {
            FileRanges ranges = byRank.get(rank);
            if (low > from) {
                low = Math.min(low, firstFrom(ranges, from));
            }
            if (high < until && firstFrom(ranges, high) < until) {
                high = endBefore(ranges, high, until);
            }
        }
        firsts[number] = Math.min(low, high);
        ends[number] = high;
    }

    /** The first byte of some ranges at or behind an offset. */
    private static long firstFrom(FileRanges ranges, long offset) {
        BlockIterator next = ranges.from(offset);
        return next.next() ? next.offset() : Long.MAX_VALUE;
    }

    /** The place behind the last byte of some ranges that lies between two offsets, of which there is one. */
    private static long endBefore(FileRanges ranges, long from, long until) {
        if (ranges.end() <= until) {
            return ranges.end();
        }
        long low = from;
        long high = until;
        while (high - low > 1) {
            long middle = low + (high - low) / 2;
            if (firstFrom(ranges, middle) < until) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return high;
    }

    /** Windows of the part that has most. */
    long rounds() {
        long most = 0;
        for (int number = 0; number < count(); number++) {
            most = Math.max(most, (ends[number] - firsts[number] + buffer - 1) / buffer);
        }
        return most;
    }

    /** A window of a part, with what ranks access there. */
    Window window(int number, long round) {
        long start = firsts[number] + round * buffer;
        long stop = Math.min(ends[number], start + buffer);
        // For one window only: with one for each part, all ranks would have a place in all parts at the same time.
        WindowSweep sweep = new WindowSweep();
        if (start < stop) {
            for (int rank : ranks[number]) {
                FileRanges ranges = byRank.get(rank);
                if (ranges.first() < stop && ranges.end() > start) {
                    sweep.add(rank, ranges, start);
                }
            }
        }
        return sweep.next(stop).within(start, stop);
    }

    /** Count for each part the pieces into which parts cut a range that doesn't go beyond the last one. */
    void count(long from, long until, long[] counts) {
        for (int number = of(from); number < count() && bounds[number] < until; number++) {
            if (bounds[number] < bounds[number + 1]) {
                counts[number]++;
            }
        }
    }
}

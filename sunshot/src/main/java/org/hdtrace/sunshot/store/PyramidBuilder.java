// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.store;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Builds the pyramid of a level from its states: pages of the coarsest buckets are halved as long as enough states begin
 * in a half; what lies below is summed state by state, what lies above is folded. Memory: one page of sums per shift.
 */
final class PyramidBuilder {
    /** Fewer states than that in the time of a page, one or two for a bucket, are looked at one by one. */
    static final int LEAST = 384;

    /** Levels with fewer states are looked at one by one in any view. */
    private static final int LEAST_OF_LEVEL = 1024;

    /** With more categories the sums of a page would take too much memory; then there is no pyramid. */
    static final int MOST_CATEGORIES = 512;

    /** Rows whose earliest states lie in the same stretch of that many bits have buckets at the same times. */
    private static final int ORIGIN_SHIFT = 40;

    /** Longer times would leave no bits for the number of a page. */
    private static final int LONGEST_SHIFT = 61;

    private static final int PAGE_SHIFT = 8;
    private static final int PAGE_MASK = Buckets.COUNT - 1;

    private final Space space;
    private final LevelColumns level;
    private final StateCursor states;
    private final PageFormat format;
    private final long origin;
    private final Buckets[] buffers = new Buckets[Long.SIZE];
    private final List<List<Page>> shifts = new ArrayList<>();
    private final List<PageRuns> written = new ArrayList<>();

    private record Page(long number, int first, int last, Buckets.Edge front, Buckets.Edge back) {}

    private PyramidBuilder(Space space, LevelColumns level, int categoryCount, long rowStart) {
        this.space = space;
        this.level = level;
        this.states = level.cursor();
        this.format = new PageFormat(categoryCount);
        this.origin = rowStart >> ORIGIN_SHIFT << ORIGIN_SHIFT;
        for (int i = 0; i < Long.SIZE; i++) {
            shifts.add(new ArrayList<>());
            written.add(new PageRuns(space));
        }
    }

    /**
     * Writes the pyramid of a level.
     *
     * @param rowStart earliest start of any level of the row
     * @return null if the level is too small for one, or has too many categories or too long a time
     */
    static Pyramid build(Space space, LevelColumns level, int categoryCount, long rowStart) throws IOException {
        if (level.size() < LEAST_OF_LEVEL || categoryCount > MOST_CATEGORIES) {
            return null;
        }
        PyramidBuilder builder = new PyramidBuilder(space, level, categoryCount, rowStart);
        long last = Math.max(level.startNanos(level.size() - 1), level.latestEndNanos() - 1) - builder.origin;
        if (last < 0 || last >>> LONGEST_SHIFT != 0) {
            return null;
        }
        return builder.build(level.startNanos(0) - builder.origin, last);
    }

    private Pyramid build(long first, long last) throws IOException {
        int top = 0;
        while (!isTop(first >> top, last >> top)) {
            top++;
        }
        for (long page = first >> top >> PAGE_SHIFT; page <= last >> top >> PAGE_SHIFT; page++) {
            build(top, page);
        }
        int lowest = 0;
        while (lowest < top && shifts.get(lowest).isEmpty()) {
            lowest++;
        }
        long[][] pages = new long[top - lowest + 1][];
        long[][] places = new long[pages.length][];
        for (int shift = lowest; shift <= top; shift++) {
            List<Page> each = shifts.get(shift);
            pages[shift - lowest] = each.stream().mapToLong(Page::number).toArray();
            places[shift - lowest] = written.get(shift).finish();
            joinPages(shift, each, places[shift - lowest]);
        }
        return new Pyramid(space, format, origin, lowest, pages, places);
    }

    /** One bucket, or two that are an odd pair. */
    private static boolean isTop(long first, long last) {
        return first == last || (last - first == 1 && (first & 1) == 1);
    }

    /** Writes the page and those below; false if there are too few states for one. Its sums stay in the buffer. */
    private boolean build(int shift, long page) throws IOException {
        long from = begin(shift, page << PAGE_SHIFT);
        long to = begin(shift, (page + 1) << PAGE_SHIFT);
        boolean top = shifts.get(shift).isEmpty() && buffers[shift + 1] == null;
        // Half of a page of the coarsest buckets may lie where numbers have ended.
        if (!top && (from >= to || level.firstStarting(after(to)) - level.firstStarting(after(from)) < LEAST)) {
            return false;
        }
        if (buffers[shift] == null) {
            buffers[shift] = new Buckets(format.categoryCount());
        }
        Buckets sums = buffers[shift];
        sums.clear();
        for (int half = 0; half < 2; half++) {
            if (shift > 0 && build(shift - 1, 2 * page + half)) {
                sums.fold(buffers[shift - 1], half * Buckets.COUNT / 2);
            } else {
                long begin = (page << PAGE_SHIFT) + (long) half * (Buckets.COUNT / 2);
                addStates(shift, begin, begin + Buckets.COUNT / 2, sums);
            }
        }
        emit(shift, page, sums);
        return true;
    }

    /** First nanosecond of a bucket; the far end of time where numbers end. */
    private static long begin(int shift, long bucket) {
        return Long.numberOfLeadingZeros(bucket) <= shift ? Long.MAX_VALUE : bucket << shift;
    }

    private long after(long relative) {
        return relative > Long.MAX_VALUE - Math.max(0, origin) ? Long.MAX_VALUE : origin + relative;
    }

    private void addStates(int shift, long begin, long end, Buckets sums) {
        long from = begin(shift, begin);
        long to = begin(shift, end);
        long stop = after(to);
        for (int i = level.firstReaching(after(from)); i < level.size(); i++) {
            long absolute = states.startNanos(i);
            if (absolute >= stop) {
                return;
            }
            long start = absolute - origin;
            long stateEnd = start + states.durationNanos(i);
            if (start == stateEnd) {
                if (start >= from) {
                    sums.add((int) (start >> shift) & PAGE_MASK, states.category(i), 0);
                }
            } else {
                addState(shift, Math.max(start, from), Math.min(stateEnd, to), states.category(i), sums);
            }
        }
    }

    private static void addState(int shift, long from, long to, int category, Buckets sums) {
        long at = from;
        while (at < to) {
            long bucket = at >> shift;
            long next = Math.min(to, begin(shift, bucket + 1));
            sums.add((int) bucket & PAGE_MASK, category, next - at);
            at = next;
        }
    }

    private void emit(int shift, long page, Buckets sums) throws IOException {
        int first = 0;
        int last = Buckets.COUNT - 1;
        while (first < last && sums.isEmpty(first)) {
            first++;
        }
        while (last > first && sums.isEmpty(last)) {
            last--;
        }
        written.get(shift).add(format.encode(sums, first, last, Math.scalb(1.0, shift)));
        shifts.get(shift).add(new Page(page, first, last, sums.edge(0), sums.edge(Buckets.COUNT - 1)));
    }

    /** Completes the pairs that reach over the borders of pages. */
    private void joinPages(int shift, List<Page> pages, long[] places) throws IOException {
        for (int i = 0; i < pages.size(); i++) {
            Page page = pages.get(i);
            boolean hasLeft = i > 0 && pages.get(i - 1).number == page.number - 1;
            boolean hasRight = i + 1 < pages.size() && pages.get(i + 1).number == page.number + 1;
            long begin = page.number << PAGE_SHIFT;
            if (page.first == 0) {
                Buckets.Edge left = hasLeft ? pages.get(i - 1).back : edge(shift, begin - 1);
                putPair(places[i], page, 0, Buckets.Edge.dominantOf(left, page.front));
            }
            if (page.last == Buckets.COUNT - 1) {
                Buckets.Edge right = hasRight ? pages.get(i + 1).front : edge(shift, begin + Buckets.COUNT);
                putPair(places[i], page, page.last - page.first + 1, Buckets.Edge.dominantOf(page.back, right));
            }
        }
    }

    /** A bucket of a page that is not there, so that few states begin in it. */
    private Buckets.Edge edge(int shift, long bucket) {
        Buckets one = new Buckets(format.categoryCount());
        if (bucket >= 0) {
            addStates(shift, bucket, bucket + 1, one);
        }
        return one.edge((int) bucket & PAGE_MASK);
    }

    private void putPair(long place, Page page, int index, int dominant) throws IOException {
        int at = format.pairsOffset(page.last - page.first + 1) + index * format.categoryBytes();
        space.write(place + at, format.encodeCategory(dominant));
    }
}

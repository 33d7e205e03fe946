// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.query;

import java.util.BitSet;
import org.hdtrace.sunshot.model.StateLevel;
import org.hdtrace.sunshot.store.Pyramid;

/**
 * Goes through a level from pixel column to pixel column. Where the level has buckets of at least half of a column's width,
 * columns begin and end with them: each bucket belongs to exactly one column, and a column has one or two, so that what it
 * shows is known without looking at states. Elsewhere, and where few states are, it looks at the states.
 *
 * <p>What a hidden category leaves over is looked up in buckets up to 16 times as fine.
 */
final class LevelScan {
    private static final int FINER = 4;

    private final StateLevel level;
    private final ColumnSums sums;
    private final Pyramid pyramid;
    private final long origin;
    private final int shift;
    private final long firstBucket;
    private final long lastBucket;
    private final int[] pageShift = {-1, -1};
    private final long[] pageNumber = new long[2];
    private final long[] pagePlace = new long[2];
    private final BitSet present = new BitSet();
    /** Where the states of the next column begin; -1 if that has to be looked up. */
    private int next = -1;

    LevelScan(StateLevel level, TimeScale scale, ColumnSums sums) {
        this.level = level;
        this.sums = sums;
        Pyramid all = level.pyramid().orElse(null);
        long column = scale.interval().durationNanos() / scale.width();
        int fitting = 63 - Long.numberOfLeadingZeros(Math.max(1, column));
        pyramid = all == null || fitting < all.firstShift() ? null : all;
        origin = pyramid == null ? 0 : pyramid.originNanos();
        shift = pyramid == null ? 0 : Math.min(fitting, pyramid.lastShift());
        firstBucket = pyramid == null ? 0 : (level.startNanos(0) - origin) >> shift;
        lastBucket = pyramid == null ? 0 : (level.latestEndNanos() - origin) >> shift;
    }

    /**
     * Adds what lies in [start, end); columns come in their order.
     *
     * @return the time that was looked at, nanoseconds
     */
    long add(long start, long end) {
        if (pyramid == null) {
            addStates(start, end, end);
            return Math.max(1, end - start);
        }
        long first = (start - origin) >> shift;
        long behind = (end - origin) >> shift;
        long touched = (Math.max(end, start + 1) - 1 - origin) >> shift;
        long from = Math.max(first, firstBucket);
        long to = Math.min(behind - 1, lastBucket);
        present.clear();
        if (hasPage(from) || hasPage(Math.min(touched, lastBucket))) {
            next = -1;
            addBuckets(from, to);
            if (touched >= behind && touched <= lastBucket) {
                addPresent(touched);
                markPresent();
            }
        } else {
            addStates(origin + (first << shift), origin + (behind << shift), end);
        }
        return (behind - first) << shift;
    }

    private boolean hasPage(long bucket) {
        return page(0, shift, bucket) != Pyramid.NO_PAGE;
    }

    /** One or two buckets. */
    private void addBuckets(long from, long to) {
        if (to < from) {
            return;
        }
        int covered = 0;
        for (long bucket = from; bucket <= to; bucket++) {
            covered += addPresent(bucket);
        }
        if (present.isEmpty()) {
            return;
        }
        if (!sums.isAllVisible() && hidesAny()) {
            markVisible();
            for (long bucket = from; bucket <= to; bucket++) {
                vote(shift, bucket, FINER);
            }
            return;
        }
        markPresent();
        int dominant = from == to ? dominant(from) : dominantOfTwo(from);
        if (dominant >= 0) {
            sums.add(level.categoryOf(dominant), -1, share(covered, shift));
        }
    }

    private static long share(int coverage, int shift) {
        return (long) Math.ceil(Math.scalb(coverage / 255.0, shift));
    }

    /** Adds the categories of a bucket to those present and tells how much of it is covered, in 255ths. */
    private int addPresent(long bucket) {
        long page = page(0, shift, bucket);
        if (page != Pyramid.NO_PAGE) {
            pyramid.addPresent(page, bucket, present);
            return pyramid.coverage(page, bucket);
        }
        long covered = 0;
        long start = origin + (bucket << shift);
        long end = start + (1L << shift);
        for (int i = level.firstReaching(start); i < level.size() && level.startNanos(i) < end; i++) {
            long inside = Math.min(level.endNanos(i), end) - Math.max(level.startNanos(i), start);
            if (inside > 0 || (level.durationNanos(i) == 0 && inside == 0)) {
                present.set(level.rowCategory(i));
                covered += inside;
            }
        }
        long coverage = Math.min(255, Math.round(255 * Math.scalb((double) covered, -shift)));
        return (int) (covered > 0 ? Math.max(1, coverage) : 0);
    }

    private boolean hidesAny() {
        for (int i = present.nextSetBit(0); i >= 0; i = present.nextSetBit(i + 1)) {
            if (!sums.isVisible(level.categoryOf(i))) {
                return true;
            }
        }
        return false;
    }

    private void markPresent() {
        if (sums.isAllVisible()) {
            for (int i = present.nextSetBit(0); i >= 0; i = present.nextSetBit(i + 1)) {
                sums.mark(level.categoryOf(i));
            }
        } else {
            markVisible();
        }
    }

    private void markVisible() {
        for (int i = present.nextSetBit(0); i >= 0; i = present.nextSetBit(i + 1)) {
            if (sums.isVisible(level.categoryOf(i))) {
                sums.mark(level.categoryOf(i));
            }
        }
    }

    private int dominant(long bucket) {
        long page = page(0, shift, bucket);
        return page == Pyramid.NO_PAGE ? dominantState(bucket, bucket + 1) : pyramid.dominant(page, bucket);
    }

    private int dominantOfTwo(long bucket) {
        if ((bucket & 1) == 0) {
            long page = page(1, shift + 1, bucket >> 1);
            return page == Pyramid.NO_PAGE ? dominantState(bucket, bucket + 2) : pyramid.dominant(page, bucket >> 1);
        }
        long page = page(0, shift, bucket);
        long other = page(0, shift, bucket + 1);
        if (page == Pyramid.NO_PAGE && other == Pyramid.NO_PAGE) {
            return dominantState(bucket, bucket + 2);
        }
        if (page != Pyramid.NO_PAGE) {
            int pair = pyramid.dominantOfPair(page, bucket, false);
            return pair >= 0 ? pair : page == other ? -1 : dominant(bucket + 1);
        }
        int pair = pyramid.dominantOfPair(other, bucket, true);
        return pair >= 0 ? pair : dominantState(bucket, bucket + 1);
    }

    /** The category with the most time in buckets without a page, where few states are; the first one of the row's. */
    private int dominantState(long from, long behind) {
        long start = origin + (from << shift);
        long end = origin + (behind << shift);
        long[] nanos = new long[level.rowCategoryCount()];
        BitSet seen = new BitSet();
        for (int i = level.firstReaching(start); i < level.size() && level.startNanos(i) < end; i++) {
            long inside = Math.min(level.endNanos(i), end) - Math.max(level.startNanos(i), start);
            if (inside > 0 || (level.durationNanos(i) == 0 && inside == 0)) {
                nanos[level.rowCategory(i)] += inside;
                seen.set(level.rowCategory(i));
            }
        }
        int best = -1;
        for (int i = seen.nextSetBit(0); i >= 0; i = seen.nextSetBit(i + 1)) {
            best = best < 0 || nanos[i] > nanos[best] ? i : best;
        }
        return best;
    }

    /** Adds the visible part of a bucket that holds hidden categories, as far as finer buckets tell. */
    private void vote(int at, long bucket, int finer) {
        long page = at == shift ? page(0, at, bucket) : pyramid.page(at, bucket);
        if (page == Pyramid.NO_PAGE) {
            long start = origin + (bucket << at);
            next = -1;
            addStates(start, start + (1L << at), start + (1L << at));
            next = -1;
            return;
        }
        int dominant = pyramid.dominant(page, bucket);
        if (dominant < 0) {
            return;
        }
        present.clear();
        pyramid.addPresent(page, bucket, present);
        if (finer > 0 && hidesAny()) {
            if (firstVisible() >= 0) {
                vote(at - 1, 2 * bucket, finer - 1);
                vote(at - 1, 2 * bucket + 1, finer - 1);
            }
        } else if (sums.isVisible(level.categoryOf(dominant))) {
            sums.add(level.categoryOf(dominant), -1, share(pyramid.coverage(page, bucket), at));
        } else if (firstVisible() >= 0) {
            sums.add(firstVisible(), -1, 1);
        }
    }

    private int firstVisible() {
        for (int i = present.nextSetBit(0); i >= 0; i = present.nextSetBit(i + 1)) {
            if (sums.isVisible(level.categoryOf(i))) {
                return level.categoryOf(i);
            }
        }
        return -1;
    }

    /** {@code slot} keeps two shifts apart. */
    private long page(int slot, int at, long bucket) {
        long number = bucket >> 8;
        if (pageShift[slot] != at || pageNumber[slot] != number) {
            pageShift[slot] = at;
            pageNumber[slot] = number;
            pagePlace[slot] = pyramid.page(at, bucket);
        }
        return pagePlace[slot];
    }

    /** State by state: time in [start, end), presence up to {@code presenceEnd}. */
    private void addStates(long start, long nextStart, long presenceEnd) {
        if (next < 0) {
            next = level.firstReaching(start);
        }
        int size = level.size();
        long end = Math.max(nextStart, start + 1);
        int following = next;
        boolean leading = true;
        for (int i = next; i < size; i++) {
            long stateStart = level.startNanos(i);
            if (stateStart >= end && stateStart >= presenceEnd) {
                break;
            }
            long stateEnd = level.endNanos(i);
            if (leading && stateEnd <= nextStart && stateStart < nextStart) {
                following = i + 1;
            } else {
                leading = false;
            }
            if (stateEnd > start || (stateEnd == stateStart && stateStart >= start)) {
                int category = level.category(i);
                if (sums.isVisible(category)) {
                    if (stateStart < end) {
                        sums.add(category, i, Math.min(stateEnd, end) - Math.max(stateStart, start));
                    } else {
                        sums.mark(category);
                    }
                }
            }
        }
        next = following;
    }
}

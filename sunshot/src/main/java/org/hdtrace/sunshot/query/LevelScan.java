// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.query;

import java.util.Arrays;
import org.hdtrace.sunshot.model.StateLevel;
import org.hdtrace.sunshot.store.PageView;
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
    private final PageView buckets;
    /** By how many times finer than a column's, as powers of two; made when they are asked for. */
    private final PageView[] views = new PageView[FINER + 1];

    /** Categories of the row that occur, 64 of them in a word. */
    private final long[] present;

    /** What was marked last, as categories of the row and of the table: mostly the next column has the same. */
    private final long[] marked;

    private final long[] markedCategories;

    private final StateScan states;
    /** Null where columns have to be looked at one by one. */
    private final PageScan pages;

    LevelScan(StateLevel level, TimeScale scale, ColumnSums sums) {
        this.level = level;
        this.sums = sums;
        states = new StateScan(level, sums);
        present = new long[(level.rowCategoryCount() + 63) / 64];
        marked = present.clone();
        markedCategories = sums.noCategories();
        Pyramid all = level.pyramid().orElse(null);
        long column = scale.interval().durationNanos() / scale.width();
        int fitting = 63 - Long.numberOfLeadingZeros(Math.max(1, column));
        pyramid = all == null || fitting < all.firstShift() ? null : all;
        origin = pyramid == null ? 0 : pyramid.originNanos();
        shift = pyramid == null ? 0 : Math.min(fitting, pyramid.lastShift());
        buckets = pyramid == null ? null : pyramid.view(shift);
        firstBucket = pyramid == null ? 0 : (level.startNanos(0) - origin) >> shift;
        lastBucket = pyramid == null ? 0 : (level.latestEndNanos() - origin) >> shift;
        boolean plain = sums.isAllVisible() && level.rowCategoryCount() <= PageScan.MOST_CATEGORIES;
        pages = pyramid != null && plain ? new PageScan(level, pyramid, shift, sums.noCategories()) : null;
    }

    /** Whether columns are wide enough to begin and end with buckets. */
    boolean hasBuckets() {
        return pyramid != null;
    }

    /** As {@link StateScan#goOn}, of a level that has no buckets. */
    int goOn(SpanColumns columns, int column, long[] starts) {
        return states.goOn(columns, column, starts);
    }

    /** As {@link PageScan#goOn}, of a level that has buckets. */
    int passPages(SpanColumns columns, int column, long[] starts) {
        if (pages == null) {
            return column;
        }
        states.jump();
        return pages.goOn(columns, column, starts);
    }

    /**
     * Adds what lies in [start, end); columns come in their order.
     *
     * @return the time that was looked at, nanoseconds
     */
    long add(long start, long end) {
        if (pyramid == null) {
            states.add(start, end, end);
            return Math.max(1, end - start);
        }
        long first = (start - origin) >> shift;
        long behind = (end - origin) >> shift;
        long touched = (Math.max(end, start + 1) - 1 - origin) >> shift;
        long from = Math.max(first, firstBucket);
        long to = Math.min(behind - 1, lastBucket);
        Arrays.fill(present, 0);
        if (buckets.open(from) || buckets.open(Math.min(touched, lastBucket))) {
            states.jump();
            addBuckets(from, to);
            if (touched >= behind && touched <= lastBucket) {
                addPresent(touched);
                markPresent();
            }
        } else {
            states.add(origin + (first << shift), origin + (behind << shift), end);
        }
        return (behind - first) << shift;
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
        if (next(0) < 0) {
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

    /** The time of buckets that is covered, of 255ths of one; what is there at all takes some. */
    private static long share(int coverage, int shift) {
        return coverage == 0 ? 0 : Math.max(1, Math.round(Math.scalb(coverage / 255.0, shift)));
    }

    /** The first category from one on that occurs, or -1. */
    private int next(int from) {
        int word = from >> 6;
        if (word == present.length) {
            return -1;
        }
        long bits = present[word] & -1L << (from & 63);
        while (bits == 0 && ++word < present.length) {
            bits = present[word];
        }
        return bits == 0 ? -1 : (word << 6) + Long.numberOfTrailingZeros(bits);
    }

    /** Adds the categories of a bucket to those present and tells how much of it is covered, in 255ths. */
    private int addPresent(long bucket) {
        if (buckets.open(bucket)) {
            buckets.addPresent(bucket, present);
            return buckets.coverage(bucket);
        }
        long[] covered = {0};
        long start = origin + (bucket << shift);
        states.visit(start, start + (1L << shift), (category, inside) -> {
            present[category >> 6] |= 1L << (category & 63);
            covered[0] += inside;
        });
        long coverage = Math.min(255, Math.round(255 * Math.scalb((double) covered[0], -shift)));
        return (int) (covered[0] > 0 ? Math.max(1, coverage) : 0);
    }

    private boolean hidesAny() {
        for (int i = next(0); i >= 0; i = next(i + 1)) {
            if (!sums.isVisible(level.categoryOf(i))) {
                return true;
            }
        }
        return false;
    }

    private void markPresent() {
        if (!sums.isAllVisible()) {
            markVisible();
            return;
        }
        if (!Arrays.equals(present, marked)) {
            System.arraycopy(present, 0, marked, 0, present.length);
            Arrays.fill(markedCategories, 0);
            for (int i = next(0); i >= 0; i = next(i + 1)) {
                int category = level.categoryOf(i);
                markedCategories[category >> 6] |= 1L << (category & 63);
            }
        }
        sums.markAll(markedCategories);
    }

    private void markVisible() {
        for (int i = next(0); i >= 0; i = next(i + 1)) {
            if (sums.isVisible(level.categoryOf(i))) {
                sums.mark(level.categoryOf(i));
            }
        }
    }

    private int dominant(long bucket) {
        return buckets.open(bucket) ? buckets.dominant(bucket) : dominantState(bucket, bucket + 1);
    }

    private int dominantOfTwo(long bucket) {
        if (buckets.open(bucket)) {
            int pair = buckets.dominantOfPair(bucket);
            return pair >= 0 || bucket != PageView.lastOfPage(bucket) ? pair : dominant(bucket + 1);
        }
        if (!buckets.open(bucket + 1)) {
            return dominantState(bucket, bucket + 2);
        }
        int pair = buckets.dominantOfPair(bucket);
        return pair >= 0 ? pair : dominantState(bucket, bucket + 1);
    }

    /** The category with the most time in buckets without a page, where few states are; the first one of the row's. */
    private int dominantState(long from, long behind) {
        long[] nanos = new long[level.rowCategoryCount()];
        Arrays.fill(nanos, -1);
        states.visit(origin + (from << shift), origin + (behind << shift), (category, inside) -> {
            nanos[category] = Math.max(0, nanos[category]) + inside;
        });
        int best = -1;
        for (int i = 0; i < nanos.length; i++) {
            best = nanos[i] >= 0 && (best < 0 || nanos[i] > nanos[best]) ? i : best;
        }
        return best;
    }

    /** Adds the visible part of a bucket that holds hidden categories, as far as finer buckets tell. */
    private void vote(int at, long bucket, int finer) {
        PageView view = view(at);
        if (!view.open(bucket)) {
            long start = origin + (bucket << at);
            states.jump();
            states.add(start, start + (1L << at), start + (1L << at));
            states.jump();
            return;
        }
        int dominant = view.dominant(bucket);
        if (dominant < 0) {
            return;
        }
        Arrays.fill(present, 0);
        view.addPresent(bucket, present);
        if (finer > 0 && hidesAny()) {
            if (firstVisible() >= 0) {
                vote(at - 1, 2 * bucket, finer - 1);
                vote(at - 1, 2 * bucket + 1, finer - 1);
            }
        } else if (sums.isVisible(level.categoryOf(dominant))) {
            sums.add(level.categoryOf(dominant), -1, share(view.coverage(bucket), at));
        } else if (firstVisible() >= 0) {
            sums.add(firstVisible(), -1, 1);
        }
    }

    private PageView view(int at) {
        int finer = shift - at;
        if (views[finer] == null) {
            views[finer] = finer == 0 ? buckets : pyramid.view(at);
        }
        return views[finer];
    }

    private int firstVisible() {
        for (int i = next(0); i >= 0; i = next(i + 1)) {
            if (sums.isVisible(level.categoryOf(i))) {
                return level.categoryOf(i);
            }
        }
        return -1;
    }
}

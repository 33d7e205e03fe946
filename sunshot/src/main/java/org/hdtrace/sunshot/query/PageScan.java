// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.query;

import java.util.Arrays;
import org.hdtrace.sunshot.model.StateLevel;
import org.hdtrace.sunshot.store.PageView;
import org.hdtrace.sunshot.store.Pyramid;

/**
 * Columns that are one or two whole buckets of one page, of a row with up to 64 categories that are all visible: what they show stands
 * in the page, so that nothing is summed up. Any other column is left to {@link LevelScan}, which says the same of each. Not
 * thread-safe.
 */
final class PageScan {
    static final int MOST_CATEGORIES = Long.SIZE;
    private static final int FEW = 9;
    /** The coverage of a bucket without any gap. */
    private static final float ALL = 255;

    private final StateLevel level;
    private final long origin;
    private final int shift;
    private final long firstBucket;
    private final long lastBucket;
    private final PageView buckets;
    private final PageView pairs;
    /** What occurred last, as bits of the row and as categories of the table: often the next column has the same. */
    private long lastPresent;

    private final long[] lastCategories;
    /** Of few categories of a small table: its categories by the bits of the row. Null where there are more. */
    private final long[] known;

    /**
     * A scan.
     *
     * @param pyramid of the level
     * @param shift of its buckets that are at most as wide as a column
     * @param noCategories a set of none, 64 of the table's categories in a word
     */
    PageScan(StateLevel level, Pyramid pyramid, int shift, long[] noCategories) {
        this.level = level;
        this.shift = shift;
        origin = pyramid.originNanos();
        firstBucket = (level.startNanos(0) - origin) >> shift;
        lastBucket = (level.latestEndNanos() - origin) >> shift;
        buckets = pyramid.view(shift);
        pairs = pyramid.view(shift + 1);
        lastCategories = noCategories;
        known = noCategories.length == 1 && level.rowCategoryCount() <= FEW ? known(level) : null;
    }

    private static long[] known(StateLevel level) {
        long[] all = new long[1 << level.rowCategoryCount()];
        for (int bits = 1; bits < all.length; bits++) {
            all[bits] = all[bits & (bits - 1)] | 1L << level.categoryOf(Integer.numberOfTrailingZeros(bits));
        }
        return all;
    }

    /**
     * Stores columns from one on, as many as it can.
     *
     * @param starts of all columns, and the end of the last one
     * @return the first column that it leaves
     */
    int goOn(SpanColumns columns, int from, long[] starts) {
        int column = from;
        int reached = from;
        do {
            column = reached;
            long first = column < columns.width() ? (starts[column] - origin) >> shift : lastBucket + 1;
            boolean there = first >= firstBucket && first <= lastBucket;
            if (there && buckets.open(first) && pairs.open(first >> 1)) {
                reached = passPage(columns, column, first, starts);
            }
        } while (reached > column);
        return column;
    }

    /** Stores columns from that of a bucket on, as many as lie in the page that is open. */
    private int passPage(SpanColumns columns, int from, long firstOfAll, long[] starts) {
        long first = firstOfAll;
        long last = Math.min(PageView.lastOfPage(first), lastBucket);
        int width = columns.width();
        for (int column = from; column < width; column++) {
            long end = starts[column + 1] - origin;
            long behind = end >> shift;
            long touched = (end - 1) >> shift;
            if (touched > last) {
                return column;
            }
            long present = buckets.presentBits(first) | buckets.presentBits(touched);
            if (behind - first == 1) {
                store(columns, column, buckets.dominant(first), buckets.coverage(first) / ALL, present);
            } else if (behind - first == 2) {
                int dominant = (first & 1) == 0 ? pairs.dominant(first >> 1) : buckets.dominantOfPair(first);
                int covered = buckets.coverage(first) + buckets.coverage(first + 1);
                store(columns, column, dominant, covered / (2 * ALL), present | buckets.presentBits(first + 1));
            } else {
                return column;
            }
            first = behind;
        }
        return width;
    }

    private void store(SpanColumns columns, int column, int dominant, float share, long present) {
        if (dominant >= 0) {
            columns.set(column, level.categoryOf(dominant), -1, share);
        }
        if (known != null) {
            columns.setPresent(column, known[(int) present]);
        } else {
            columns.setPresent(column, categories(present));
        }
    }

    private long[] categories(long present) {
        if (present != lastPresent) {
            Arrays.fill(lastCategories, 0);
            for (long bits = present; bits != 0; bits &= bits - 1) {
                int category = level.categoryOf(Long.numberOfTrailingZeros(bits));
                lastCategories[category >> 6] |= 1L << (category & 63);
            }
            lastPresent = present;
        }
        return lastCategories;
    }
}

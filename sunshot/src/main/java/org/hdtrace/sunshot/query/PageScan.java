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
    private static final int ALL = 255;

    /** By coverage the share of one bucket, then by the sum of their coverages that of two. */
    private static final float[] SHARES = shares();

    private final StateLevel level;
    private final long origin;
    private final int shift;
    private final long firstBucket;
    private final long lastBucket;
    private final PageView buckets;
    /** Categories of the table by those of the row plus one; the first is none. */
    private final int[] categories;
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
        lastCategories = noCategories;
        known = noCategories.length == 1 && level.rowCategoryCount() <= FEW ? known(level) : null;
        categories = new int[level.rowCategoryCount() + 1];
        categories[0] = -1;
        for (int i = 1; i < categories.length; i++) {
            categories[i] = level.categoryOf(i - 1);
        }
    }

    private static float[] shares() {
        float[] shares = new float[ALL + 1 + 2 * ALL + 1];
        for (int i = 0; i <= ALL; i++) {
            shares[i] = (float) i / ALL;
        }
        for (int i = 0; i <= 2 * ALL; i++) {
            shares[ALL + 1 + i] = (float) i / (2 * ALL);
        }
        return shares;
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
            if (there && buckets.open(first)) {
                reached = passPage(columns, column, first, starts);
                reached = passBorder(columns, reached, starts);
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
            int count = (int) (behind - first);
            if (count != 1 && count != 2) {
                return column;
            }
            float share = SHARES[buckets.coverage(first, count) + (count - 1) * (ALL + 1)];
            columns.setBucket(column, categories[buckets.dominant(first, count) + 1], share);
            long present = buckets.presentBits(first) | buckets.presentBits(first + count - 1);
            storePresent(columns, column, present | buckets.presentBits(touched));
            first = behind;
        }
        return width;
    }

    /** Stores the column that begins in the page that is open and ends in the next one, if there is one; what is next. */
    private int passBorder(SpanColumns columns, int column, long[] starts) {
        if (column == columns.width()) {
            return column;
        }
        long first = (starts[column] - origin) >> shift;
        long end = starts[column + 1] - origin;
        long touched = (end - 1) >> shift;
        int count = (int) ((end >> shift) - first);
        boolean fits = (count == 1 || count == 2) && touched == PageView.lastOfPage(first) + 1 && touched <= lastBucket;
        int dominant = fits ? buckets.dominant(first, count) : -1;
        // Of a pair with nothing in this page the other one knows more.
        if (dominant < 0) {
            return column;
        }
        int covered = buckets.coverage(first);
        long present = buckets.presentBits(first);
        long second = first + count - 1;
        boolean inside = second < touched;
        if (inside && count == 2) {
            covered += buckets.coverage(second);
            present |= buckets.presentBits(second);
        }
        if (!buckets.open(touched)) {
            return column;
        }
        if (!inside) {
            covered += buckets.coverage(second);
        }
        columns.setBucket(column, categories[dominant + 1], SHARES[covered + (count - 1) * (ALL + 1)]);
        storePresent(columns, column, present | buckets.presentBits(touched));
        return column + 1;
    }

    private void storePresent(SpanColumns columns, int column, long present) {
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

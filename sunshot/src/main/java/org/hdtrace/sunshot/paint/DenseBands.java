// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.paint;

import org.hdtrace.sunshot.query.ColumnShares;

/**
 * What one dense column is filled with: bands from a pixel to another, counted from the top, in the order in which they are painted.
 * Heights are shares of the column's time, rounded to pixels; together they are never off by a whole one. Not thread-safe: it is
 * laid out again for each column.
 */
final class DenseBands {
    private final DenseStyle style;
    private final int least;
    private final int thinnest;
    private int[] categories = {};
    private long[] times = {};
    private int[] tops = {};
    private int[] bottoms = {};
    private int count;

    /**
     * Bands of a style.
     *
     * @param least pixels of one of several at equal heights
     * @param thinnest pixels of what would be too little to be seen
     */
    DenseBands(DenseStyle style, int least, int thinnest) {
        this.style = style;
        this.least = least;
        this.thinnest = thinnest;
    }

    /** Lays out a column of a height. */
    void lay(ColumnShares shares, int column, int height) {
        take(shares, column);
        if (style == DenseStyle.ALL) {
            sort();
            count = Math.min(count, Math.max(1, height / least));
            for (int i = 0; i < count; i++) {
                put(i, height * i / count, height * (i + 1) / count);
            }
        } else if (style.isOverlapped()) {
            sort();
            for (int i = 0; i < count; i++) {
                if (i > 0 && times[i] == 0) {
                    // Wholly below others: it has no share, and would hide one.
                    count = i;
                    break;
                }
                int own = Math.max(thinnest, Math.min(height, pixels(times[i], shares.nanos(column), height)));
                put(i, (height - own) / 2, (height - own) / 2 + own);
            }
        } else {
            stack(shares.nanos(column), height);
        }
    }

    private void take(ColumnShares shares, int column) {
        count = shares.count(column);
        if (count > categories.length) {
            categories = new int[2 * count];
            times = new long[2 * count];
            tops = new int[2 * count];
            bottoms = new int[2 * count];
        }
        for (int i = 0; i < count; i++) {
            categories[i] = shares.category(column, i);
            times[i] = style.isInclusive() ? shares.inclusiveNanos(column, i) : shares.exclusiveNanos(column, i);
        }
    }

    /** The most time first, of equal ones the smaller number. */
    private void sort() {
        for (int i = 1; i < count; i++) {
            int category = categories[i];
            long time = times[i];
            int to = i;
            for (; to > 0 && times[to - 1] < time; to--) {
                categories[to] = categories[to - 1];
                times[to] = times[to - 1];
            }
            categories[to] = category;
            times[to] = time;
        }
    }

    /** One upon the other from the bottom on, in the order of the table, so that neighbours have theirs at like places. */
    private void stack(long columnNanos, int height) {
        long sum = 0;
        int largest = 0;
        for (int i = 0; i < count; i++) {
            sum += times[i];
            largest = times[i] > times[largest] ? i : largest;
        }
        // Inclusive time of nested states is more than the column has: then they share it.
        long whole = Math.max(columnNanos, sum);
        int all = pixels(sum, whole, height);
        int seen = Math.max(thinnest, all);
        int bottom = style == DenseStyle.EXCLUSIVE_BASE ? height : height - (height - seen) / 2;
        if (all < thinnest) {
            categories[0] = categories[largest];
            count = 1;
            put(0, bottom - seen, bottom);
            return;
        }
        long below = 0;
        for (int i = 0; i < count; i++) {
            int from = pixels(below, whole, height);
            below += times[i];
            put(i, bottom - pixels(below, whole, height), bottom - from);
        }
    }

    private static int pixels(long time, long whole, int height) {
        return (int) Math.round((double) time / whole * height);
    }

    private void put(int index, int top, int bottom) {
        tops[index] = top;
        bottoms[index] = bottom;
    }

    int count() {
        return count;
    }

    int category(int index) {
        return categories[index];
    }

    int top(int index) {
        return tops[index];
    }

    /** The pixel below the last one; that of {@link #top} where the share is too small for one. */
    int bottom(int index) {
        return bottoms[index];
    }
}

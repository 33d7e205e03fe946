// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.query;

import java.util.Arrays;

/**
 * The time of each category in the dense columns of one row: those that hold a state too short to be drawn by itself. Made by
 * {@link ShareQuery}, which uses it again for the next row. Categories of a column are numbered from 0 on, in their order in the table.
 */
public final class ColumnShares {
    private final int[] depths;
    private final float[] coverages;
    private final long[] nanos;
    /** Where the categories of each column begin. */
    private final int[] begins;

    private int[] categories = new int[1024];
    private long[] inclusive = new long[1024];
    private long[] exclusive = new long[1024];

    ColumnShares(int width) {
        depths = new int[width];
        coverages = new float[width];
        nanos = new long[width];
        begins = new int[width + 1];
    }

    /** Stores a column that is not dense; columns come in their order. */
    void leave(int column) {
        depths[column] = -1;
        begins[column + 1] = begins[column];
    }

    /**
     * Stores a dense column; columns come in their order.
     *
     * @param depth the outermost one that is drawn as shares
     * @param covered time inside of states of that depth, nanoseconds
     * @param columnNanos the time that is all of the column
     */
    void store(int column, int depth, long covered, long columnNanos, ShareSums sums) {
        depths[column] = depth;
        coverages[column] = Math.min(1f, (float) covered / columnNanos);
        nanos[column] = columnNanos;
        int at = begins[column];
        int count = sums.count();
        if (at + count > categories.length) {
            int size = 2 * categories.length + count;
            categories = Arrays.copyOf(categories, size);
            inclusive = Arrays.copyOf(inclusive, size);
            exclusive = Arrays.copyOf(exclusive, size);
        }
        int[] sorted = sums.sorted();
        for (int i = 0; i < count; i++) {
            categories[at + i] = sorted[i];
            inclusive[at + i] = sums.inclusive(sorted[i]);
            exclusive[at + i] = sums.exclusive(sorted[i]);
        }
        begins[column + 1] = at + count;
    }

    public int width() {
        return depths.length;
    }

    /** The outermost nesting depth that is drawn as shares, those below it too; -1 where the column is not dense. */
    public int depth(int column) {
        return depths[column];
    }

    /** How many categories share a dense column. */
    public int count(int column) {
        return begins[column + 1] - begins[column];
    }

    public int category(int column, int index) {
        return categories[begins[column] + index];
    }

    /** Time inside states of the category from {@link #depth} on, nested ones included, so that the sum may exceed {@link #nanos}. */
    public long inclusiveNanos(int column, int index) {
        return inclusive[begins[column] + index];
    }

    /** Time inside states of the category but outside of states nested in them. */
    public long exclusiveNanos(int column, int index) {
        return exclusive[begins[column] + index];
    }

    /** Time that is all of a dense column: its own, or that of several rows which lie over each other. */
    public long nanos(int column) {
        return nanos[column];
    }

    /** Share of a dense column inside of any state, 0 to 1. */
    public float coverage(int column) {
        return coverages[column];
    }

    /** Leaves what is drawn as shares out of the columns of a depth; what occurs there is still known of them. */
    public void takeFrom(SpanColumns columns, int depth) {
        for (int column = 0; column < depths.length; column++) {
            if (depths[column] >= 0 && depths[column] <= depth) {
                columns.leave(column);
            }
        }
    }
}

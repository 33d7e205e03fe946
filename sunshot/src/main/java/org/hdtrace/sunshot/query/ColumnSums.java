// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.query;

import java.util.Arrays;
import java.util.function.IntPredicate;

/** What one pixel column holds while it is being looked at: time per category and which categories occur. */
final class ColumnSums {
    private final boolean[] visible;
    private final boolean allVisible;
    private final long[] sums;
    private final long[] longest;
    private final int[] longestState;
    private final int[] touched;
    private final long[] present;
    private int touchedCount;

    ColumnSums(int categoryCount, IntPredicate shown) {
        visible = new boolean[categoryCount];
        boolean all = true;
        for (int i = 0; i < categoryCount; i++) {
            visible[i] = shown.test(i);
            all &= visible[i];
        }
        allVisible = all;
        sums = new long[categoryCount];
        longest = new long[categoryCount];
        longestState = new int[categoryCount];
        touched = new int[categoryCount];
        present = new long[(categoryCount + 63) / 64];
    }

    void clear() {
        touchedCount = 0;
        Arrays.fill(present, 0);
    }

    boolean isAllVisible() {
        return allVisible;
    }

    boolean isVisible(int category) {
        return visible[category];
    }

    /** Adds time of a visible category; {@code state} is the index of the state, -1 if it is none alone. */
    void add(int category, int state, long nanos) {
        if (!isTouched(category)) {
            touched[touchedCount++] = category;
            sums[category] = 0;
            longest[category] = -1;
            mark(category);
        }
        sums[category] += nanos;
        if (nanos > longest[category]) {
            longest[category] = nanos;
            longestState[category] = state;
        }
    }

    /** Notes that a visible category occurs, without any time. */
    void mark(int category) {
        present[category >> 6] |= 1L << (category & 63);
    }

    /** As {@link #mark} of many, 64 of them in a word. */
    void markAll(long[] categories) {
        for (int i = 0; i < categories.length; i++) {
            present[i] |= categories[i];
        }
    }

    /** A set of no categories as {@link #markAll} takes it. */
    long[] noCategories() {
        return new long[present.length];
    }

    /** Few categories share a column, so a look at the list is cheaper than clearing marks. */
    private boolean isTouched(int category) {
        for (int i = touchedCount - 1; i >= 0; i--) {
            if (touched[i] == category) {
                return true;
            }
        }
        return false;
    }

    /** Stores the result; {@code capacity} is the time that could be covered, nanoseconds. */
    void store(SpanColumns result, int column, long capacity) {
        int best = -1;
        long covered = 0;
        for (int i = 0; i < touchedCount; i++) {
            int category = touched[i];
            covered += sums[category];
            if (best < 0 || sums[category] > sums[best] || (sums[category] == sums[best] && category < best)) {
                best = category;
            }
        }
        result.set(column, best, best < 0 ? -1 : longestState[best], Math.min(1f, (float) covered / capacity));
        result.setPresent(column, present);
    }
}

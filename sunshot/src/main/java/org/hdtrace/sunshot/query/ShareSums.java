// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.query;

import java.util.Arrays;
import java.util.function.IntPredicate;

/** Inclusive and exclusive time of the visible categories in one pixel column while it is being looked at. */
final class ShareSums {
    private final boolean[] visible;
    private final long[] inclusive;
    private final long[] exclusive;
    /** In which round a category was added last. */
    private final int[] rounds;

    private final int[] touched;
    private int touchedCount;
    private int round;

    ShareSums(int categoryCount, IntPredicate shown) {
        visible = new boolean[categoryCount];
        for (int i = 0; i < categoryCount; i++) {
            visible[i] = shown.test(i);
        }
        inclusive = new long[categoryCount];
        exclusive = new long[categoryCount];
        rounds = new int[categoryCount];
        touched = new int[categoryCount];
    }

    void clear() {
        touchedCount = 0;
        round++;
    }

    boolean isVisible(int category) {
        return visible[category];
    }

    /** Adds time of a visible category. */
    void add(int category, long inclusiveNanos, long exclusiveNanos) {
        if (rounds[category] != round) {
            rounds[category] = round;
            touched[touchedCount++] = category;
            inclusive[category] = 0;
            exclusive[category] = 0;
        }
        inclusive[category] += inclusiveNanos;
        exclusive[category] += exclusiveNanos;
    }

    int count() {
        return touchedCount;
    }

    /** Categories that were added, ascending. */
    int[] sorted() {
        Arrays.sort(touched, 0, touchedCount);
        return touched;
    }

    long inclusive(int category) {
        return inclusive[category];
    }

    long exclusive(int category) {
        return exclusive[category];
    }

    /** Inclusive time of all categories. */
    long total() {
        long sum = 0;
        for (int i = 0; i < touchedCount; i++) {
            sum += inclusive[touched[i]];
        }
        return sum;
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.query;

import java.util.List;
import java.util.function.IntPredicate;
import org.hdtrace.sunshot.model.StateLevel;

/**
 * Rows × time × pixels → spans. For each pixel column the time of every category is summed; the largest wins the
 * column, the sum is its coverage, and every category that occurs is remembered (SUNSHOT V-06, G-13).
 *
 * <p>Cost: one step per visible state plus one per column. Not thread-safe: an instance reuses its sums; use one per
 * thread.
 */
public final class SpanQuery {
    private final int categoryCount;
    private final IntPredicate visible;
    private final long[] sums;
    private final long[] longest;
    private final int[] longestState;
    private final int[] touched;
    private int touchedCount;

    /**
     * @param categoryCount size of the category table
     * @param visible tells which categories take part
     */
    public SpanQuery(int categoryCount, IntPredicate visible) {
        this.categoryCount = categoryCount;
        this.visible = visible;
        this.sums = new long[categoryCount];
        this.longest = new long[categoryCount];
        this.longestState = new int[categoryCount];
        this.touched = new int[categoryCount];
    }

    /** The columns of one level; the scale is in the level's own time. */
    public SpanColumns columns(StateLevel level, TimeScale scale) {
        return columns(List.of(level), scale);
    }

    /** The columns of several levels laid over each other, such as all rows below a closed node. */
    public SpanColumns columns(List<StateLevel> levels, TimeScale scale) {
        SpanColumns result = new SpanColumns(scale.width(), categoryCount);
        int[] first = new int[levels.size()];
        for (int i = 0; i < first.length; i++) {
            first[i] = levels.get(i).firstReaching(scale.interval().startNanos());
        }
        long start = scale.startOf(0);
        for (int column = 0; column < scale.width(); column++) {
            long end = scale.startOf(column + 1);
            touchedCount = 0;
            for (int i = 0; i < first.length; i++) {
                first[i] = addLevel(levels.get(i), first[i], start, end);
            }
            finishColumn(result, column, Math.max(1, end - start) * Math.max(1, levels.size()));
            start = end;
        }
        return result;
    }

    /** Adds what a level has in [start, end); returns where the next column begins to look. */
    private int addLevel(StateLevel level, int from, long start, long nextStart) {
        int size = level.size();
        long end = Math.max(nextStart, start + 1);
        int next = from;
        boolean leading = true;
        for (int i = from; i < size && level.startNanos(i) < end; i++) {
            long stateStart = level.startNanos(i);
            long stateEnd = level.endNanos(i);
            if (leading && stateEnd <= nextStart && stateStart < nextStart) {
                next = i + 1;
            } else {
                leading = false;
            }
            if (stateEnd > start || (stateEnd == stateStart && stateStart >= start)) {
                add(level.category(i), i, Math.min(stateEnd, end) - Math.max(stateStart, start));
            }
        }
        return next;
    }

    private void add(int category, int state, long nanos) {
        if (!visible.test(category)) {
            return;
        }
        if (!isTouched(category)) {
            touched[touchedCount++] = category;
            sums[category] = 0;
            longest[category] = -1;
        }
        sums[category] += nanos;
        if (nanos > longest[category]) {
            longest[category] = nanos;
            longestState[category] = state;
        }
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

    private void finishColumn(SpanColumns result, int column, long capacity) {
        int best = -1;
        long covered = 0;
        for (int i = 0; i < touchedCount; i++) {
            int category = touched[i];
            covered += sums[category];
            result.addPresent(column, category);
            if (best < 0 || sums[category] > sums[best] || (sums[category] == sums[best] && category < best)) {
                best = category;
            }
        }
        result.set(column, best, best < 0 ? -1 : longestState[best], Math.min(1f, (float) covered / capacity));
    }
}

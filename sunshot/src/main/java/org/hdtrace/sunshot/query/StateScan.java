// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.query;

import org.hdtrace.sunshot.model.StateLevel;
import org.hdtrace.sunshot.store.StateCursor;

/** Goes through the states of a level, one by one, from pixel column to pixel column. Not thread-safe. */
final class StateScan {
    private final StateLevel level;
    private final StateCursor states;
    private final ColumnSums sums;
    private final int size;
    /** Where the states of the next column begin; -1 if that has to be looked up. */
    private int next = -1;

    StateScan(StateLevel level, ColumnSums sums) {
        this.level = level;
        this.states = level.cursor();
        this.sums = sums;
        this.size = level.size();
    }

    /** Tells that the next column does not follow the last one. */
    void jump() {
        next = -1;
    }

    /** Adds time in [start, end), and presence up to {@code presenceEnd}; columns come in their order, or after a {@link #jump}. */
    void add(long start, long nextStart, long presenceEnd) {
        if (next < 0) {
            next = level.firstReaching(start);
        }
        long end = Math.max(nextStart, start + 1);
        int following = next;
        boolean leading = true;
        for (int i = next; i < size; i++) {
            long stateStart = states.startNanos(i);
            if (stateStart >= end && stateStart >= presenceEnd) {
                break;
            }
            long stateEnd = stateStart + states.durationNanos(i);
            if (leading && stateEnd <= nextStart && stateStart < nextStart) {
                following = i + 1;
            } else {
                leading = false;
            }
            if (stateEnd > start || (stateEnd == stateStart && stateStart >= start)) {
                int category = level.categoryOf(states.category(i));
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

    /**
     * After {@link #add}: gives the columns behind that the same state fills to it, and passes those where nothing is, without
     * looking at them one by one.
     *
     * @param starts of all columns, and the end of the last one
     * @return the first column that has to be added
     */
    int goOn(SpanColumns columns, int column, long[] starts) {
        if (next >= size) {
            return columns.width();
        }
        long start = states.startNanos(next);
        int to = column;
        if (start > starts[column]) {
            while (to < columns.width() && Math.max(starts[to + 1], starts[to] + 1) <= start) {
                to++;
            }
            return to;
        }
        long end = start + states.durationNanos(next);
        if (next + 1 < size) {
            end = Math.min(end, states.startNanos(next + 1));
        }
        while (to < columns.width() && Math.max(starts[to + 1], starts[to] + 1) <= end) {
            to++;
        }
        int category = level.categoryOf(states.category(next));
        if (to > column && sums.isVisible(category)) {
            columns.fill(column, to, category, next);
        }
        return to;
    }

    /** Looks at the states that touch [start, end). */
    void visit(long start, long end, Visitor visitor) {
        for (int i = level.firstReaching(start); i < size; i++) {
            long stateStart = states.startNanos(i);
            if (stateStart >= end) {
                return;
            }
            long duration = states.durationNanos(i);
            long inside = Math.min(stateStart + duration, end) - Math.max(stateStart, start);
            if (inside > 0 || (duration == 0 && inside == 0)) {
                visitor.take(Math.min(states.category(i), level.rowCategoryCount() - 1), inside);
            }
        }
    }

    /** Takes a category of the row, and the time of a state of it inside of an interval, nanoseconds. */
    @FunctionalInterface
    interface Visitor {
        void take(int rowCategory, long inside);
    }
}

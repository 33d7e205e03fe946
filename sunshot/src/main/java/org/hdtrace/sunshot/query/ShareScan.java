// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.query;

import org.hdtrace.sunshot.model.Interval;
import org.hdtrace.sunshot.model.StateLevel;
import org.hdtrace.sunshot.store.StateCursor;

/**
 * Goes through a level from pixel column to pixel column and adds up the time of each category, exactly. It looks at each
 * state; where very many share a column, at running sums and the states at the column's edges. Not thread-safe.
 */
final class ShareScan {
    /** From so many states of a column on running sums are faster. */
    private static final int MANY = 4096;

    private final StateLevel level;
    private final StateCursor states;
    private final int size;
    /** The level one deeper, null for none. */
    private final StateLevel inner;

    private final StateCursor innerStates;
    private final int innerSize;
    private final boolean ordered;
    /** Where the states of the next column begin; -1 if that has to be looked up. */
    private int next = -1;

    private int nextInner;
    /** Nothing begins before. */
    private long nextStart = Long.MIN_VALUE;

    /** A scan; {@code inner} is the level one deeper, null if it does not count. */
    ShareScan(StateLevel level, StateLevel inner) {
        this.level = level;
        this.inner = inner;
        states = level.cursor();
        size = level.size();
        innerStates = inner == null ? null : inner.cursor();
        innerSize = inner == null ? 0 : inner.size();
        ordered = level.isOrdered() && (inner == null || inner.isOrdered());
    }

    /**
     * Adds the time in [start, nextColumn), of at least one nanosecond; columns come in their order.
     *
     * @return whether a visible state lies wholly inside, so that it is too short to be drawn by itself
     */
    boolean add(long start, long nextColumn, ShareSums sums) {
        long end = Math.max(nextColumn, start + 1);
        if (end <= nextStart) {
            return false;
        }
        if (!ordered) {
            addSums(start, end, sums);
            return holdsWhole(start, end, sums);
        }
        if (next < 0) {
            find(start);
        }
        if (next + MANY < size && level.startNanos(next + MANY) < end) {
            addSums(start, end, sums);
            find(nextColumn);
            return sums.count() > 0;
        }
        return addStates(start, end, nextColumn, sums);
    }

    private void find(long nanos) {
        next = level.firstReaching(nanos);
        nextInner = inner == null ? 0 : inner.firstReaching(nanos);
        nextStart = next < size ? states.startNanos(next) : Long.MAX_VALUE;
    }

    private void addSums(long start, long end, ShareSums sums) {
        level.addSums(inner, new Interval(start, end), (category, count, inclusive, exclusive) -> {
            if (sums.isVisible(category)) {
                sums.add(category, inclusive, exclusive);
            }
        });
    }

    private boolean addStates(long start, long end, long nextColumn, ShareSums sums) {
        boolean whole = false;
        boolean leading = true;
        int at = next;
        long stateStart = nextStart;
        while (stateStart < end) {
            long stateEnd = stateStart + states.durationNanos(at);
            leading &= stateEnd <= nextColumn && stateStart < nextColumn;
            long from = Math.max(stateStart, start);
            long to = Math.min(stateEnd, end);
            if (to > from || (stateEnd == stateStart && stateStart >= start)) {
                int category = level.categoryOf(states.category(at));
                if (sums.isVisible(category)) {
                    long inside = to - from;
                    sums.add(category, inside, innerSize == 0 ? inside : inside - covered(from, to));
                    whole |= stateStart >= start && stateEnd <= end;
                }
            }
            at++;
            if (leading) {
                next = at;
            }
            if (at == size) {
                break;
            }
            stateStart = states.startNanos(at);
        }
        nextStart = next < size ? states.startNanos(next) : Long.MAX_VALUE;
        return whole;
    }

    /** Time of the level one deeper between two instants. */
    private long covered(long from, long to) {
        while (nextInner < innerSize && innerStates.endNanos(nextInner) <= from) {
            nextInner++;
        }
        long covered = 0;
        for (int i = nextInner; i < innerSize; i++) {
            long start = innerStates.startNanos(i);
            if (start >= to) {
                break;
            }
            covered += Math.min(start + innerStates.durationNanos(i), to) - Math.max(start, from);
        }
        return covered;
    }

    private boolean holdsWhole(long start, long end, ShareSums sums) {
        for (int i = level.firstStarting(start); i < size && level.startNanos(i) < end; i++) {
            if (level.endNanos(i) <= end && sums.isVisible(level.category(i))) {
                return true;
            }
        }
        return false;
    }
}

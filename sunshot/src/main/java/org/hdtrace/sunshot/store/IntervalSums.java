// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.store;

/**
 * Number, inclusive and exclusive time of the states of each category that touch an interval; states at its edges count
 * with the part inside. Exact: what lies inside whole comes from running sums, the rest state by state. Not thread-safe.
 *
 * <p>Exclusive is the time inside a state that is in none of the states one level deeper.
 */
public final class IntervalSums {
    private final long[] counts;
    private final long[] inclusive;
    private final long[] exclusive;
    private long from = Long.MIN_VALUE;
    private long to = Long.MAX_VALUE;

    /** Sums of nothing yet. */
    public IntervalSums(int categoryCount) {
        counts = new long[categoryCount];
        inclusive = new long[categoryCount];
        exclusive = new long[categoryCount];
    }

    public long count(int category) {
        return counts[category];
    }

    public long inclusiveNanos(int category) {
        return inclusive[category];
    }

    public long exclusiveNanos(int category) {
        return exclusive[category];
    }

    /**
     * Adds a level.
     *
     * @param inner the level one deeper, null if it does not count
     * @param fromNanos first instant
     * @param toNanos first instant behind
     */
    public void add(StoredLevel level, StoredLevel inner, long fromNanos, long toNanos) {
        from = fromNanos;
        to = toNanos;
        LevelColumns columns = level.columns();
        LevelColumns innerColumns = inner == null ? null : inner.columns();
        int begin = columns.firstReaching(from);
        int end = columns.firstStarting(to);
        LevelSums sums = level.sums();
        if (sums == null || end - begin < 2 * sums.stride()) {
            addStates(columns, inner, begin, end);
            return;
        }
        int stride = sums.stride();
        int lower = (columns.firstStarting(from) + stride - 1) / stride;
        int upper = insideEnd(columns, to) / stride;
        if (upper <= lower) {
            addStates(columns, inner, begin, end);
            return;
        }
        addStates(columns, inner, begin, lower * stride);
        addWhole(sums, lower, upper, innerColumns != null);
        addStates(columns, inner, upper * stride, end);
    }

    private void addWhole(LevelSums sums, int lower, int upper, boolean nested) {
        if (nested) {
            sums.add(lower, -1, this);
            sums.add(upper, 1, this);
            return;
        }
        IntervalSums whole = new IntervalSums(counts.length);
        sums.add(lower, -1, whole);
        sums.add(upper, 1, whole);
        for (int category = 0; category < counts.length; category++) {
            add(category, whole.counts[category], whole.inclusive[category], whole.inclusive[category]);
        }
    }

    /** Index behind the last state of an ordered level that ends at or before a time. */
    private static int insideEnd(LevelColumns columns, long nanos) {
        return nanos == Long.MAX_VALUE ? columns.size() : columns.firstReaching(nanos + 1);
    }

    void add(int category, long count, long inclusiveNanos, long exclusiveNanos) {
        counts[category] += count;
        inclusive[category] += inclusiveNanos;
        exclusive[category] += exclusiveNanos;
    }

    /** Adds states whole, those of a level without sums yet. */
    void addStates(LevelColumns columns, LevelColumns inner, int begin, int end) {
        addStates(columns, inner == null ? null : new StoredLevel(inner, null, null), begin, end);
    }

    private void addStates(LevelColumns columns, StoredLevel inner, int begin, int end) {
        StateCursor states = columns.cursor();
        for (int i = begin; i < end; i++) {
            long start = states.startNanos(i);
            long duration = states.durationNanos(i);
            long insideStart = Math.max(start, from);
            long insideEnd = Math.min(start + duration, to);
            if (insideEnd > insideStart || (duration == 0 && start >= from)) {
                long inside = insideEnd - insideStart;
                long covered = inner == null || inside == 0 ? 0 : covered(inner, insideStart, insideEnd);
                add(states.category(i), 1, inside, inside - covered);
            }
        }
    }

    /** Time of a level between two instants, whatever the category. */
    private static long covered(StoredLevel level, long from, long to) {
        LevelColumns columns = level.columns();
        int begin = columns.firstReaching(from);
        LevelSums sums = level.sums();
        if (sums == null) {
            return covered(columns, begin, columns.size(), from, to);
        }
        int stride = sums.stride();
        int lower = (columns.firstStarting(from) + stride - 1) / stride;
        int upper = insideEnd(columns, to) / stride;
        if (upper <= lower) {
            return covered(columns, begin, columns.size(), from, to);
        }
        return covered(columns, begin, lower * stride, from, to)
                + sums.nanos(upper)
                - sums.nanos(lower)
                + covered(columns, upper * stride, columns.size(), from, to);
    }

    private static long covered(LevelColumns columns, int begin, int end, long from, long to) {
        long covered = 0;
        for (int i = begin; i < end; i++) {
            long start = columns.startNanos(i);
            if (start >= to) {
                break;
            }
            covered += Math.max(0, Math.min(columns.endNanos(i), to) - Math.max(start, from));
        }
        return covered;
    }
}

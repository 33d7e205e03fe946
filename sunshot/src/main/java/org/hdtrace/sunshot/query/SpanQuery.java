// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.query;

import java.util.List;
import java.util.function.IntPredicate;
import org.hdtrace.sunshot.model.Interval;
import org.hdtrace.sunshot.model.StateLevel;

/**
 * Rows × time × pixels → spans. For each pixel column the time of every category is summed; the largest wins the
 * column, the sum is its coverage, and every category that occurs is remembered (SUNSHOT V-06, G-13).
 *
 * <p>Where a column holds many states, columns begin and end at buckets of time that are at most as wide as a column, so
 * what is shown lies up to a column to the left; of categories that occur, those of a bucket that reaches into the column
 * are told as well. Coverage is then known in 255ths. Nothing is lost. Of several levels laid over each other, each gives
 * such a column to its own largest category.
 *
 * <p>Cost: at most some states per column, however many there are. Not thread-safe: an instance reuses its sums; use one
 * per thread.
 */
public final class SpanQuery {
    /** Shorter runs of columns are not worth finding out whether they are one state. */
    private static final int LONG_RUN = 8;

    private final int categoryCount;
    private final ColumnSums sums;
    private TimeScale lastScale = new TimeScale(new Interval(0, 0), 1);
    private long[] lastStarts = {0, 0};
    /** To be used again; null for none. */
    private SpanColumns spare;

    /**
     * @param categoryCount size of the category table
     * @param visible tells which categories take part
     */
    public SpanQuery(int categoryCount, IntPredicate visible) {
        this.categoryCount = categoryCount;
        this.sums = new ColumnSums(categoryCount, visible);
    }

    /** The columns of one level; the scale is in the level's own time. */
    public SpanColumns columns(StateLevel level, TimeScale scale) {
        LevelScan scan = new LevelScan(level, scale, sums);
        SpanColumns result = empty(scale.width());
        fill(result, new LevelScan[] {scan}, starts(scale));
        if (scan.hasBuckets() && result.fullCount() >= LONG_RUN) {
            nameLongStates(level, scale, result);
        }
        return result;
    }

    /** The columns of several levels laid over each other, such as all rows below a closed node. */
    public SpanColumns columns(List<StateLevel> levels, TimeScale scale) {
        SpanColumns result = empty(scale.width());
        LevelScan[] scans = new LevelScan[levels.size()];
        for (int i = 0; i < scans.length; i++) {
            scans[i] = new LevelScan(levels.get(i), scale, sums);
        }
        fill(result, scans, starts(scale));
        return result;
    }

    private void fill(SpanColumns result, LevelScan[] scans, long[] starts) {
        boolean alone = scans.length == 1;
        boolean passes = alone && !scans[0].hasBuckets();
        int column = alone && !passes ? scans[0].passPages(result, 0, starts) : 0;
        while (column < result.width()) {
            sums.clear();
            long capacity = 0;
            for (LevelScan scan : scans) {
                capacity += scan.add(starts[column], starts[column + 1]);
            }
            sums.store(result, column, Math.max(1, capacity));
            column++;
            if (alone && column < result.width()) {
                column = passes ? scans[0].goOn(result, column, starts) : scans[0].passPages(result, column, starts);
            }
        }
    }

    /**
     * Takes back columns that were made here and that nobody looks at any more: memory that was in use just before is written faster
     * than other.
     */
    public void reuse(SpanColumns columns) {
        spare = columns;
    }

    private SpanColumns empty(int width) {
        SpanColumns again = spare;
        spare = null;
        if (again == null || again.width() != width) {
            return new SpanColumns(width, categoryCount);
        }
        again.clear();
        return again;
    }

    /** Mostly all rows of a picture have the same scale. */
    private long[] starts(TimeScale scale) {
        if (!scale.equals(lastScale)) {
            lastStarts = scale.starts();
            lastScale = scale;
        }
        return lastStarts;
    }

    /** Buckets don't know their states; a state that fills many columns is looked up, so that it is one. */
    private static void nameLongStates(StateLevel level, TimeScale scale, SpanColumns columns) {
        for (int column = 0; column < columns.width(); ) {
            int end = column + 1;
            if (columns.isFullWithoutState(column)) {
                while (end < columns.width()
                        && columns.isFullWithoutState(end)
                        && columns.dominant(end) == columns.dominant(column)) {
                    end++;
                }
                if (end - column >= LONG_RUN) {
                    end = nameState(level, scale, columns, column, end);
                }
            }
            column = end;
        }
    }

    /** Names the columns that one state fills; returns where to go on. */
    private static int nameState(StateLevel level, TimeScale scale, SpanColumns columns, int from, int to) {
        int middle = from + LONG_RUN / 2;
        int state = level.at(scale.startOf(middle));
        if (state < 0 || level.category(state) != columns.dominant(from)) {
            return middle;
        }
        int first = Math.max(from, scale.columnOf(level.startNanos(state)));
        int last = Math.min(to - 1, scale.columnOf(level.endNanos(state)));
        if (last - first < LONG_RUN / 2) {
            return middle;
        }
        for (int column = first; column <= last; column++) {
            columns.setState(column, state);
        }
        return last + 1;
    }
}

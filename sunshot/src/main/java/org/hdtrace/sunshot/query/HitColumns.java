// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.query;

import java.util.BitSet;
import java.util.List;
import org.hdtrace.sunshot.model.HitBuckets;
import org.hdtrace.sunshot.model.HitMarks;
import org.hdtrace.sunshot.model.Interval;
import org.hdtrace.sunshot.model.Row;
import org.hdtrace.sunshot.model.Run;
import org.hdtrace.sunshot.model.StateLevel;
import org.hdtrace.sunshot.model.StatisticSeries;

/**
 * Hits of a search × time × pixels → columns. Each hit has at least one column, however short it is, and no other column has one
 * (SUNSHOT V-06). Cost: some steps for each column and level with hits, however many hits there are, unless states overlap; of a
 * column that holds many entries, the look into a set of bits.
 */
public final class HitColumns {
    private final HitMarks hits;

    public HitColumns(HitMarks hits) {
        this.hits = hits;
    }

    /** Columns of everything that a row, and all rows below it, show or could show; the scale is in the time of their run. */
    public BitSet below(Row row, TimeScale scale) {
        BitSet columns = new BitSet(scale.width());
        row.walk(each -> columns.or(of(each, scale)));
        return columns;
    }

    /** Columns of everything in the open runs; the scale is the common one. */
    public BitSet all(List<Run> runs, RowQuery query, TimeScale scale) {
        BitSet columns = new BitSet(scale.width());
        for (int i = 0; i < runs.size(); i++) {
            TimeScale own = scale.shift(query.originOf(runs, i));
            runs.get(i).rows().forEach(row -> columns.or(below(row, own)));
        }
        return columns;
    }

    /** Columns of one row, without those below it. */
    public BitSet of(Row row, TimeScale scale) {
        BitSet columns = new BitSet(scale.width());
        if (row instanceof Row.Trace trace) {
            trace.track().levels().forEach(level -> add(columns, level, scale));
            add(columns, trace.track().events(), scale);
        } else if (row instanceof Row.Statistic statistic) {
            add(columns, statistic.series(), scale);
        }
        return columns;
    }

    private void add(BitSet columns, StateLevel level, TimeScale scale) {
        BitSet found = hits.of(level);
        if (found.isEmpty()) {
            return;
        }
        Interval seen = scale.interval();
        hits.bucketsOf(level).ifPresent(buckets -> addWhole(columns, buckets, scale));
        // What happens at the very end has the last column, so that a run has it anywhere.
        int end = level.firstStarting(seen.endNanos() + 1);
        int at = found.nextSetBit(level.firstReaching(seen.startNanos()));
        while (at >= 0 && at < end) {
            if (level.isOrdered()) {
                int column = columnOf(scale, level.startNanos(at));
                int clear = columns.nextClearBit(column);
                if (clear >= scale.width()) {
                    return;
                }
                int reaching = clear == column ? at : found.nextSetBit(level.firstReaching(scale.startOf(clear)));
                if (reaching < 0 || reaching > at) {
                    at = reaching;
                    continue;
                }
                // Of those that begin in one column the last one reaches farthest.
                at = found.previousSetBit(Math.max(at, level.firstStarting(scale.startOf(column + 1)) - 1));
            }
            set(columns, scale, level.startNanos(at), level.endNanos(at));
            at = found.nextSetBit(at + 1);
        }
    }

    /** The columns of which a bucket inside tells that a hit is there; there may be more. */
    private static void addWhole(BitSet columns, HitBuckets buckets, TimeScale scale) {
        if (scale.interval().durationNanos() / scale.width() < 2 * buckets.widthNanos()) {
            return;
        }
        long[] starts = scale.starts();
        for (int column = 0; column < scale.width(); column++) {
            if (buckets.isAnyInside(starts[column], starts[column + 1])) {
                columns.set(column);
            }
        }
    }

    private void add(BitSet columns, StatisticSeries series, TimeScale scale) {
        BitSet found = hits.of(series);
        long end = scale.interval().endNanos();
        int at = found.isEmpty()
                ? -1
                : found.nextSetBit(series.firstEndingAfter(scale.interval().startNanos()));
        while (at >= 0 && series.boundaryNanos(at) <= end) {
            set(columns, scale, series.boundaryNanos(at), series.boundaryNanos(at + 1));
            at = found.nextSetBit(at + 1);
        }
    }

    /** The end does not belong to what takes any time. */
    private static void set(BitSet columns, TimeScale scale, long start, long end) {
        int to = Math.min(scale.width() - 1, scale.columnOf(Math.max(start, end - 1)));
        if (to >= 0) {
            columns.set(columnOf(scale, start), to + 1);
        }
    }

    private static int columnOf(TimeScale scale, long nanos) {
        return Math.max(0, Math.min(scale.width() - 1, scale.columnOf(nanos)));
    }
}

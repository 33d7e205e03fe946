// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.query;

import java.util.List;
import java.util.function.IntPredicate;
import org.hdtrace.sunshot.model.StateLevel;

/**
 * Rows × time × pixels → shares of time: in each column that is too dense to draw its states the time of each category, as the
 * profile tells it (SUNSHOT 1.5). Exact to the nanosecond, also where {@link SpanQuery} moves columns to buckets.
 *
 * <p>A column is dense from the first depth on at which a state lies wholly inside of it; what lies above, and states that can be seen
 * by themselves, are not its matter.
 *
 * <p>Cost: a look at each state of the visible time, at most some thousand in a column. Not thread-safe.
 */
public final class ShareQuery {
    private final ShareSums sums;
    private ColumnShares spare = new ColumnShares(1);

    /**
     * @param categoryCount size of the category table
     * @param visible tells which categories take part
     */
    public ShareQuery(int categoryCount, IntPredicate visible) {
        sums = new ShareSums(categoryCount, visible);
    }

    /**
     * The dense columns of a row; valid until the next call.
     *
     * @param levels that are drawn, the outermost first
     * @param scale in the row's own time
     */
    public ColumnShares ofRow(List<StateLevel> levels, TimeScale scale) {
        ColumnShares result = empty(scale.width());
        ShareScan[] scans = scans(levels);
        long[] starts = scale.starts();
        for (int column = 0; column < result.width(); column++) {
            sums.clear();
            int dense = -1;
            long covered = 0;
            for (int depth = 0; depth < scans.length; depth++) {
                boolean whole = scans[depth].add(starts[column], starts[column + 1], sums);
                if (dense < 0 && whole) {
                    dense = depth;
                    covered = sums.total();
                } else if (dense < 0) {
                    sums.clear();
                }
            }
            if (dense < 0) {
                result.leave(column);
            } else {
                result.store(column, dense, covered, nanos(starts, column), sums);
            }
        }
        return result;
    }

    /** The columns of several rows laid over each other, such as those below a closed node: dense wherever a state is. */
    public ColumnShares ofRows(List<List<StateLevel>> rows, TimeScale scale) {
        ColumnShares result = empty(scale.width());
        List<ShareScan[]> scans = rows.stream()
                .filter(row -> !row.isEmpty())
                .map(ShareQuery::scans)
                .toList();
        long[] starts = scale.starts();
        for (int column = 0; column < result.width(); column++) {
            sums.clear();
            for (ShareScan[] row : scans) {
                row[0].add(starts[column], starts[column + 1], sums);
            }
            long covered = sums.total();
            for (ShareScan[] row : scans) {
                for (int depth = 1; depth < row.length; depth++) {
                    row[depth].add(starts[column], starts[column + 1], sums);
                }
            }
            if (sums.count() == 0) {
                result.leave(column);
            } else {
                result.store(column, 0, covered, nanos(starts, column) * scans.size(), sums);
            }
        }
        return result;
    }

    private static long nanos(long[] starts, int column) {
        return Math.max(1, starts[column + 1] - starts[column]);
    }

    private static ShareScan[] scans(List<StateLevel> levels) {
        ShareScan[] scans = new ShareScan[levels.size()];
        for (int depth = 0; depth < scans.length; depth++) {
            scans[depth] = new ShareScan(levels.get(depth), depth + 1 < scans.length ? levels.get(depth + 1) : null);
        }
        return scans;
    }

    private ColumnShares empty(int width) {
        if (spare.width() != width) {
            spare = new ColumnShares(width);
        }
        return spare;
    }
}

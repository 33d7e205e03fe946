// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.hdtrace.sunshot.model.Category;
import org.hdtrace.sunshot.model.Interval;
import org.hdtrace.sunshot.model.Row;
import org.hdtrace.sunshot.paint.DenseStyle;
import org.hdtrace.sunshot.query.ColumnShares;
import org.hdtrace.sunshot.query.ShareQuery;
import org.hdtrace.sunshot.query.TimeScale;
import org.hdtrace.sunshot.query.ValueText;
import org.hdtrace.sunshot.query.VisibleRow;

/** The words for a column under the pointer that is drawn as shares of time. */
final class HoverShares {
    private static final int MOST = 8;
    /** Below a node with more rows than this nobody waits for the sums of all. */
    private static final int MOST_ROWS = 256;

    private final Stage stage;

    HoverShares(Stage stage) {
        this.stage = stage;
    }

    /**
     * Each category with its share, that with the most first; nothing where the column shows something else.
     *
     * @param column its time in the row's own time
     * @param deepest the depth that the pointer is at
     * @param where what follows in the line
     */
    Optional<Hover.Line> line(VisibleRow row, Interval column, int deepest, String where) {
        if (stage.denseStyle() == DenseStyle.DOMINANT || stage.heat().isPresent()) {
            return Optional.empty();
        }
        boolean inclusive = stage.denseStyle().isInclusive();
        ColumnShares shares = shares(row, new TimeScale(column, 1));
        if (shares == null || shares.depth(0) < 0 || shares.depth(0) > deepest) {
            return Optional.empty();
        }
        List<Integer> order = IntStream.range(0, shares.count(0))
                .boxed()
                .sorted(Comparator.comparingLong(i -> -nanos(shares, i, inclusive)))
                .toList();
        String text = order.stream()
                .limit(MOST)
                .map(i -> category(shares, i).title() + " "
                        + ValueText.percent((double) nanos(shares, i, inclusive) / shares.nanos(0)))
                .collect(Collectors.joining(", "));
        String more = order.size() > MOST ? " and " + (order.size() - MOST) + " more" : "";
        String kind = inclusive ? " of inclusive time" : " of exclusive time";
        return Optional.of(new Hover.Line(
                text + more + kind + where, category(shares, order.get(0)).rgb()));
    }

    private Category category(ColumnShares shares, int index) {
        return stage.model().categories().get(shares.category(0, index));
    }

    private static long nanos(ColumnShares shares, int index, boolean inclusive) {
        return inclusive ? shares.inclusiveNanos(0, index) : shares.exclusiveNanos(0, index);
    }

    /** Null where no row of states is. */
    private ColumnShares shares(VisibleRow row, TimeScale column) {
        ShareQuery query = new ShareQuery(
                stage.model().categories().size(),
                category -> !stage.model().hidden().get(category));
        boolean nested = stage.model().nested();
        if (row.row() instanceof Row.Trace trace) {
            return query.ofRow(VisibleRow.drawn(trace.track().levels(), nested), column);
        }
        int count = row.closedCount();
        return count == 0 || count > MOST_ROWS ? null : query.ofRows(row.closedLevels(nested), column);
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.query;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.hdtrace.sunshot.arrow.ArrowLevel;
import org.hdtrace.sunshot.arrow.ArrowTable;
import org.hdtrace.sunshot.model.Row;

/**
 * Arrows x rows x time → what is drawn. An end whose row is not visible lies at the nearest visible row above it in the tree; an
 * arrow whose ends then lie on one row is left out. Of many arrows bundles are drawn; each bundle says how many it stands for.
 *
 * <p>Cost: a few steps for each drawn bundle, and one for each row. Source: SUNSHOT V-08, G-09.
 */
public final class ArrowQuery {
    /** More than so many in one view nobody can tell apart. */
    public static final int MOST = 2000;

    private final ArrowTable table;
    private final int[] rowOfEnd;
    private final TimeScale scale;
    private final int firstRow;
    private final int lastRow;
    private final boolean withinRows;

    /**
     * Arrows drawn as one.
     *
     * @param fromRow index of a visible row
     * @param toRow index of another one
     * @param startNanos mean start, in the time of the run
     * @param endNanos mean end, in the time of the run
     */
    public record Bundle(int fromRow, int toRow, long startNanos, long endNanos, long count, long bytes) {
        private Bundle with(Bundle other) {
            double share = (double) other.count / (count + other.count);
            return new Bundle(
                    fromRow,
                    toRow,
                    startNanos + Math.round((other.startNanos - startNanos) * share),
                    endNanos + Math.round((other.endNanos - endNanos) * share),
                    count + other.count,
                    bytes + other.bytes);
        }
    }

    private record Place(int fromRow, int toRow, long fromColumn, long toColumn) {}

    private ArrowQuery(
            ArrowTable table, int[] rowOfEnd, TimeScale scale, int firstRow, int lastRow, boolean withinRows) {
        this.withinRows = withinRows;
        this.table = table;
        this.rowOfEnd = rowOfEnd;
        this.scale = scale;
        this.firstRow = firstRow;
        this.lastRow = lastRow;
    }

    /**
     * What is drawn of a run's arrows.
     *
     * @param run number of the run among those of the rows
     * @param rows all visible rows
     * @param scale visible time in the time of the run
     * @param firstRow arrows are drawn that begin or end between this row
     * @param lastRow and this one, both included
     * @param most bundles
     * @return those with most arrows last
     */
    public static List<Bundle> of(
            ArrowTable table, int run, List<VisibleRow> rows, TimeScale scale, int firstRow, int lastRow, int most) {
        int[] ends = rowOfEnds(table.ends(), run, rows);
        return new ArrowQuery(table, ends, scale, firstRow, lastRow, false).bundles(most);
    }

    /** As {@link #of} of at most {@link #MOST} bundles, and also what begins and ends on one row. */
    public static List<Bundle> withinRows(
            ArrowTable table, int run, List<VisibleRow> rows, TimeScale scale, int firstRow, int lastRow) {
        int[] ends = rowOfEnds(table.ends(), run, rows);
        return new ArrowQuery(table, ends, scale, firstRow, lastRow, true).bundles(MOST);
    }

    /**
     * The visible row of each path, or of the nearest one above it; -1 for none. Below an open group it is a row that nobody wants
     * to see, and the arrow neither.
     */
    static int[] rowOfEnds(List<String> paths, int run, List<VisibleRow> rows) {
        Map<String, Integer> visible = new HashMap<>();
        Set<String> openGroups = new HashSet<>();
        for (int i = 0; i < rows.size(); i++) {
            VisibleRow row = rows.get(i);
            int index = i;
            if (row.run() != run || row.isHeading()) {
                continue;
            }
            if (row.open() && row.row() instanceof Row.Group) {
                openGroups.add(row.row().path());
            } else if (row.open()) {
                visible.put(row.row().path(), index);
            } else {
                row.row().walk(each -> putUnlessCounter(visible, each, index));
            }
        }
        int[] found = new int[paths.size()];
        for (int i = 0; i < found.length; i++) {
            found[i] = nearest(paths.get(i), visible, openGroups);
        }
        return found;
    }

    private static void putUnlessCounter(Map<String, Integer> visible, Row row, int index) {
        if (!(row instanceof Row.Statistic)) {
            visible.put(row.path(), index);
        }
    }

    private static int nearest(String path, Map<String, Integer> visible, Set<String> openGroups) {
        String at = path;
        while (true) {
            Integer row = visible.get(at);
            int slash = at.lastIndexOf('/');
            if (row != null || slash < 0 || openGroups.contains(at)) {
                return row == null ? -1 : row;
            }
            at = at.substring(0, slash);
        }
    }

    private List<Bundle> bundles(int most) {
        List<ArrowLevel> levels = table.levels();
        for (ArrowLevel level : levels.subList(0, levels.size() - 1)) {
            if (isSmall(level, 4 * most)) {
                Map<Place, Bundle> found = new HashMap<>();
                if (collect(level, found, most)) {
                    return sorted(found, most);
                }
            }
        }
        Map<Place, Bundle> found = new HashMap<>();
        collect(levels.get(levels.size() - 1), found, Integer.MAX_VALUE);
        return sorted(found, most);
    }

    /** Those that are left out cost time, too. */
    private boolean isSmall(ArrowLevel level, int most) {
        int[] seen = {0};
        return level.visit(scale.interval().startNanos(), scale.interval().endNanos(), bundle -> ++seen[0] <= most);
    }

    private static List<Bundle> sorted(Map<Place, Bundle> found, int most) {
        List<Bundle> all = new ArrayList<>(found.values());
        all.sort(Comparator.comparingLong(Bundle::count)
                .thenComparingLong(Bundle::startNanos)
                .thenComparingLong(Bundle::endNanos)
                .thenComparingInt(Bundle::fromRow)
                .thenComparingInt(Bundle::toRow));
        return all.subList(Math.max(0, all.size() - most), all.size());
    }

    /** Whether there are few enough; those that lie on the same pixels are one. */
    private boolean collect(ArrowLevel level, Map<Place, Bundle> found, int most) {
        return level.visit(scale.interval().startNanos(), scale.interval().endNanos(), bundle -> {
            int from = rowOfEnd[level.from(bundle)];
            int to = rowOfEnd[level.to(bundle)];
            if (from >= 0 && to >= 0 && (withinRows || from != to) && (isPainted(from) || isPainted(to))) {
                Bundle made = new Bundle(
                        from,
                        to,
                        level.startNanos(bundle),
                        level.endNanos(bundle),
                        level.count(bundle),
                        level.bytes(bundle));
                found.merge(place(made), made, Bundle::with);
            }
            return found.size() <= most;
        });
    }

    private boolean isPainted(int row) {
        return row >= firstRow && row <= lastRow;
    }

    private Place place(Bundle bundle) {
        return new Place(bundle.fromRow, bundle.toRow, (long) scale.positionOf(bundle.startNanos), (long)
                scale.positionOf(bundle.endNanos));
    }
}

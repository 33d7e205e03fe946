// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.compare;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.hdtrace.analysis.compare.Comparison;
import org.hdtrace.analysis.compare.RankComparison;
import org.hdtrace.sunshot.model.CategoryTable;
import org.hdtrace.sunshot.model.DifferenceShade;
import org.hdtrace.sunshot.model.Interval;
import org.hdtrace.sunshot.model.Row;
import org.hdtrace.sunshot.model.Run;
import org.hdtrace.sunshot.model.StateTrack;
import org.hdtrace.sunshot.model.StatisticSeries;

/**
 * The differences as a run of their own: for each rank a timeline in the time of A whose states are the matched operations
 * and the computation before each, coloured by {@link DifferenceShade}, and below it how far B is behind. Stateless.
 */
public final class DifferenceRows {
    /** Name of the run. */
    public static final String NAME = "B/A";

    private static final String FOLDER = "difference/";

    /** More points would not be seen, but be looked at for each picture. */
    private static final int MOST_POINTS = 1 << 15;

    private DifferenceRows() {}

    /** Whether a row shows a rank of a run, or how two runs differ in one. */
    public static boolean isComparable(Row row) {
        return row instanceof Row.Trace trace ? trace.rank() >= 0 : row.path().startsWith(FOLDER);
    }

    /**
     * Makes the run.
     *
     * @param interval of A
     */
    public static Run of(Comparison comparison, Interval interval, CategoryTable categories) {
        Map<DifferenceShade, Integer> numbers = new EnumMap<>(DifferenceShade.class);
        for (DifferenceShade shade : DifferenceShade.values()) {
            numbers.put(shade, categories.idOf(shade.title()));
        }
        List<Row> rows = new ArrayList<>();
        for (RankComparison rank : comparison.ranks()) {
            if (rank.matched() > 0) {
                rows.add(row(rank, numbers));
            }
        }
        return new Run(NAME, Path.of(""), interval, rows, List.of(), List.of());
    }

    /** Path of the row of a rank and thread. */
    static String pathOf(RankComparison rank) {
        return FOLDER + rank.rank() + "/" + rank.thread();
    }

    private static Row row(RankComparison rank, Map<DifferenceShade, Integer> numbers) {
        String path = pathOf(rank);
        Row drift = new Row.Statistic(path + "/drift", "B behind A", drift(rank), List.of());
        return new Row.Trace(path, "Rank " + rank.rank(), "", rank.rank(), track(rank, numbers), List.of(drift));
    }

    private static StateTrack track(RankComparison rank, Map<DifferenceShade, Integer> numbers) {
        StateTrack.Builder track = new StateTrack.Builder();
        for (int i = 0; i < rank.matched(); i++) {
            long start = rank.startA(i);
            if (rank.gapA(i) > 0) {
                int number = numbers.get(DifferenceShade.of(rank.gapA(i), rank.gapB(i)));
                track.state(0, start - rank.gapA(i), start, number);
            }
            int number = numbers.get(DifferenceShade.of(rank.durationA(i), rank.durationB(i)));
            track.state(0, start, Math.max(start, rank.endA(i)), number);
        }
        return track.build();
    }

    /** Seconds that B is behind; of many operations the largest and the smallest of each group. */
    static StatisticSeries drift(RankComparison rank) {
        int group = Math.max(1, 2 * (rank.matched() / MOST_POINTS));
        List<Integer> points = new ArrayList<>();
        for (int from = 0; from < rank.matched(); from += group) {
            int low = from;
            int high = from;
            for (int i = from; i < Math.min(rank.matched(), from + group); i++) {
                low = rank.driftNanos(i) < rank.driftNanos(low) ? i : low;
                high = rank.driftNanos(i) > rank.driftNanos(high) ? i : high;
            }
            points.add(Math.min(low, high));
            if (low != high) {
                points.add(Math.max(low, high));
            }
        }
        // Until the first operation ends nothing is behind, which also puts 0 onto the axis.
        int count = points.size();
        long[] boundaries = new long[count + 2];
        double[] values = new double[count + 1];
        boundaries[0] = rank.startA(0);
        for (int p = 0; p < count; p++) {
            boundaries[p + 1] = Math.max(boundaries[p], rank.endA(points.get(p)));
            values[p + 1] = rank.driftNanos(points.get(p)) / 1e9;
        }
        boundaries[count + 1] = Math.max(boundaries[count], rank.endA(rank.matched() - 1)) + 1;
        return new StatisticSeries("B behind A", "s", "difference", boundaries, values);
    }
}

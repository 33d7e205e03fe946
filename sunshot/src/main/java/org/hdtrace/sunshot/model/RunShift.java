// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.model;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/**
 * Moves nodes of a run in time, with all that lies below them: where clocks of computers differ, or to lay processes over each other
 * (SUNSHOT S-37). Files stay as they are. Offsets of a node and of one above it add up.
 */
public final class RunShift {
    /** No clock is wrong by more, and no time overflows: ten years. */
    private static final long MOST_NANOS = 315_360_000_000_000_000L;

    private final Map<String, Long> offsets;
    private long earliest;
    private long latest;

    private RunShift(Run run, Map<String, Long> offsets) {
        this.offsets = offsets;
        earliest = run.interval().startNanos();
        latest = run.interval().endNanos();
    }

    /**
     * The run with some nodes moved. Its time grows where they need it, and never shrinks.
     *
     * @param offsets nanoseconds to add, by path of the node as recorded
     */
    public static Run of(Run run, Map<String, Long> offsets) {
        if (offsets.values().stream().allMatch(by -> by == 0)) {
            return run;
        }
        RunShift shift = new RunShift(run, offsets);
        List<Row> rows = shift.all(run.rows());
        return new Run(
                run.name(),
                run.file(),
                new Interval(shift.earliest, shift.latest),
                rows,
                run.levels(),
                run.notes(),
                run.communicators());
    }

    /**
     * The runs with some nodes moved.
     *
     * @param offsets nanoseconds to add, by key of the row: number of the run, a colon, path
     */
    public static List<Run> ofAll(List<Run> runs, Map<String, Long> offsets) {
        List<Run> moved = new ArrayList<>();
        for (int run = 0; run < runs.size(); run++) {
            String begin = run + ":";
            Map<String, Long> own = new HashMap<>();
            offsets.forEach((key, nanos) -> {
                if (key.startsWith(begin)) {
                    own.put(key.substring(begin.length()), nanos);
                }
            });
            moved.add(of(runs.get(run), own));
        }
        return moved;
    }

    /**
     * An offset that no time overflows by.
     *
     * @throws IllegalArgumentException if it is larger
     */
    public static long checked(long nanos) {
        if (Math.abs(nanos) > MOST_NANOS || nanos == Long.MIN_VALUE) {
            throw new IllegalArgumentException("no clock is wrong by more than ten years");
        }
        return nanos;
    }

    /** Whether a run has rows at or below a path, which an offset would move. */
    public static boolean moves(Run run, String path) {
        boolean[] found = new boolean[1];
        run.rows().forEach(top -> top.walk(row -> found[0] |= !(row instanceof Row.Group) && isIn(row.path(), path)));
        return found[0];
    }

    /** How far the rows of a run were moved, by their path; 0 for unknown ones. */
    public static ToLongFunction<String> byPath(Run run) {
        Map<String, Long> moved = new HashMap<>();
        run.rows()
                .forEach(top -> top.walk(row -> {
                    if (row instanceof Row.Trace trace && trace.track().shiftNanos() != 0) {
                        moved.put(trace.path(), trace.track().shiftNanos());
                    }
                }));
        return path -> {
            Long own = moved.get(path);
            // A single lane of operations is a row without lanes below.
            return own != null ? own : moved.getOrDefault(path.substring(0, Math.max(0, path.lastIndexOf('/'))), 0L);
        };
    }

    /** How far a row was moved; of a group the first row below it tells. */
    public static long of(Row row) {
        if (row instanceof Row.Trace trace) {
            return trace.track().shiftNanos();
        }
        if (row instanceof Row.Statistic statistic) {
            return statistic.series().shiftNanos();
        }
        return row.children().isEmpty() ? 0 : of(row.children().get(0));
    }

    private static boolean isIn(String path, String node) {
        return path.startsWith(node) && (path.length() == node.length() || path.charAt(node.length()) == '/');
    }

    private long offsetOf(String path) {
        long sum = 0;
        for (Map.Entry<String, Long> each : offsets.entrySet()) {
            sum += isIn(path, each.getKey()) ? each.getValue() : 0;
        }
        return sum;
    }

    private List<Row> all(List<Row> rows) {
        List<Row> moved = new ArrayList<>(rows.size());
        for (Row row : rows) {
            moved.add(moved(row));
        }
        return moved;
    }

    private Row moved(Row row) {
        long by = offsetOf(row.path());
        List<Row> children = all(row.children());
        if (row instanceof Row.Trace trace) {
            StateTrack track = by == 0 ? trace.track() : reach(trace.track().shifted(by));
            return new Row.Trace(trace.path(), trace.label(), trace.host(), trace.rank(), track, children);
        }
        if (row instanceof Row.Statistic statistic) {
            StatisticSeries series =
                    by == 0 ? statistic.series() : reach(statistic.series().shifted(by));
            return new Row.Statistic(statistic.path(), statistic.label(), series, children);
        }
        return row.withChildren(children);
    }

    private StateTrack reach(StateTrack track) {
        List<StateLevel> levels = new ArrayList<>(track.levels());
        levels.add(track.events());
        for (StateLevel level : levels) {
            if (level.size() > 0) {
                earliest = Math.min(earliest, level.startNanos(0));
                latest = Math.max(latest, level.latestEndNanos());
            }
        }
        return track;
    }

    private StatisticSeries reach(StatisticSeries series) {
        if (series.size() > 0) {
            earliest = Math.min(earliest, series.boundaryNanos(0));
            latest = Math.max(latest, series.boundaryNanos(series.size()));
        }
        return series;
    }
}

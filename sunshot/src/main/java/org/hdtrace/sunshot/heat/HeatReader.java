// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.heat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import org.hdtrace.analysis.formula.HeatExpression;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.project.TraceFile;
import org.hdtrace.format.query.Query;
import org.hdtrace.format.query.TraceStream;
import org.hdtrace.sunshot.model.Interval;
import org.hdtrace.sunshot.model.Row;
import org.hdtrace.sunshot.model.Run;
import org.hdtrace.sunshot.model.StateLevel;
import org.hdtrace.sunshot.model.StateTrack;

/**
 * Reads the attributes of the states in an interval again, by the indexes of the traces where there are some, and works out their
 * values. Thread: any one at a time; it waits for the disk.
 */
public final class HeatReader {
    /** More states would take too much memory, and too long to be a view. */
    public static final long MOST_STATES = 10_000_000;

    private static final int ASK_EVERY = 4096;

    private final HeatExpression expression;
    private final BooleanSupplier cancelled;
    private final HeatValues values = new HeatValues();

    private HeatReader(HeatExpression expression, BooleanSupplier cancelled) {
        this.expression = expression;
        this.cancelled = cancelled;
    }

    /**
     * Reads values.
     *
     * @param times for each run the interval in its own time
     * @param cancelled asked often; the reading ends with a {@link CancellationException}
     * @throws IllegalArgumentException if there are more than {@link #MOST_STATES} states in it
     * @throws TraceFormatException if a trace can't be read any more, names file, place and cause
     */
    public static HeatValues read(
            List<Run> runs, List<Interval> times, HeatExpression expression, BooleanSupplier cancelled)
            throws TraceFormatException {
        HeatReader reader = new HeatReader(expression, cancelled);
        List<Map<String, StateTrack>> tracks = new ArrayList<>();
        long states = 0;
        for (int run = 0; run < runs.size(); run++) {
            tracks.add(tracks(runs.get(run)));
            for (StateTrack track : tracks.get(run).values()) {
                states += HeatValues.count(track, times.get(run));
            }
        }
        if (states > MOST_STATES) {
            throw new IllegalArgumentException("heat map: " + states + " states are visible, more than " + MOST_STATES
                    + "; zoom in or open with a filter");
        }
        for (int run = 0; run < runs.size(); run++) {
            if (runs.get(run).isDerived()) {
                continue; // It has no files.
            }
            Project project = Project.open(runs.get(run).file());
            for (TraceFile file : project.traces()) {
                StateTrack track =
                        tracks.get(run).get(String.join("/", file.node().path()));
                if (track != null) {
                    reader.read(project, file, track, times.get(run));
                }
            }
        }
        return reader.values;
    }

    static Map<String, StateTrack> tracks(Run run) {
        Map<String, StateTrack> tracks = new HashMap<>();
        run.rows()
                .forEach(top -> top.walk(row -> {
                    if (row instanceof Row.Trace trace) {
                        tracks.put(trace.path(), trace.track());
                    }
                }));
        return tracks;
    }

    private void read(Project project, TraceFile file, StateTrack track, Interval time) {
        values.begin(track, time);
        int[] next = new int[track.levels().size()];
        Interval own = time.shift(-track.shiftNanos());
        try (TraceStream stream = Query.of(project)
                .where(file::equals)
                .between(own.startNanos(), Math.max(own.startNanos() + 1, own.endNanos()))
                .byEnd()) {
            for (int i = 0; stream.next(); i++) {
                if (i % ASK_EVERY == 0 && cancelled.getAsBoolean()) {
                    throw new CancellationException("reading of a heat map was cancelled");
                }
                if (!stream.isEvent() && stream.depth() < next.length) {
                    take(stream, track, next);
                }
            }
        }
    }

    /** States of one depth come in the order of their level; of those that a filter left out there is none. */
    private void take(TraceStream stream, StateTrack track, int[] next) {
        int depth = stream.depth();
        StateLevel level = track.levels().get(depth);
        int index = next[depth];
        long start = stream.startNanos() + track.shiftNanos();
        long end = stream.endNanos() + track.shiftNanos();
        if (index >= level.size() || level.startNanos(index) != start) {
            index = level.firstStarting(start);
        }
        while (index < level.size() && level.startNanos(index) == start && level.endNanos(index) < end) {
            index++;
        }
        if (index < level.size() && level.startNanos(index) == start) {
            OptionalDouble value = expression.value(stream::attribute);
            if (value.isPresent()) {
                values.set(track, depth, index, value.getAsDouble());
            }
            next[depth] = index + 1;
        }
    }
}

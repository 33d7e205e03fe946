// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.search;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.project.TraceFile;
import org.hdtrace.format.trace.TraceCursor;
import org.hdtrace.sunshot.model.CategoryTable;
import org.hdtrace.sunshot.model.Interval;
import org.hdtrace.sunshot.model.Occurrence;
import org.hdtrace.sunshot.model.Row;
import org.hdtrace.sunshot.model.Run;
import org.hdtrace.sunshot.model.StateFilter;
import org.hdtrace.sunshot.model.StateLevel;
import org.hdtrace.sunshot.model.StateTrack;

/**
 * Goes through all states and events of the open runs, row by row. Names and durations are looked up in memory; for
 * attributes the traces are read again, as a stream. Thread: any one; the sink is called on it.
 */
public final class Searcher {
    private static final int ASK_EVERY = 4096;

    private final List<Run> runs;
    private final CategoryTable categories;
    private final StateFilter shown;
    private final BooleanSupplier cancelled;

    /**
     * A searcher.
     *
     * @param shown what the runs were loaded with: what is not shown is not found
     * @param cancelled asked often; the search ends early, with what was found until then
     */
    public Searcher(List<Run> runs, CategoryTable categories, StateFilter shown, BooleanSupplier cancelled) {
        this.runs = List.copyOf(runs);
        this.categories = categories;
        this.shown = shown;
        this.cancelled = cancelled;
    }

    /**
     * Searches.
     *
     * @throws TraceFormatException if a trace can't be read any more, names file, place and cause
     */
    public void search(SearchText text, Consumer<Occurrence> sink) throws TraceFormatException {
        for (int run = 0; run < runs.size() && !cancelled.getAsBoolean(); run++) {
            if (text.needsNoAttributes()) {
                searchMemory(run, text, sink);
            } else {
                searchFiles(run, text, sink);
            }
        }
    }

    private void searchMemory(int run, SearchText text, Consumer<Occurrence> sink) {
        for (Row top : runs.get(run).rows()) {
            top.walk(row -> {
                if (row instanceof Row.Trace trace) {
                    searchTrack(run, trace, text, sink);
                }
            });
        }
    }

    private void searchTrack(int run, Row.Trace trace, SearchText text, Consumer<Occurrence> sink) {
        StateTrack track = trace.track();
        for (int depth = 0; depth < track.levels().size(); depth++) {
            searchLevel(run, trace, depth, track.levels().get(depth), text, sink);
        }
        searchLevel(run, trace, -1, track.events(), text, sink);
    }

    /** A depth of -1 stands for events. */
    private void searchLevel(
            int run, Row.Trace trace, int depth, StateLevel level, SearchText text, Consumer<Occurrence> sink) {
        LevelFacts facts = new LevelFacts();
        for (int i = 0; i < level.size(); i++) {
            if (i % ASK_EVERY == 0 && cancelled.getAsBoolean()) {
                return;
            }
            facts.name = categories.get(level.category(i)).name();
            facts.nanos = level.durationNanos(i);
            if (text.fits(facts)) {
                Interval time = new Interval(level.startNanos(i), level.endNanos(i));
                sink.accept(new Occurrence(run, trace.path(), Math.max(0, depth), depth < 0, level.category(i), time));
            }
        }
    }

    private void searchFiles(int run, SearchText text, Consumer<Occurrence> sink) throws TraceFormatException {
        if (runs.get(run).isDerived()) {
            return;
        }
        Map<String, Row.Trace> rows = new HashMap<>();
        runs.get(run)
                .rows()
                .forEach(top -> top.walk(row -> {
                    if (row instanceof Row.Trace trace) {
                        rows.put(trace.path(), trace);
                    }
                }));
        for (TraceFile file : Project.open(runs.get(run).file()).traces()) {
            Row.Trace row = rows.get(String.join("/", file.node().path()));
            if (row != null && !cancelled.getAsBoolean()) {
                searchFile(run, row, file, text, sink);
            }
        }
    }

    private void searchFile(int run, Row.Trace row, TraceFile file, SearchText text, Consumer<Occurrence> sink)
            throws TraceFormatException {
        try (TraceCursor cursor = TraceCursor.open(file)) {
            StateFilter.Facts facts = StateFilter.factsOf(cursor);
            for (int entry = 0; cursor.next(); entry++) {
                if (entry % ASK_EVERY == 0 && cancelled.getAsBoolean()) {
                    return;
                }
                if (text.fits(cursor, facts) && shown.passes(facts)) {
                    long start = cursor.startNanos();
                    long end = cursor.isEvent() ? start : Math.max(start, cursor.endNanos());
                    int category = categories.idOf(cursor.name());
                    sink.accept(new Occurrence(
                            run, row.path(), cursor.depth(), cursor.isEvent(), category, new Interval(start, end)));
                }
            }
        }
    }

    private static final class LevelFacts implements StateFilter.Facts {
        private String name = "";
        private long nanos;

        @Override
        public String name() {
            return name;
        }

        @Override
        public long durationNanos() {
            return nanos;
        }

        @Override
        public String attribute(String attribute) {
            return null;
        }
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.search;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.function.BooleanSupplier;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.project.TraceFile;
import org.hdtrace.format.query.Workers;
import org.hdtrace.format.trace.TraceCursor;
import org.hdtrace.sunshot.model.CategoryTable;
import org.hdtrace.sunshot.model.Interval;
import org.hdtrace.sunshot.model.Occurrence;
import org.hdtrace.sunshot.model.Row;
import org.hdtrace.sunshot.model.Run;
import org.hdtrace.sunshot.model.RunShift;
import org.hdtrace.sunshot.model.StateFilter;
import org.hdtrace.sunshot.model.StateLevel;
import org.hdtrace.sunshot.model.StateTrack;
import org.hdtrace.sunshot.model.StatisticSeries;
import org.hdtrace.sunshot.store.StateCursor;
import org.hdtrace.sunshot.store.WantedStates;

/**
 * Goes through all states, events and records of statistics of the open runs, several rows at once. Names and durations are looked up in
 * memory; for attributes the traces are read again, as a stream. Records of statistics are found if the text asks for them. Thread: any
 * one.
 */
public final class Searcher {
    private static final int ASK_EVERY = 4096;

    private final List<Run> runs;
    private final CategoryTable categories;
    private final StateFilter shown;
    private final BooleanSupplier cancelled;
    private BiPredicate<Integer, Row> within = (run, row) -> true;

    /** What one thread does: a row, in memory or in its file. */
    private record Part(int number, int run, Row row, TraceFile file) {}

    /**
     * A searcher.
     *
     * @param shown what the runs were loaded with: what is not shown is not found
     * @param cancelled asked often, by several threads; the search ends early, with what was found until then
     */
    public Searcher(List<Run> runs, CategoryTable categories, StateFilter shown, BooleanSupplier cancelled) {
        this.runs = List.copyOf(runs);
        this.categories = categories;
        this.shown = shown;
        this.cancelled = cancelled;
    }

    /** Searches only in rows that pass, by number of their run. */
    public Searcher within(BiPredicate<Integer, Row> rows) {
        within = rows;
        return this;
    }

    /**
     * Searches; of damaged traces what is readable.
     *
     * @return why some traces can't be read, or not to their end; each names file, place and cause
     * @throws TraceFormatException if a project file can't be read any more, names file, place and cause
     */
    public List<TraceFormatException> search(SearchText text, Hits hits) throws TraceFormatException {
        List<Part> parts = new ArrayList<>();
        for (int run = 0; run < runs.size() && !cancelled.getAsBoolean(); run++) {
            addParts(run, text, parts);
        }
        List<TraceFormatException> damages = new ArrayList<>();
        Workers.allCores().each(parts, part -> searchPart(part, text, hits), damage -> damage.ifPresent(damages::add));
        return damages;
    }

    private void addParts(int run, SearchText text, List<Part> parts) throws TraceFormatException {
        boolean fromFiles = text.concernsStates()
                && !text.needsNoAttributes()
                && !runs.get(run).isDerived();
        Map<String, TraceFile> files = new HashMap<>();
        if (fromFiles) {
            for (TraceFile file : Project.open(runs.get(run).file()).traces()) {
                files.put(String.join("/", file.node().path()), file);
            }
        }
        runs.get(run)
                .rows()
                .forEach(top -> top.walk(row -> {
                    boolean wanted = row instanceof Row.Statistic statistic
                            ? text.asksFor(statistic.series().name())
                            : row instanceof Row.Trace
                                    && text.concernsStates()
                                    && (text.needsNoAttributes() || files.containsKey(row.path()));
                    if (wanted && within.test(run, row)) {
                        parts.add(new Part(parts.size(), run, row, files.get(row.path())));
                    }
                }));
    }

    private Optional<TraceFormatException> searchPart(Part part, SearchText text, Hits hits) {
        if (cancelled.getAsBoolean()) {
            return Optional.empty();
        }
        if (part.row() instanceof Row.Statistic statistic) {
            searchSeries(part, statistic.series(), text, hits);
        } else if (part.file() != null) {
            try {
                searchFile(part, text, hits);
            } catch (TraceFormatException e) {
                return Optional.of(e);
            }
        } else if (part.row() instanceof Row.Trace trace) {
            searchTrack(part, trace.track(), text, hits);
        }
        return Optional.empty();
    }

    private void searchTrack(Part part, StateTrack track, SearchText text, Hits hits) {
        for (int depth = 0; depth < track.levels().size(); depth++) {
            searchLevel(part, depth, track.levels().get(depth), text, hits);
        }
        searchLevel(part, -1, track.events(), text, hits);
    }

    /** A depth of -1 stands for events. */
    private void searchLevel(Part part, int depth, StateLevel level, SearchText text, Hits hits) {
        int size = level.size();
        if (size == 0) {
            return;
        }
        WantedStates wanted = level.wanted(id -> categories.get(id).name(), text::foundDurations);
        StateCursor states = level.cursor();
        String path = part.row().path();
        for (long piece = 0; piece < size && !cancelled.getAsBoolean(); piece += ASK_EVERY) {
            int end = (int) Math.min(size, piece + ASK_EVERY);
            for (int i = states.find((int) piece, end, wanted); i < end; i = states.find(i + 1, end, wanted)) {
                Interval time = new Interval(level.startNanos(i), level.endNanos(i));
                hits.add(
                        part.number(),
                        new Occurrence(part.run(), path, Math.max(0, depth), depth < 0, level.category(i), time),
                        level,
                        i);
            }
        }
    }

    private void searchSeries(Part part, StatisticSeries series, SearchText text, Hits hits) {
        for (int i = 0; i < series.size(); i++) {
            if (i % ASK_EVERY == 0 && cancelled.getAsBoolean()) {
                return;
            }
            if (series.has(i) && text.fits(StateFilter.factsOf(series, i))) {
                Interval time = new Interval(series.boundaryNanos(i), series.boundaryNanos(i + 1));
                int category = categories.idOf(series.name());
                Occurrence hit = new Occurrence(part.run(), part.row().path(), 0, false, category, time);
                hits.add(part.number(), hit, series, i);
            }
        }
    }

    private void searchFile(Part part, SearchText text, Hits hits) throws TraceFormatException {
        try (TraceCursor cursor = TraceCursor.open(part.file())) {
            StateFilter.Facts facts = StateFilter.factsOf(cursor);
            long shift = RunShift.of(part.row());
            for (int entry = 0; cursor.next(); entry++) {
                if (entry % ASK_EVERY == 0 && cancelled.getAsBoolean()) {
                    return;
                }
                if (text.fits(cursor, facts) && shown.passes(facts)) {
                    long start = cursor.startNanos();
                    long end = cursor.isEvent() ? start : Math.max(start, cursor.endNanos());
                    int category = categories.idOf(cursor.name());
                    Interval time = new Interval(start, end).shift(shift);
                    String path = part.row().path();
                    addRead(
                            part,
                            new Occurrence(part.run(), path, cursor.depth(), cursor.isEvent(), category, time),
                            hits);
                }
            }
        }
    }

    /** Adds what was found in a file; it is marked in memory, where it is at the same depth. */
    private static void addRead(Part part, Occurrence hit, Hits hits) {
        StateTrack track = ((Row.Trace) part.row()).track();
        if (!hit.event() && hit.depth() >= track.levels().size()) {
            hits.add(part.number(), hit);
            return;
        }
        StateLevel level = hit.event() ? track.events() : track.levels().get(hit.depth());
        hits.add(part.number(), hit, level, level.indexOf(hit.category(), hit.time()));
    }
}

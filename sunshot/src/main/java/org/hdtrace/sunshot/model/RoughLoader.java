// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.model;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.project.TraceFile;
import org.hdtrace.format.query.Workers;
import org.hdtrace.format.trace.EntryFilter;
import org.hdtrace.format.trace.TextRanges;
import org.hdtrace.format.trace.TraceCursor;
import org.hdtrace.format.trace.TraceSample;

/**
 * Reads heads, ends and evenly spread pieces of the traces of a project, the same amount for any size. What can't be read is left
 * out: whoever reads the project as a whole says why. One loader, one project, any thread.
 */
public final class RoughLoader {
    /** Pieces of all traces together. */
    private static final int PIECES = 2048;

    private static final int LEAST_PIECES = 6;
    private static final int MOST_PIECES = 256;
    private static final int PIECE_BYTES = 4 << 10;
    /** More rows than a window has room for. */
    private static final int MOST_TRACES = 256;

    private final CategoryTable categories;
    private final StateFilter filter;
    private final BooleanSupplier cancelled;
    private long textBytes;
    private long readBytes;
    private int beginnings;
    private long earliest = Long.MAX_VALUE;
    private long latest = Long.MIN_VALUE;

    private record Sampled(TraceFile file, StretchedTrack track, long readBytes, long textBytes, boolean beginning) {}

    /**
     * A loader.
     *
     * @param categories for the rough run alone
     * @param filter states that don't pass are left out
     */
    public RoughLoader(CategoryTable categories, StateFilter filter, BooleanSupplier cancelled) {
        this.categories = categories;
        this.filter = filter;
        this.cancelled = cancelled;
    }

    /**
     * Reads the samples.
     *
     * @return empty when nothing is found
     * @throws CancellationException if it was cancelled
     */
    public Optional<RoughRun> load(Project project) {
        List<TraceFile> files = project.traces()
                .subList(0, Math.min(MOST_TRACES, project.traces().size()));
        int pieces = Math.max(LEAST_PIECES, Math.min(MOST_PIECES, PIECES / Math.max(1, files.size())));
        Map<List<String>, StateTrack> tracks = new HashMap<>();
        try {
            Workers.allCores().each(files, file -> sample(file, pieces), sampled -> take(sampled, tracks));
        } catch (TraceFormatException e) {
            throw new IllegalStateException("samples say nothing about what they can't read", e);
        }
        if (earliest > latest) {
            return Optional.empty();
        }
        Run run = new Run(
                project.name(),
                project.file(),
                new Interval(earliest, latest),
                new RowBuilder(project, categories, tracks, Map.of(), Map.of()).rows(),
                project.levels(),
                List.of());
        double share = Math.min(1, (double) readBytes / Math.max(1, textBytes));
        return Optional.of(new RoughRun(run, categories, share, beginnings > 0 && beginnings == tracks.size()));
    }

    private void take(Sampled sampled, Map<List<String>, StateTrack> tracks) {
        textBytes += sampled.textBytes();
        readBytes += sampled.readBytes();
        sampled.track().build(categories).ifPresent(track -> {
            tracks.put(sampled.file().node().path(), track);
            beginnings += sampled.beginning() ? 1 : 0;
            earliest = Math.min(earliest, sampled.track().startNanos());
            latest = Math.max(latest, sampled.track().endNanos());
        });
    }

    private Sampled sample(TraceFile file, int pieces) {
        StretchedTrack track = new StretchedTrack();
        boolean beginning = false;
        try {
            TextRanges ranges = TraceSample.of(file.path(), pieces, PIECE_BYTES);
            beginning = ranges.size() == 1 && ranges.from(0) == 0 && !ranges.isAll();
            try (TraceCursor cursor =
                    TraceCursor.open(file.path(), EntryFilter.all().withoutData())) {
                cursor.limitTo(ranges);
                read(cursor, ranges, track);
            }
        } catch (TraceFormatException e) {
            // What came before it is a sample, too.
            System.getLogger(RoughLoader.class.getName())
                    .log(System.Logger.Level.DEBUG, () -> "sample ends early: " + e.getMessage());
        }
        return new Sampled(
                file,
                track,
                (long) track.pieceCount() * PIECE_BYTES,
                file.path().toFile().length(),
                beginning);
    }

    private void read(TraceCursor cursor, TextRanges ranges, StretchedTrack track) throws TraceFormatException {
        StateFilter.Facts facts = StateFilter.factsOf(cursor);
        int piece = 0;
        while (cursor.next()) {
            if (cancelled.getAsBoolean()) {
                throw new CancellationException("loading was cancelled");
            }
            if (piece < ranges.size() && cursor.byteOffset() >= ranges.to(piece)) {
                track.endPiece();
                while (piece < ranges.size() && cursor.byteOffset() >= ranges.to(piece)) {
                    piece++;
                }
            }
            if (filter.passes(facts)) {
                long start = cursor.startNanos();
                boolean event = cursor.isEvent();
                track.add(cursor.name(), event ? -1 : cursor.depth(), start, event ? start : cursor.endNanos());
            }
        }
        track.endPiece();
    }
}

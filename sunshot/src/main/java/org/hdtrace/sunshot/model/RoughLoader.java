// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.model;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
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
    private static final int PIECE_BYTES = 1 << 10;
    /** More rows than a window has room for. */
    private static final int MOST_TRACES = 256;

    private final CategoryTable categories;
    private final StateFilter filter;
    private final BooleanSupplier cancelled;
    private long textBytes;
    private long readBytes;
    private int beginnings;
    private final Map<TraceFile, StretchedTrack> samples = new HashMap<>();

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
        int pieces = piecesOf(files.size());
        RoughRun.Builder builder = new RoughRun.Builder(project, categories);
        try {
            Workers.allCores().each(files, file -> sample(file, pieces), sampled -> take(sampled, builder));
        } catch (TraceFormatException e) {
            throw new IllegalStateException("samples say nothing about what they can't read", e);
        }
        return builder.build(share(), beginnings > 0 && beginnings == builder.traceCount());
    }

    /**
     * To be called behind {@link #load}: runs that grow from what it has read while the traces are read as a whole.
     *
     * @param tables makes a table for each run
     * @param shown takes the runs, on the threads that read, one at a time; there is no other until it is told the nanoseconds that the
     *     picture of the last one took
     */
    public GrowingRun growing(
            Project project,
            Supplier<CategoryTable> tables,
            GrowingRun.Pace pace,
            BiConsumer<RoughRun, LongConsumer> shown) {
        return new GrowingRun(project, tables, samples, share(), piecesOf(samples.size()), pace, shown);
    }

    private double share() {
        return Math.min(1, (double) readBytes / Math.max(1, textBytes));
    }

    private static int piecesOf(int traces) {
        return Math.max(LEAST_PIECES, Math.min(MOST_PIECES, PIECES / Math.max(1, traces) & -2));
    }

    private void take(Sampled sampled, RoughRun.Builder builder) {
        textBytes += sampled.textBytes();
        readBytes += sampled.readBytes();
        samples.put(sampled.file(), sampled.track());
        if (builder.add(sampled.file(), sampled.track())) {
            beginnings += sampled.beginning() ? 1 : 0;
        }
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
                track.add(cursor);
            }
        }
        track.endPiece();
    }
}

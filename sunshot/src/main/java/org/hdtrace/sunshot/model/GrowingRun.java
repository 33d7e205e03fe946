// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.model;

import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.project.TraceFile;
import org.hdtrace.format.trace.TraceCursor;
import org.hdtrace.sunshot.store.StoreBuilder;

/**
 * Rough runs that grow while all traces are read, where samples could be taken of their beginning only, as in gzip. Of each trace
 * evenly spread pieces of what was read are kept; when there are too many, each second one goes. Each trace is read by one thread,
 * several at once. The next run is not made until the picture of the last one is, as both take time from the reading.
 */
public final class GrowingRun implements StoreBuilder.Watcher {
    private static final int PIECE_ENTRIES = 32;

    private final Project project;
    private final Supplier<CategoryTable> tables;
    private final double share;
    private final int mostPieces;
    private final Map<Path, Growing> traces = new LinkedHashMap<>();
    private final Pace pace;
    private final BiConsumer<RoughRun, LongConsumer> shown;
    private final ReentrantLock showing = new ReentrantLock();
    private volatile long nextNanos;
    /** Whether a run was made of which there is no picture yet. */
    private volatile boolean awaited;

    /**
     * How long nothing is made behind a run and its picture.
     *
     * @param least also before the first run
     * @param timesCost of the time that both took
     */
    public record Pace(Duration least, int timesCost) {
        /** Of each 26 seconds one at most goes into runs and pictures, on a crowded machine too, where both take longer. */
        public static final Pace USUAL = new Pace(Duration.ofMillis(500), 25);
    }

    /**
     * Runs that begin with some samples.
     *
     * @param tables makes a table for each run
     * @param samples of the beginning of traces; others are not looked at
     * @param share of the text of the traces that is in the samples
     * @param mostPieces even; of each trace
     * @param shown takes them, on the threads that read, one at a time; whoever has painted one tells the nanoseconds it took
     */
    GrowingRun(
            Project project,
            Supplier<CategoryTable> tables,
            Map<TraceFile, StretchedTrack> samples,
            double share,
            int mostPieces,
            Pace pace,
            BiConsumer<RoughRun, LongConsumer> shown) {
        this.project = project;
        this.tables = tables;
        this.share = share;
        this.mostPieces = mostPieces;
        this.pace = pace;
        this.shown = shown;
        samples.forEach((file, sample) -> traces.put(file.path(), new Growing(file, sample)));
        pauseFor(0);
    }

    @Override
    public Consumer<TraceCursor> begin(Path trace) {
        Growing growing = traces.get(trace);
        return growing == null ? entry -> {} : growing.again();
    }

    private void showIfDue() {
        if (!isDue() || !showing.tryLock()) {
            return;
        }
        try {
            if (isDue()) {
                show();
            }
        } finally {
            showing.unlock();
        }
    }

    private boolean isDue() {
        return !awaited && System.nanoTime() - nextNanos >= 0;
    }

    private void show() {
        long begin = System.nanoTime();
        Optional<RoughRun> made = run();
        long cost = System.nanoTime() - begin;
        pauseFor(cost);
        awaited = made.isPresent();
        made.ifPresent(run -> shown.accept(run, painted -> {
            pauseFor(cost + painted);
            awaited = false;
        }));
    }

    private void pauseFor(long costNanos) {
        nextNanos = System.nanoTime() + Math.max(pace.least().toNanos(), pace.timesCost() * costNanos);
    }

    private Optional<RoughRun> run() {
        RoughRun.Builder builder = new RoughRun.Builder(project, tables.get());
        traces.values().forEach(each -> each.addTo(builder));
        return builder.build(share, true);
    }

    /** What is kept of a trace. Pieces are guarded by the object. */
    private final class Growing {
        private final TraceFile file;
        private StretchedTrack kept;

        Growing(TraceFile file, StretchedTrack sample) {
            this.file = file;
            this.kept = sample;
        }

        synchronized void addTo(RoughRun.Builder builder) {
            builder.add(file, kept);
        }

        /** Who takes the trace from its beginning. What was known stays until there is a piece. */
        Consumer<TraceCursor> again() {
            StretchedTrack track = new StretchedTrack();
            return new Consumer<>() {
                private int inPiece;
                private long piece;
                private long stride = 1;
                private boolean wanted = true;

                @Override
                public void accept(TraceCursor entry) {
                    if (wanted) {
                        track.add(entry);
                    }
                    // Of most entries no more than that, as there are very many.
                    if (++inPiece == PIECE_ENTRIES) {
                        nextPiece();
                    }
                }

                private void nextPiece() {
                    if (wanted) {
                        stride *= endPiece(track) ? 2 : 1;
                    }
                    inPiece = 0;
                    piece++;
                    wanted = piece % stride == 0;
                    showIfDue();
                }
            };
        }

        /** Whether there were so many pieces that each second one went. */
        private synchronized boolean endPiece(StretchedTrack track) {
            track.endPiece();
            kept = track;
            boolean many = track.pieceCount() >= mostPieces;
            if (many) {
                track.thinOut();
            }
            return many;
        }
    }
}

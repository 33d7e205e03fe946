// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.profile;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.index.IndexProfile;
import org.hdtrace.format.index.Indexing;
import org.hdtrace.format.index.IndexingCursor;
import org.hdtrace.format.index.StateSums;
import org.hdtrace.format.index.TraceIndex;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.project.TraceFile;
import org.hdtrace.format.query.Query;
import org.hdtrace.format.query.Workers;
import org.hdtrace.format.select.Interval;
import org.hdtrace.format.select.Selection;
import org.hdtrace.format.trace.EntryFilter;
import org.hdtrace.format.trace.ProgramHeader;
import org.hdtrace.format.trace.TraceCursor;

/**
 * Makes the profile of a project: of traces with a valid index from its sums, of the others by streaming through them. Both give
 * the same numbers.
 *
 * <p>Durations are by the clock of each process. Its clock offset says which part of the trace lies in the interval; corrected
 * times are each rounded on their own, so that their sums could not be told without reading every state. The difference is the
 * drift between two clocks, some millionths.
 */
public final class Profiler {
    private static final int STATES_PER_LOOK = 1 << 16;

    private final Selection selection;
    private final Indexing indexes;
    private final Consumer<Path> progress;

    private Profiler(Selection selection, Indexing indexes, Consumer<Path> progress) {
        this.selection = selection;
        this.indexes = indexes;
        this.progress = progress;
    }

    /**
     * The profile of the selected part of a project; the same for any number of threads.
     *
     * @param indexes whether and where indexes are used and made
     * @param progress is told each trace before it is read, by one thread at a time
     * @throws TraceFormatException when a trace can't be read
     */
    public static Profile profile(
            Project project, Selection selection, Indexing indexes, Workers workers, Consumer<Path> progress)
            throws TraceFormatException {
        Profiler profiler = new Profiler(selection, indexes, progress);
        ProfileBuilder all = new ProfileBuilder(selection.interval(), selection.names());
        List<TraceFile> files = Query.of(project).ranks(selection.ranks()).files();
        workers.each(files, profiler::profileOf, all::append);
        return all.build();
    }

    private ProfileBuilder profileOf(TraceFile file) throws TraceFormatException {
        synchronized (this) {
            progress.accept(file.path());
        }
        Interval interval = ownInterval(file.path());
        ProfileBuilder builder = new ProfileBuilder(interval, selection.names());
        Optional<List<StateSums>> sums = fromIndex(file.path(), interval);
        if (sums.isPresent()) {
            sums.get().forEach(builder::add);
        } else {
            scan(file.path(), builder);
        }
        return builder;
    }

    private Optional<List<StateSums>> fromIndex(Path trace, Interval interval) throws TraceFormatException {
        try (TraceIndex index = indexes.open(trace).orElse(null)) {
            return index == null
                    ? Optional.empty()
                    : IndexProfile.of(index, trace, interval.fromNanos(), interval.toNanos());
        } catch (IOException e) {
            // Of closing what was only read; the trace tells the same.
            return Optional.empty();
        }
    }

    /** States of all names and times are read: they take away from the exclusive time of those around them. */
    private void scan(Path trace, ProfileBuilder builder) throws TraceFormatException {
        EntryFilter filter = EntryFilter.all().events(false).withoutData();
        try (IndexingCursor scan = indexes.scan(trace, filter)) {
            TraceCursor state = scan.entry();
            for (int count = 1; scan.next(); count++) {
                if (!state.isEvent()) {
                    builder.add(
                            state.name(),
                            state.depth(),
                            state.ownStartNanos(),
                            state.ownEndNanos(),
                            state.movedBytes());
                }
                if (count % STATES_PER_LOOK == 0 && Thread.currentThread().isInterrupted()) {
                    throw new CancellationException("nobody waits for the profile any more");
                }
            }
            indexes.note(scan);
        }
    }

    /** The interval by the clock of a trace's process. */
    private Interval ownInterval(Path trace) throws TraceFormatException {
        Interval interval = selection.interval();
        if (interval.isAll()) {
            return interval;
        }
        try (TraceCursor cursor = TraceCursor.open(trace)) {
            ProgramHeader program = cursor.program();
            return new Interval(program.ownNanos(interval.fromNanos()), program.ownNanos(interval.toNanos()));
        }
    }
}

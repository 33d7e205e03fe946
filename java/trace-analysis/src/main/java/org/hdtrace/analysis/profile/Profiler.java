// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.profile;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import org.hdtrace.analysis.damage.Damages;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.index.IndexProfile;
import org.hdtrace.format.index.Indexing;
import org.hdtrace.format.index.IndexingCursor;
import org.hdtrace.format.index.StateSums;
import org.hdtrace.format.index.TraceIndex;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.project.TraceFile;
import org.hdtrace.format.query.Damage;
import org.hdtrace.format.query.Query;
import org.hdtrace.format.query.Workers;
import org.hdtrace.format.select.Interval;
import org.hdtrace.format.select.Selection;
import org.hdtrace.format.trace.EntryFilter;
import org.hdtrace.format.trace.ProgramHeader;
import org.hdtrace.format.trace.TraceCursor;

/**
 * Makes the profile of a project: of traces with a valid index from its sums, of the others by streaming through them. Both give
 * the same numbers. Of a damaged trace what is complete before the damage counts.
 *
 * <p>Durations are by the clock of each process. Its clock offset says which part of the trace lies in the interval; corrected
 * times are each rounded on their own, so that their sums could not be told without reading every state. The difference is the
 * drift between two clocks, some millionths.
 */
public final class Profiler {
    private static final int STATES_PER_LOOK = 1 << 16;
    private static final EntryFilter WITHOUT_DATA =
            EntryFilter.all().events(false).withoutData();

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
     */
    public static Profile profile(
            Project project, Selection selection, Indexing indexes, Workers workers, Consumer<Path> progress) {
        Profiler profiler = new Profiler(selection, indexes, progress);
        ProfileBuilder all = new ProfileBuilder(selection.interval(), selection.names());
        Damages damages = new Damages();
        List<TraceFile> files = Query.of(project).ranks(selection.ranks()).files();
        try {
            workers.each(files, profiler::profileOf, one -> {
                all.append(one.sums());
                damages.add(one.damage());
            });
        } catch (TraceFormatException e) {
            throw new IllegalStateException("damage of one trace ended the work on all", e);
        }
        if (all.isAtEnd()) {
            damages.addBeyondRange(project.file());
        }
        return all.build(damages);
    }

    /** Of one trace. */
    private record Part(ProfileBuilder sums, Optional<Damage> damage) {}

    private Part profileOf(TraceFile file) {
        synchronized (this) {
            progress.accept(file.path());
        }
        try {
            return profileOf(file.path(), ownInterval(file.path()));
        } catch (TraceFormatException e) {
            ProfileBuilder nothing = new ProfileBuilder(selection.interval(), selection.names());
            return new Part(nothing, Optional.of(Damage.refused(e)));
        }
    }

    private Part profileOf(Path trace, Interval interval) throws TraceFormatException {
        Optional<Part> indexed = fromIndex(trace, interval);
        return indexed.isPresent() ? indexed.get() : scan(trace, interval);
    }

    private Optional<Part> fromIndex(Path trace, Interval interval) {
        try (TraceIndex index = indexes.open(trace).orElse(null)) {
            if (index == null) {
                return Optional.empty();
            }
            ProfileBuilder builder = new ProfileBuilder(interval, selection.names());
            Optional<List<StateSums>> sums = IndexProfile.of(index, trace, interval.fromNanos(), interval.toNanos());
            sums.ifPresent(rows -> rows.forEach(builder::add));
            return sums.isPresent() ? Optional.of(new Part(builder, damageBehind(index, trace))) : Optional.empty();
        } catch (IOException | TraceFormatException e) {
            // Of closing what was only read, or of a place that only the index knows; reading the trace tells.
            return Optional.empty();
        }
    }

    /** Where an index has no end, its trace may have none either; what it covers is good. */
    private static Optional<Damage> damageBehind(TraceIndex index, Path trace)
            throws IOException, TraceFormatException {
        if (index.isWhole()) {
            return Optional.empty();
        }
        long place = index.blocks().placeBefore(index.blocks().size());
        try (TraceCursor cursor = TraceCursor.openAt(trace, place, 0, WITHOUT_DATA)) {
            while (cursor.next()) {
                // Only its end matters.
            }
            return Damage.of(cursor);
        }
    }

    /** States of all names and times are read: they take away from the exclusive time of those around them. */
    private Part scan(Path trace, Interval interval) throws TraceFormatException {
        ProfileBuilder builder = new ProfileBuilder(interval, selection.names());
        try (IndexingCursor scan = indexes.scan(trace, WITHOUT_DATA)) {
            return new Part(builder, scan(scan, builder));
        }
    }

    private Optional<Damage> scan(IndexingCursor scan, ProfileBuilder builder) {
        try {
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
            return Damage.of(state);
        } catch (TraceFormatException e) {
            return Optional.of(Damage.broken(e));
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

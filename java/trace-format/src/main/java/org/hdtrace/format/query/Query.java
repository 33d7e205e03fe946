// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.query;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.index.IndexStore;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.project.TraceFile;
import org.hdtrace.format.select.Globs;
import org.hdtrace.format.select.Interval;
import org.hdtrace.format.select.Ranks;
import org.hdtrace.format.select.Selection;
import org.hdtrace.format.trace.EntryFilter;

/**
 * A part of the entries of a project's traces, by rank, thread, name, time and nesting depth. Conditions add up: an entry must
 * meet all of them. What is not asked for is skipped where it stands, not parsed and dropped.
 *
 * <p>Immutable: each method makes a new query. Thread: any, as long as the predicates are. Source: paper on OTF, section 3.3.
 */
public final class Query {
    private static final int OPEN_FILES = 256;
    private static final long BUFFER_BYTES = 48 << 20;

    private final Project project;
    private final Predicate<TraceFile> wanted;
    private final EntryFilter filter;
    private final Merging merging;
    private final FilePieces pieces;
    private final TimeSeek seek;

    private Query(
            Project project,
            Predicate<TraceFile> wanted,
            EntryFilter filter,
            Merging merging,
            FilePieces pieces,
            TimeSeek seek) {
        this.project = project;
        this.wanted = wanted;
        this.filter = filter;
        this.merging = merging;
        this.pieces = pieces;
        this.seek = seek;
    }

    /** All entries of a project. */
    public static Query of(Project project) {
        Objects.requireNonNull(project, "project");
        return new Query(
                project,
                file -> true,
                EntryFilter.all(),
                new Merging(OPEN_FILES, BUFFER_BYTES),
                FilePieces.by(IndexStore.beside()),
                TimeSeek.by(IndexStore.beside()));
    }

    /** What the options of a command select. */
    public Query select(Selection selection) {
        return ranks(selection.ranks()).names(selection.names()).between(selection.interval());
    }

    /**
     * Only these world ranks, as {@code "0-3,7"}.
     *
     * @throws IllegalArgumentException for anything else
     */
    public Query ranks(String list) {
        return ranks(Ranks.parse(list));
    }

    /** Only these world ranks; traces without a rank belong to {@link Ranks#all} only. */
    public Query ranks(Ranks ranks) {
        return ranks(ranks::contains);
    }

    /** Only traces whose world rank, -1 for none, is accepted. */
    public Query ranks(IntPredicate ranks) {
        return where(file -> ranks.test(file.rank()));
    }

    /**
     * Only threads with these numbers, as {@code "0-3,7"}.
     *
     * @throws IllegalArgumentException for anything else
     */
    public Query threads(String list) {
        return threads(Ranks.parse(list)::contains);
    }

    /** Only traces whose number of the thread, -1 for none, is accepted. */
    public Query threads(IntPredicate threads) {
        return where(file -> threads.test(file.thread()));
    }

    /** Only traces that are accepted. */
    public Query where(Predicate<TraceFile> accepted) {
        return new Query(project, wanted.and(accepted), filter, merging, pieces, seek);
    }

    /**
     * Only entries whose name fits one of the patterns, as {@code names("File_*", "Send")}; those of an event fit its {@code
     * name} attribute.
     *
     * @throws IllegalArgumentException when a pattern is empty
     */
    public Query names(String... patterns) {
        return names(Globs.parse(String.join(",", patterns)));
    }

    /** Only entries whose name fits. */
    public Query names(Globs names) {
        return names.globs().isEmpty() ? this : with(filter.names(names::matches));
    }

    /**
     * Only entries that touch a piece of time, as {@link Interval#touches} says.
     *
     * @param fromNanos ns since the epoch, inside
     * @param toNanos ns since the epoch, outside
     */
    public Query between(long fromNanos, long toNanos) {
        return with(filter.between(fromNanos, toNanos));
    }

    /** Only entries that touch the interval. */
    public Query between(Interval interval) {
        return interval.isAll() ? this : between(interval.fromNanos(), interval.toNanos());
    }

    /** Only entries with that many states around them, both bounds inside. */
    public Query depth(int min, int max) {
        return with(filter.depth(min, max));
    }

    /** Only entries with no state around them. */
    public Query topLevel() {
        return depth(0, 0);
    }

    public Query statesOnly() {
        return with(filter.events(false));
    }

    public Query eventsOnly() {
        return with(filter.states(false));
    }

    /** Entries come without their child elements. */
    public Query withoutData() {
        return with(filter.withoutData());
    }

    /**
     * How many files a merged stream may have open at once; 256 if nothing else is said. As long as that suffices, files stay
     * open; otherwise they are opened again and again for some entries each, which makes objects and takes longer. A trace
     * takes two, as where states are nested a second reader runs ahead of the first; in the order of starts it takes four.
     */
    public Query openFiles(int most) {
        return with(new Merging(most, merging.bufferBytes()));
    }

    /** How much memory the entries that wait in a merged stream, or between files side by side, may take; 48 MiB at first. */
    public Query buffer(long bytes) {
        return with(new Merging(merging.openFiles(), bytes));
    }

    /**
     * Where indexes are looked for; beside the traces if nothing else is said. With one an interval is reached without reading
     * what comes before it, and {@link #forEachFile} lets several threads read one large file. What is not read can't be
     * noticed, so damage elsewhere is not told.
     */
    public Query indexes(IndexStore store) {
        return with(FilePieces.by(store)).with(TimeSeek.by(store));
    }

    /** Read all files from their beginning. */
    public Query withoutIndexes() {
        return with(FilePieces.whole()).with(TimeSeek.none());
    }

    /**
     * Parts of the query that hold about as many neighbouring files each, to be read by as many threads. What their streams take
     * together stays within the bounds of this one.
     *
     * @param most parts, at least 1; there are fewer where there are fewer files
     */
    public List<Query> split(int most) {
        List<TraceFile> files = files();
        int count = Math.max(1, Math.min(most, files.size()));
        Merging share = merging.share(count);
        List<Query> parts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Set<TraceFile> its = Collections.newSetFromMap(new IdentityHashMap<>());
            its.addAll(files.subList(
                    (int) ((long) files.size() * i / count), (int) ((long) files.size() * (i + 1) / count)));
            parts.add(where(its::contains).with(share));
        }
        return List.copyOf(parts);
    }

    Query with(FilePieces other) {
        return new Query(project, wanted, filter, merging, other, seek);
    }

    Query with(TimeSeek other) {
        return new Query(project, wanted, filter, merging, pieces, other);
    }

    public Project project() {
        return project;
    }

    /** The files that the query is about, in the order of the project. */
    public List<TraceFile> files() {
        return project.traces().stream().filter(wanted).toList();
    }

    /** The conditions on an entry. */
    public EntryFilter filter() {
        return filter;
    }

    /**
     * The entries of all files, merged by time: those of one tree, which is a top-level entry with the deeper ones that stand
     * before it in its file, stay together in the order of the file; trees are ordered by the start of their top-level entry,
     * whether it is wanted or not. Where a tree begins before the one that stands before it in the same file, it comes right
     * behind it all the same. Equals come in the order of the project.
     */
    public TraceStream byStart() {
        return merging.byStart(files(), filter, seek);
    }

    /**
     * The entries of all files, merged by their end; as files hold entries in the order of their end, children come before
     * their parents. Where an entry ends before one that stands before it in the same file, it comes right behind it all the
     * same. Equals come in the order of the project.
     */
    public TraceStream byEnd() {
        return merging.byEnd(files(), filter, seek);
    }

    /**
     * The files one by one, but read at the same time. An interval is not reached by indexes here.
     */
    public SideBySide sideBySide() {
        return new SideBySide(merging, files().size(), filter);
    }

    /**
     * Read all files, several at once, and sum up each. A file that can't be read is told in its result; the others are read
     * all the same.
     *
     * @param progress is told each file before it is read, by one thread at a time
     * @param fold makes the sums
     * @param sink takes the results in the order of the files, whatever the number of threads
     * @throws TraceFormatException from the sink; nothing more is read then
     */
    public <A> void forEachFile(
            Workers workers, Consumer<Path> progress, FileFold<A> fold, Workers.Sink<FileResult<A>> sink)
            throws TraceFormatException {
        FileReading<A> reading = new FileReading<>(filter, seek, fold, progress);
        PieceJoin<A> join = new PieceJoin<>(fold, sink);
        workers.each(pieces.of(files(), filter), reading::read, join);
        join.finish();
    }

    private Query with(Merging other) {
        return new Query(project, wanted, filter, other, pieces, seek);
    }

    private Query with(EntryFilter narrower) {
        return new Query(project, wanted, narrower, merging, pieces, seek);
    }
}

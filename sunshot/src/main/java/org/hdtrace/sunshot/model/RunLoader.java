// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.model;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import org.hdtrace.analysis.relations.RelationGraph;
import org.hdtrace.analysis.relations.TooManyOperationsError;
import org.hdtrace.format.Finding;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.project.Communicator;
import org.hdtrace.format.project.Member;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.project.StatisticsFile;
import org.hdtrace.format.project.TraceFile;
import org.hdtrace.sunshot.store.MemorySpace;
import org.hdtrace.sunshot.store.StoreBuilder;
import org.hdtrace.sunshot.store.StoreFile;
import org.hdtrace.sunshot.store.StoreFolder;
import org.hdtrace.sunshot.store.StoredTrace;

/**
 * Opens a project. One loader opens one project, on any thread; nothing of it is shared but the category table.
 *
 * <p>States are held in columns outside of the heap: in memory for small projects; for others in a store file beside the
 * project or in a cache folder, which is made the first time, and anew when the traces are others. What a filter leaves
 * over is stored for this once.
 */
public final class RunLoader {
    private final CategoryTable categories;
    private final StateFilter filter;
    private final LoadMonitor monitor;
    private final StoreFolder folder;
    private final List<String> notes = new ArrayList<>();
    private final List<TraceFormatException> unreadable = new ArrayList<>();
    private long bytesDone;
    private long bytesTotal = 1;
    private long earliest = Long.MAX_VALUE;
    private long latest = Long.MIN_VALUE;

    /** A loader that keeps stores beside projects, or nowhere where nothing can be written. */
    public RunLoader(CategoryTable categories, StateFilter filter, LoadMonitor monitor) {
        this(categories, filter, monitor, StoreFolder.beside());
    }

    /**
     * A loader.
     *
     * @param categories numbers the names of states
     * @param filter states and records of statistics that don't pass are left out
     * @param folder where stores are kept
     */
    public RunLoader(CategoryTable categories, StateFilter filter, LoadMonitor monitor, StoreFolder folder) {
        this.categories = categories;
        this.filter = filter;
        this.monitor = monitor;
        this.folder = folder;
    }

    /**
     * Opens a project; of damaged files what is readable.
     *
     * @param path a project file or a directory holding one
     * @throws TraceFormatException if the project file, or each of its files, can't be read; names file, place and cause
     * @throws CancellationException if the monitor asked to stop
     */
    public Run load(Path path) throws TraceFormatException {
        monitor.progress(0, path.toString());
        Project project = Project.open(path);
        List<Path> traces = project.traces().stream().map(TraceFile::path).toList();
        List<Path> statistics =
                project.statistics().stream().map(StatisticsFile::path).toList();
        long traceBytes = bytes(traces);
        bytesTotal = Math.max(1, traceBytes + bytes(statistics));
        StoreFile store = store(project, traces, traceBytes);
        store.onDamage(monitor::damaged);
        Map<List<String>, StateTrack> tracks = tracks(project, store);
        bytesDone = traceBytes;
        Map<List<String>, List<StatisticsTable>> tables = new HashMap<>();
        for (StatisticsFile file : project.statistics()) {
            StatisticsTable whole = readStatistics(file);
            StatisticsTable table = whole.sift(filter);
            if (whole.series().isEmpty() || !table.series().isEmpty()) {
                tables.computeIfAbsent(file.node().path(), key -> new ArrayList<>())
                        .add(table);
            }
        }
        Map<List<String>, List<StateTrack>> lanes = readRelations(project);
        project.findings().forEach(this::note);
        checkReadable(project);
        monitor.progress(1, project.name());
        Interval interval = earliest > latest ? new Interval(0, 1_000_000_000L) : new Interval(earliest, latest);
        List<Row> rows = new RowBuilder(project, categories, tracks, tables, lanes).rows();
        return new Run(
                project.name(),
                project.file(),
                interval,
                rows,
                project.levels(),
                notes,
                project.communicators().stream().map(RunLoader::members).toList());
    }

    /** Files of which nothing could be read are told first. */
    private void checkReadable(Project project) throws TraceFormatException {
        int files = project.traces().size()
                + project.statistics().size()
                + project.relations().size();
        if (files > 0 && unreadable.size() == files) {
            throw unreadable.get(0);
        }
        List<String> first = unreadable.stream().map(Throwable::getMessage).toList();
        notes.removeAll(first);
        notes.addAll(0, first);
    }

    /** Why nothing of some files of the project could be read. */
    public List<TraceFormatException> unreadable() {
        return List.copyOf(unreadable);
    }

    private static Run.Members members(Communicator communicator) {
        String name = communicator.name().isEmpty() ? "communicator " + communicator.gid() : communicator.name();
        return new Run.Members(
                name, communicator.members().stream().map(Member::global).toList());
    }

    private static long bytes(List<Path> files) {
        long total = 0;
        for (Path file : files) {
            total += size(file);
        }
        return total;
    }

    /** A file that cannot be read is reported by its reader. */
    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (IOException e) {
            return 0;
        }
    }

    private StoreFile store(Project project, List<Path> traces, long traceBytes) throws TraceFormatException {
        stopIfCancelled();
        StoreBuilder builder = new StoreBuilder(traces, this::read, monitor::isCancelled);
        if (filter.concernsStates()) {
            Optional<StoreFile> sifted = sifted(builder, project, traces, traceBytes);
            if (sifted.isPresent()) {
                return sifted.get();
            }
            builder = builder.only(cursor -> filter.passes(StateFilter.factsOf(cursor)));
        } else if (!StoreFolder.isSmall(traceBytes)) {
            Optional<StoreFile> made = folder.open(
                    project.file(), traces, damage -> notes.add(damage.getMessage() + "; it was made anew"));
            if (made.isPresent()) {
                return made.get();
            }
        }
        if (!StoreFolder.isSmall(traceBytes)) {
            monitor.beforeReadingAll(project);
            monitor.watcher().ifPresent(builder::watch);
            stopIfCancelled();
        }
        try {
            StoreFile made = StoreFolder.isSmall(traceBytes) ? builder.buildInMemory() : build(builder, project);
            unreadable.addAll(builder.unreadable());
            return made;
        } catch (IOException e) {
            throw TraceFormatException.atByte(project.file(), 0, e.getMessage());
        }
    }

    /** What passes a filter of names and durations, of the store if there is one. */
    private Optional<StoreFile> sifted(StoreBuilder builder, Project project, List<Path> traces, long traceBytes)
            throws TraceFormatException {
        if (filter.usesAttributes() || StoreFolder.isSmall(traceBytes)) {
            return Optional.empty();
        }
        Optional<StoreFile> whole = folder.open(project.file(), traces);
        if (whole.isEmpty()) {
            return Optional.empty();
        }
        monitor.beforeSifting(project, whole.get());
        stopIfCancelled();
        try {
            return Optional.of(
                    builder.only(whole.get(), filter::passingDurations).build(project.file(), folder));
        } catch (IOException e) {
            // Damaged, or there is no room: the traces are still there.
            System.getLogger(RunLoader.class.getName())
                    .log(System.Logger.Level.DEBUG, () -> "not used: " + e.getMessage());
            bytesDone = 0;
            return Optional.empty();
        }
    }

    /** Where no store can be written the memory may suffice. */
    private StoreFile build(StoreBuilder builder, Project project) throws IOException {
        try {
            return builder.build(project.file(), folder);
        } catch (IOException e) {
            notes.add("the store of " + project.file() + " can't be written: " + e.getMessage());
            bytesDone = 0;
            return builder.buildInMemory();
        }
    }

    /** Called by one thread at a time. */
    private void read(Path trace, long bytes) {
        bytesDone += bytes;
        monitor.progress(
                Math.min(1, (double) bytesDone / bytesTotal),
                trace.getFileName().toString());
    }

    private Map<List<String>, StateTrack> tracks(Project project, StoreFile store) {
        // Readers beside each other meet the names in an order that differs from run to run; numbers must not.
        store.categories().stream().sorted().forEach(categories::idOf);
        int[] numbers = store.categories().stream().mapToInt(categories::idOf).toArray();
        Map<List<String>, StateTrack> tracks = new HashMap<>();
        for (int i = 0; i < store.traces().size(); i++) {
            StoredTrace trace = store.traces().get(i);
            tracks.put(
                    project.traces().get(i).node().path(),
                    new StateTrack(store.space(), trace.place(), trace.states(), numbers));
            earliest = Math.min(earliest, trace.earliestNanos());
            latest = Math.max(latest, trace.latestNanos());
            notes.addAll(trace.notes());
        }
        return tracks;
    }

    private void stopIfCancelled() {
        if (monitor.isCancelled()) {
            throw new CancellationException("loading was cancelled");
        }
    }

    private StatisticsTable readStatistics(StatisticsFile file) {
        stopIfCancelled();
        monitor.progress(
                Math.min(1, (double) bytesDone / bytesTotal),
                file.path().getFileName().toString());
        StatisticsTable table = table(file);
        table.findings().forEach(this::note);
        if (!table.isEmpty()) {
            earliest = Math.min(earliest, table.startNanos());
            latest = Math.max(latest, table.endNanos());
        }
        bytesDone += size(file.path());
        return table;
    }

    private StatisticsTable table(StatisticsFile file) {
        try {
            return StatisticsTable.read(file);
        } catch (TraceFormatException e) {
            unreadable.add(e);
            return new StatisticsTable(file.group(), List.of(), List.of());
        }
    }

    private Map<List<String>, List<StateTrack>> readRelations(Project project) {
        if (project.relations().isEmpty()) {
            return Map.of();
        }
        RelationGraph graph;
        try {
            graph = RelationGraph.readable(project, path -> {
                stopIfCancelled();
                monitor.progress(1, path.getFileName().toString());
            });
        } catch (TooManyOperationsError e) {
            // The rows of the traces are worth seeing without those of the operations.
            notes.add(e.getMessage());
            return Map.of();
        }
        graph.findings().forEach(this::note);
        graph.unreadable().forEach(unreadable::add);
        for (int operation = 0; operation < graph.size(); operation++) {
            earliest = Math.min(earliest, graph.startNanos(operation));
            latest = Math.max(latest, graph.endNanos(operation));
        }
        return new OperationTracks(graph, categories, filter, new MemorySpace()).byNode();
    }

    private void note(Finding finding) {
        notes.add(finding.toString());
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.model;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import org.hdtrace.analysis.relations.RelationGraph;
import org.hdtrace.format.Finding;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.project.Communicator;
import org.hdtrace.format.project.Member;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.project.StatisticsFile;
import org.hdtrace.format.project.TraceFile;
import org.hdtrace.format.trace.TraceCursor;
import org.hdtrace.sunshot.store.MemorySpace;

/**
 * Reads a project into memory. One loader reads one project, on any thread; nothing of it is shared but the category
 * table.
 *
 * <p>Ten to fifteen bytes are kept per state, outside of the heap. A project whose states take more than half of what
 * Java may use is refused with the remedy in the message, before the memory runs out.
 */
public final class RunLoader {
    private static final int CHECK_EVERY = 8192;

    private final CategoryTable categories;
    private final StateFilter filter;
    private final LoadMonitor monitor;
    private final List<String> notes = new ArrayList<>();
    private long bytesDone;
    private long bytesTotal = 1;
    private final MemorySpace memory = new MemorySpace();
    private long earliest = Long.MAX_VALUE;
    private long latest = Long.MIN_VALUE;

    /**
     * A loader.
     *
     * @param categories numbers the names of states
     * @param filter states that don't pass are left out
     */
    public RunLoader(CategoryTable categories, StateFilter filter, LoadMonitor monitor) {
        this.categories = categories;
        this.filter = filter;
        this.monitor = monitor;
    }

    /**
     * Reads everything.
     *
     * @param path a project file or a directory holding one
     * @throws TraceFormatException if a file is damaged beyond what readers forgive, names file, place and cause
     * @throws CancellationException if the monitor asked to stop
     */
    public Run load(Path path) throws TraceFormatException {
        monitor.progress(0, path.toString());
        Project project = Project.open(path);
        bytesTotal = Math.max(1, totalBytes(project));
        Map<List<String>, StateTrack> tracks = new HashMap<>();
        for (TraceFile file : project.traces()) {
            tracks.put(file.node().path(), readTrace(file));
        }
        Map<List<String>, List<StatisticsTable>> tables = new HashMap<>();
        for (StatisticsFile file : project.statistics()) {
            StatisticsTable table = readStatistics(file);
            tables.computeIfAbsent(file.node().path(), key -> new ArrayList<>()).add(table);
        }
        Map<List<String>, List<StateTrack>> lanes = readRelations(project);
        project.findings().forEach(this::note);
        monitor.progress(1, project.name());
        Interval interval = earliest > latest ? new Interval(0, 1_000_000_000L) : new Interval(earliest, latest);
        List<Row> rows = new RowBuilder(project, tracks, tables, lanes).rows();
        return new Run(
                project.name(),
                project.file(),
                interval,
                rows,
                project.levels(),
                notes,
                project.communicators().stream().map(RunLoader::members).toList());
    }

    private static Run.Members members(Communicator communicator) {
        String name = communicator.name().isEmpty() ? "communicator " + communicator.gid() : communicator.name();
        return new Run.Members(
                name, communicator.members().stream().map(Member::global).toList());
    }

    private static long totalBytes(Project project) {
        long total = 0;
        for (TraceFile file : project.traces()) {
            total += size(file.path());
        }
        for (StatisticsFile file : project.statistics()) {
            total += size(file.path());
        }
        return total;
    }

    /** Only for the progress bar; a file that cannot be read is reported by its reader. */
    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (IOException e) {
            return 0;
        }
    }

    private StateTrack readTrace(TraceFile file) throws TraceFormatException {
        StateTrack.Builder builder = new StateTrack.Builder(memory);
        Map<String, Integer> known = new HashMap<>();
        try (TraceCursor cursor = TraceCursor.open(file)) {
            StateFilter.Facts facts = StateFilter.factsOf(cursor);
            for (int entry = 0; cursor.next(); entry++) {
                if (entry % CHECK_EVERY == 0) {
                    checkpoint(file.path(), cursor.byteOffset());
                }
                if (filter.passes(facts)) {
                    int category = known.computeIfAbsent(cursor.name(), categories::idOf);
                    add(builder, cursor, category);
                }
            }
            cursor.findings().forEach(this::note);
        }
        bytesDone += size(file.path());
        return builder.build();
    }

    private void add(StateTrack.Builder builder, TraceCursor cursor, int category) {
        long start = cursor.startNanos();
        earliest = Math.min(earliest, start);
        if (cursor.isEvent()) {
            builder.event(start, category, cursor.byteOffset());
            latest = Math.max(latest, start);
        } else {
            long end = Math.max(start, cursor.endNanos());
            builder.state(cursor.depth(), start, end, category, cursor.byteOffset());
            latest = Math.max(latest, end);
        }
    }

    private void checkpoint(Path file, long offset) throws TraceFormatException {
        stopIfCancelled();
        monitor.progress(
                Math.min(1, (double) (bytesDone + offset) / bytesTotal),
                file.getFileName().toString());
        if (memory.usedBytes() > Runtime.getRuntime().maxMemory() / 2) {
            throw TraceFormatException.atByte(
                    file, offset, "more states than fit into the memory; give Java more with -Xmx, or use --filter");
        }
    }

    private void stopIfCancelled() {
        if (monitor.isCancelled()) {
            throw new CancellationException("loading was cancelled");
        }
    }

    private StatisticsTable readStatistics(StatisticsFile file) throws TraceFormatException {
        stopIfCancelled();
        monitor.progress(
                Math.min(1, (double) bytesDone / bytesTotal),
                file.path().getFileName().toString());
        StatisticsTable table = StatisticsTable.read(file);
        table.findings().forEach(this::note);
        if (!table.isEmpty()) {
            earliest = Math.min(earliest, table.startNanos());
            latest = Math.max(latest, table.endNanos());
        }
        bytesDone += size(file.path());
        return table;
    }

    private Map<List<String>, List<StateTrack>> readRelations(Project project) throws TraceFormatException {
        if (project.relations().isEmpty()) {
            return Map.of();
        }
        RelationGraph graph = RelationGraph.read(project, path -> {
            stopIfCancelled();
            monitor.progress(1, path.getFileName().toString());
        });
        graph.findings().forEach(this::note);
        for (int operation = 0; operation < graph.size(); operation++) {
            earliest = Math.min(earliest, graph.startNanos(operation));
            latest = Math.max(latest, graph.endNanos(operation));
        }
        return new OperationTracks(graph, categories, filter, memory).byNode();
    }

    private void note(Finding finding) {
        notes.add(finding.toString());
    }
}

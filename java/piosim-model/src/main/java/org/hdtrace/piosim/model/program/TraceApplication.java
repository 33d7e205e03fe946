// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.program;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import org.hdtrace.format.Finding;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.project.TraceFile;
import org.hdtrace.format.query.Query;
import org.hdtrace.format.query.SideBySide;
import org.hdtrace.format.trace.TraceCursor;
import org.hdtrace.piosim.model.cluster.CommandType;

/**
 * Makes an {@link Application} of a recorded project.
 *
 * <p>Top-level states become commands; what is nested in them is how the MPI library did it, which the simulation does
 * its own way, unless asked for the recorded messages. The time between two calls, and that of local calls, becomes computation: its length at the
 * recorded processor speed, or at the modelled speed when the trace doesn't tell one. Time before the first and after
 * the last call isn't charged.
 */
public final class TraceApplication {
    static final int OPEN_FILES = 256;
    /** What of the heap waiting entries may take. */
    private static final int HEAP_SHARE = 8;

    private static final long LEAST_BUFFER = 48 << 20;

    private TraceApplication() {}

    /**
     * How a project is loaded.
     *
     * @param computeScale factor for all computation; 0 leaves it out
     * @param streaming whether commands are read from the traces while they run instead of kept in memory; they are the
     *     same
     * @param executable commands that the simulation knows; calls that need others are counted as unsupported and
     *     charged as computation
     * @param recordedCollectives whether what was recorded inside collective calls takes their place; not
     *     for streaming
     */
    public record Options(
            double computeScale, boolean streaming, Set<CommandType> executable, boolean recordedCollectives) {
        /** Everything in memory, computation as recorded. */
        public static final Options DEFAULT = new Options(1, false, Set.of(CommandType.values()));

        public Options {
            executable = Set.copyOf(executable);
            if (!(computeScale >= 0) || Double.isInfinite(computeScale)) {
                throw new IllegalArgumentException("computeScale=" + computeScale + ": must be >= 0");
            }
            if (streaming && recordedCollectives) {
                throw new IllegalArgumentException("recordedCollectives=true: not while streaming");
            }
        }

        /** The simulation's own collectives. */
        public Options(double computeScale, boolean streaming, Set<CommandType> executable) {
            this(computeScale, streaming, executable, false);
        }
    }

    /**
     * Load a project from its file or directory.
     *
     * @throws TraceFormatException when a file can't be read, or ranks are missing
     */
    public static Application load(Path project, Options options) throws TraceFormatException {
        return load(Project.open(project), options);
    }

    /**
     * Load an open project. All traces are read once, in streaming mode as well, to find what can't be simulated. However many
     * there are, at most {@value #OPEN_FILES} files are open at once in a simulation.
     *
     * @throws TraceFormatException when a trace can't be read, or ranks are missing
     */
    public static Application load(Project project, Options options) throws TraceFormatException {
        return load(project, options, OPEN_FILES);
    }

    static Application load(Project project, Options options, int openFiles) throws TraceFormatException {
        Objects.requireNonNull(options, "options");
        List<List<TraceFile>> traces = tracesByRank(project);
        Survey survey = Survey.of(project, traces.stream().flatMap(List::stream).toList());
        CommunicatorTable communicators = CommunicatorTable.of(project, traces.size(), survey.neighbors());
        survey.ownBlocks().join(communicators);
        survey.windows().join(communicators);
        TraceContext context = new TraceContext(project, survey, communicators, FileTable.of(project), options);
        Noticed noticed =
                new Noticed(EnumSet.noneOf(CommandType.class), new TreeMap<>(), new ArrayList<>(), new AtomicLong());
        ReplacedCalls replaced = options.recordedCollectives() ? ReplacedCalls.of(traces, communicators) : null;
        List<List<List<Command>>> commands = new ArrayList<>();
        Map<Path, TraceHead> heads = new HashMap<>();
        for (List<TraceFile> threads : traces) {
            List<List<Command>> ofRank = new ArrayList<>();
            for (TraceFile trace : threads) {
                ofRank.add(readAll(context, trace, heads, replaced, noticed));
            }
            commands.add(ofRank);
        }
        context.files().close();
        if (options.recordedCollectives() && noticed.messages().get() == 0) {
            throw new TraceFormatException(
                    project.file(),
                    "Topology",
                    "no collective call has messages inside, so there are none to simulate; record with --internals");
        }
        LoadedApplication.Source source =
                options.streaming() ? streamed(context, traces, heads, openFiles) : LoadedApplication.stored(commands);
        return new LoadedApplication(
                project.name(),
                context.communicators().all(),
                context.files().all(),
                context.files().places(),
                survey.windows().all(),
                project.datatypes(),
                traces.stream().map(TraceApplication::numbers).toList(),
                noticed.types(),
                noticed.unsupported().entrySet().stream()
                        .map(entry -> new Application.Unsupported(entry.getKey(), entry.getValue()))
                        .toList(),
                noticed.findings(),
                source);
    }

    /** What was seen in all traces so far. */
    private record Noticed(
            Set<CommandType> types, Map<String, Long> unsupported, List<Finding> findings, AtomicLong messages) {
        void add(TraceStream stream) {
            stream.unsupported().forEach((name, count) -> unsupported.merge(name, count, Long::sum));
            findings.addAll(stream.findings());
            messages.addAndGet(stream.messagesInside());
        }
    }

    private static LoadedApplication.Source streamed(
            TraceContext context, List<List<TraceFile>> traces, Map<Path, TraceHead> heads, int openFiles) {
        SideBySide files = Query.of(context.project())
                .where(trace -> trace.rank() >= 0)
                .topLevel()
                .statesOnly()
                .openFiles(openFiles)
                .buffer(Math.max(LEAST_BUFFER, Runtime.getRuntime().maxMemory() / HEAP_SHARE))
                .sideBySide();
        return (rank, thread) -> {
            TraceFile trace = traces.get(rank).get(thread);
            return new TraceStream(context, trace, heads.get(trace.path()), EntrySource.selected(files.open(trace)));
        };
    }

    private static List<Integer> numbers(List<TraceFile> threads) {
        return threads.stream().map(TraceFile::thread).toList();
    }

    /** The commands of a trace; none in streaming mode, where only the rest of what it tells is wanted. */
    private static List<Command> readAll(
            TraceContext context, TraceFile trace, Map<Path, TraceHead> heads, ReplacedCalls replaced, Noticed noticed)
            throws TraceFormatException {
        List<Command> commands = new ArrayList<>();
        TraceCursor cursor = TraceCursor.open(trace.path());
        TraceHead head = TraceHead.of(cursor.program());
        heads.put(trace.path(), head);
        try (TraceStream stream = new TraceStream(
                context,
                trace,
                head,
                replaced == null
                        ? EntrySource.thorough(cursor)
                        : new InsideCollectives(cursor, trace.rank(), replaced))) {
            for (Command command = stream.next(); command != null; command = stream.next()) {
                LoadedApplication.addTypes(noticed.types(), command);
                if (!context.options().streaming()) {
                    commands.add(command);
                }
            }
            noticed.add(stream);
        }
        return List.copyOf(commands);
    }

    private static List<List<TraceFile>> tracesByRank(Project project) throws TraceFormatException {
        TreeMap<Integer, List<TraceFile>> byRank = new TreeMap<>();
        for (TraceFile trace : project.traces()) {
            if (trace.rank() >= 0) {
                byRank.computeIfAbsent(trace.rank(), rank -> new ArrayList<>()).add(trace);
            }
        }
        if (byRank.isEmpty()) {
            throw new TraceFormatException(
                    project.file(), "Topology", "no trace belongs to a rank, so there is nothing to simulate");
        }
        for (int rank = 0; rank <= byRank.lastKey(); rank++) {
            if (!byRank.containsKey(rank)) {
                throw new TraceFormatException(
                        project.file(),
                        "Topology",
                        "rank " + rank + " has no trace, but rank " + byRank.lastKey() + " has");
            }
        }
        byRank.values().forEach(threads -> threads.sort(Comparator.comparingInt(TraceFile::thread)));
        return List.copyOf(byRank.values());
    }
}

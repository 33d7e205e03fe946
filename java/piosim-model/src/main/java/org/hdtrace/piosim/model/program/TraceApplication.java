// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.program;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.hdtrace.format.Finding;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.project.TraceFile;
import org.hdtrace.piosim.model.cluster.CommandType;

/**
 * Makes an {@link Application} of a recorded project.
 *
 * <p>Top-level states become commands; what is nested in them is how the MPI library did it, which the simulation does
 * its own way. The time between two calls, and that of local calls, becomes computation: its length at the
 * recorded processor speed, or at the modelled speed when the trace doesn't tell one. Time before the first and after
 * the last call isn't charged.
 */
public final class TraceApplication {
    private TraceApplication() {}

    /**
     * How a project is loaded.
     *
     * @param computeScale factor for all computation; 0 leaves it out
     * @param streaming whether commands are read from the traces while they run instead of kept in memory; they are the
     *     same
     * @param executable commands that the simulation knows; calls that need others are counted as unsupported and
     *     charged as computation
     */
    public record Options(double computeScale, boolean streaming, Set<CommandType> executable) {
        /** Everything in memory, computation as recorded. */
        public static final Options DEFAULT = new Options(1, false, Set.of(CommandType.values()));

        public Options {
            executable = Set.copyOf(executable);
            if (!(computeScale >= 0) || Double.isInfinite(computeScale)) {
                throw new IllegalArgumentException("computeScale=" + computeScale + ": must be >= 0");
            }
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
     * Load an open project. All traces are read once, in streaming mode as well, to find what can't be simulated.
     *
     * @throws TraceFormatException when a trace can't be read, or ranks are missing
     */
    public static Application load(Project project, Options options) throws TraceFormatException {
        Objects.requireNonNull(options, "options");
        List<List<TraceFile>> traces = tracesByRank(project);
        TraceContext context =
                new TraceContext(project, CommunicatorTable.of(project, traces.size()), FileTable.of(project), options);
        Map<String, Long> unsupported = new TreeMap<>();
        List<Finding> findings = new ArrayList<>();
        List<List<List<Command>>> commands = new ArrayList<>();
        for (List<TraceFile> threads : traces) {
            List<List<Command>> ofRank = new ArrayList<>();
            for (TraceFile trace : threads) {
                ofRank.add(readAll(context, trace, unsupported, findings));
            }
            commands.add(ofRank);
        }
        context.files().close();
        LoadedApplication.Source source = options.streaming()
                ? (rank, thread) -> TraceStream.open(context, traces.get(rank).get(thread))
                : LoadedApplication.stored(commands);
        return new LoadedApplication(
                project.name(),
                context.communicators().all(),
                context.files().all(),
                traces.stream().map(TraceApplication::numbers).toList(),
                unsupported.entrySet().stream()
                        .map(entry -> new Application.Unsupported(entry.getKey(), entry.getValue()))
                        .toList(),
                findings,
                source);
    }

    private static List<Integer> numbers(List<TraceFile> threads) {
        return threads.stream().map(TraceFile::thread).toList();
    }

    /** The commands of a trace; none in streaming mode, where only the rest of what it tells is wanted. */
    private static List<Command> readAll(
            TraceContext context, TraceFile trace, Map<String, Long> unsupported, List<Finding> findings)
            throws TraceFormatException {
        List<Command> commands = new ArrayList<>();
        try (TraceStream stream = TraceStream.open(context, trace)) {
            for (Command command = stream.next(); command != null; command = stream.next()) {
                if (!context.options().streaming()) {
                    commands.add(command);
                }
            }
            stream.unsupported().forEach((name, count) -> unsupported.merge(name, count, Long::sum));
            findings.addAll(stream.findings());
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

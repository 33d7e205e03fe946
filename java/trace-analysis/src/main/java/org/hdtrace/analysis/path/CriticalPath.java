// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.path;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.hdtrace.analysis.damage.Damages;
import org.hdtrace.analysis.messages.MessageReader;
import org.hdtrace.analysis.relations.RelationGraph;
import org.hdtrace.analysis.waits.WaitReader;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.query.Query;
import org.hdtrace.format.query.TraceStream;

/**
 * The longest chain of a run: what it consists of could not be longer without the run being longer. It goes from process to process
 * where one waited for the other (see {@link WaitReader}), so that no waiting is on it; the time that a call of MPI-IO takes is given
 * to the operations that it caused on servers.
 *
 * @param segments in the order of time, without gaps
 * @param shares by node and name of what passed there, the largest first
 * @param damages of the traces, and of the relation files, that it was made of
 */
public record CriticalPath(List<Segment> segments, List<Share> shares, Damages damages) {
    /** Name of the time between two calls. */
    public static final String BETWEEN_CALLS = "between calls";

    /**
     * How much of the path passed in one kind of state of a node.
     *
     * @param node path of the node
     * @param name of the state or operation
     */
    public record Share(String node, String name, long nanos) {}

    public CriticalPath {
        segments = List.copyOf(segments);
        shares = List.copyOf(shares);
    }

    /**
     * Read a project twice: its waits, then the calls on the path; of damaged files what is readable.
     */
    public static CriticalPath of(Project project, Consumer<Path> progress) {
        PathFinder finder = new PathFinder(project.traces().size());
        MessageReader.Summary summary = WaitReader.read(project, progress, finder::call, finder::add);
        List<Segment> segments = finder.find();
        RelationGraph graph = RelationGraph.readable(project, path -> {});
        graph.damages().forEach(damage -> summary.damages().add(Optional.of(damage)));
        Sums sums = new Sums(project, graph);
        sums.add(segments);
        return new CriticalPath(segments, sums.shares(), summary.damages());
    }

    /** Length of the path, ns: the time of the run, but for what comes before the first call of where it begins. */
    public long nanos() {
        return segments.stream().mapToLong(Segment::nanos).sum();
    }

    /** Sums of the shares by name, the largest first. */
    public List<Share> byName() {
        Map<String, Long> sums = new HashMap<>();
        shares.forEach(share -> sums.merge(share.name(), share.nanos(), Long::sum));
        return sorted(sums.entrySet().stream()
                .map(sum -> new Share("", sum.getKey(), sum.getValue()))
                .toList());
    }

    /** Sums of the shares by node, the largest first. */
    public List<Share> byNode() {
        Map<String, Long> sums = new HashMap<>();
        shares.forEach(share -> sums.merge(share.node(), share.nanos(), Long::sum));
        return sorted(sums.entrySet().stream()
                .map(sum -> new Share(sum.getKey(), "", sum.getValue()))
                .toList());
    }

    private static List<Share> sorted(List<Share> shares) {
        return shares.stream()
                .sorted(Comparator.comparingLong(Share::nanos)
                        .reversed()
                        .thenComparing(Share::node)
                        .thenComparing(Share::name))
                .toList();
    }

    /** Adds up what the calls on the path are. */
    private static final class Sums {
        private final Project project;
        private final OperationShares operations;
        private final Map<List<String>, Long> sums = new HashMap<>();
        private final Map<Integer, TreeMap<Long, Segment>> byTrace = new HashMap<>();
        private final Map<Integer, Long> inCalls = new HashMap<>();

        Sums(Project project, RelationGraph graph) {
            this.project = project;
            this.operations = graph.size() == 0 ? null : new OperationShares(graph);
        }

        void add(List<Segment> segments) {
            segments.forEach(segment -> byTrace.computeIfAbsent(segment.trace(), unused -> new TreeMap<>())
                    .put(segment.fromNanos(), segment));
            byTrace.forEach((trace, own) -> {
                var file = project.traces().get(trace);
                Query query = Query.of(project)
                        .where(each -> each.equals(file))
                        .statesOnly()
                        .topLevel()
                        .withoutData();
                try (TraceStream states = query.byEnd()) {
                    while (states.next()) {
                        add(trace, own, states);
                    }
                }
                long all = own.values().stream().mapToLong(Segment::nanos).sum();
                add(nodeOf(trace), BETWEEN_CALLS, all - inCalls.getOrDefault(trace, 0L));
            });
        }

        private void add(int trace, NavigableMap<Long, Segment> own, TraceStream state) {
            long start = state.startNanos();
            long end = state.endNanos();
            Map.Entry<Long, Segment> at = own.lowerEntry(end);
            while (at != null && at.getValue().toNanos() > start) {
                long from = Math.max(start, at.getValue().fromNanos());
                long to = Math.min(end, at.getValue().toNanos());
                if (from < to) {
                    inCalls.merge(trace, to - from, Long::sum);
                    add(trace, state, from, to);
                }
                at = own.lowerEntry(at.getKey());
            }
        }

        private void add(int trace, TraceStream state, long from, long to) {
            boolean io = operations != null && state.name().startsWith("File_");
            int operation =
                    io ? operations.find(project.traces().get(trace).node(), state.startNanos(), state.endNanos()) : -1;
            if (operation < 0) {
                add(nodeOf(trace), state.name(), to - from);
            } else {
                operations.share(operation, from, to, this::add);
            }
        }

        private void add(String node, String name, long nanos) {
            if (nanos > 0) {
                sums.merge(List.of(node, name), nanos, Long::sum);
            }
        }

        private String nodeOf(int trace) {
            return String.join("/", project.traces().get(trace).node().path());
        }

        List<Share> shares() {
            List<Share> all = new ArrayList<>();
            sums.forEach((key, nanos) -> all.add(new Share(key.get(0), key.get(1), nanos)));
            return sorted(all);
        }
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.waits;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.hdtrace.analysis.damage.Damages;
import org.hdtrace.analysis.messages.MessageReader;
import org.hdtrace.analysis.relations.RelationGraph;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.project.TopologyNode;

/**
 * How long each process of a project waits, and why.
 *
 * <p>Thread: one thread at a time.
 */
public final class WaitSums {
    /** A call may wait for several messages; its longest wait counts, which is known for so many calls. */
    private static final int REMEMBERED = 1 << 16;

    private final Map<String, EnumMap<WaitKind, Row>> byNode = new LinkedHashMap<>();
    private final Map<Integer, Long> firsts = new HashMap<>();
    private final Map<Integer, Long> lasts = new HashMap<>();
    private final Project project;
    private Damages damages = new Damages();

    private final Map<List<Long>, Wait> counted = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<List<Long>, Wait> eldest) {
            return size() > REMEMBERED;
        }
    };

    /**
     * How one node waits for one reason.
     *
     * @param node its path
     * @param count of the calls or operations that waited
     */
    public record Row(WaitKind kind, String node, long count, long nanos) {
        private Row with(long calls, long more) {
            return new Row(kind, node, count + calls, nanos + more);
        }
    }

    private WaitSums(Project project) {
        this.project = project;
    }

    /**
     * Read a project's traces and relation files.
     *
     * @throws TraceFormatException when a relation file can't be read to its end
     */
    public static WaitSums read(Project project, Consumer<Path> progress) throws TraceFormatException {
        WaitSums sums = new WaitSums(project);
        MessageReader.Summary summary = WaitReader.read(
                project,
                progress,
                call -> {
                    sums.firsts.merge(call.trace(), call.startNanos(), Math::min);
                    sums.lasts.merge(call.trace(), call.endNanos(), Math::max);
                },
                sums::add);
        sums.damages = summary.damages();
        if (!project.relations().isEmpty()) {
            sums.addQueues(RelationGraph.read(project, progress));
        }
        return sums;
    }

    private void add(Wait wait) {
        List<Long> call = List.of(
                (long) wait.call().trace(),
                wait.call().startNanos(),
                wait.call().endNanos());
        Wait before = counted.get(call);
        if (before != null && wait.nanos() <= before.nanos()) {
            return;
        }
        TopologyNode node = project.traces().get(wait.call().trace()).node();
        if (before != null) {
            add(before.kind(), node, -1, -before.nanos());
        }
        counted.put(call, wait);
        add(wait.kind(), node, 1, wait.nanos());
    }

    /** Between the begin of an operation and that of its first effect on the same host. */
    private void addQueues(RelationGraph graph) {
        for (int operation = 0; operation < graph.size(); operation++) {
            TopologyNode node = graph.files().get(graph.fileOf(operation)).node();
            long first = Long.MAX_VALUE;
            for (int child : graph.children(operation)) {
                TopologyNode where = graph.files().get(graph.fileOf(child)).node();
                boolean sameHost = where.path().get(0).equals(node.path().get(0));
                first = sameHost ? Math.min(first, graph.startNanos(child)) : first;
            }
            long waited = first == Long.MAX_VALUE ? 0 : first - graph.startNanos(operation);
            if (waited > 0 && graph.parents(operation).length > 0) {
                add(WaitKind.SERVER_QUEUE, node, 1, waited);
            }
        }
    }

    private void add(WaitKind kind, TopologyNode node, long count, long nanos) {
        String path = String.join("/", node.path());
        Map<WaitKind, Row> rows = byNode.computeIfAbsent(path, unused -> new EnumMap<>(WaitKind.class));
        rows.put(kind, rows.getOrDefault(kind, new Row(kind, path, 0, 0)).with(count, nanos));
    }

    /** By kind, then by node, those without waits left out. */
    public List<Row> rows() {
        List<Row> all = new ArrayList<>();
        for (WaitKind kind : WaitKind.values()) {
            byNode.values().stream()
                    .map(rows -> rows.get(kind))
                    .filter(row -> row != null && row.count() > 0)
                    .sorted(Comparator.comparing(
                            Row::node,
                            Comparator.comparingInt(String::length).thenComparing(Comparator.naturalOrder())))
                    .forEach(all::add);
        }
        return all;
    }

    /** One row for each kind that occurs, over all nodes. */
    public List<Row> totals() {
        EnumMap<WaitKind, Row> totals = new EnumMap<>(WaitKind.class);
        for (Row row : rows()) {
            Row before = totals.getOrDefault(row.kind(), new Row(row.kind(), "", 0, 0));
            totals.put(row.kind(), before.with(row.count(), row.nanos()));
        }
        return List.copyOf(totals.values());
    }

    /** Time from the first to the last call of each trace, ns, over all traces. Shares are of this. */
    public long processNanos() {
        return firsts.entrySet().stream()
                .mapToLong(first -> lasts.get(first.getKey()) - first.getValue())
                .sum();
    }

    /** Of the traces. */
    public Damages damages() {
        return damages;
    }
}

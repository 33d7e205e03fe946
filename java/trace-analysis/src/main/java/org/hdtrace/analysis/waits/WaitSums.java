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
import java.util.Optional;
import java.util.function.Consumer;
import org.hdtrace.analysis.damage.Damages;
import org.hdtrace.analysis.messages.MessageReader;
import org.hdtrace.analysis.relations.RelationGraph;
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
    private long serverNanos;
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
     * @param nanos of all calls; of a server the time in which at least one operation waited, so never more than it ran
     */
    public record Row(WaitKind kind, String node, long count, long nanos) {
        private Row with(long calls, long more) {
            return new Row(kind, node, count + calls, nanos + more);
        }
    }

    private WaitSums(Project project) {
        this.project = project;
    }

    /** Read a project's traces and relation files, of damaged ones what is readable. */
    public static WaitSums read(Project project, Consumer<Path> progress) {
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
            RelationGraph graph = RelationGraph.readable(project, progress);
            graph.damages().forEach(damage -> sums.damages.add(Optional.of(damage)));
            ServerQueues queues = new ServerQueues(graph);
            queues.each((node, count, nanos) -> sums.add(WaitKind.SERVER_QUEUE, node, count, nanos));
            sums.serverNanos = queues.serverNanos();
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

    /** Of the time of all servers for their queues, of all processes for the rest, both from first to last sign of life. */
    public double share(Row row) {
        long whole = row.kind() == WaitKind.SERVER_QUEUE ? serverNanos : processNanos();
        return whole == 0 ? 0 : (double) row.nanos() / whole;
    }

    /** Time from the first begin to the last end of an operation of each server, ns, over all of them. */
    public long serverNanos() {
        return serverNanos;
    }

    /** Time from the first to the last call of each trace, ns, over all traces. */
    public long processNanos() {
        return firsts.entrySet().stream()
                .mapToLong(first -> lasts.get(first.getKey()) - first.getValue())
                .sum();
    }

    /** Of traces and relation files. */
    public Damages damages() {
        return damages;
    }
}

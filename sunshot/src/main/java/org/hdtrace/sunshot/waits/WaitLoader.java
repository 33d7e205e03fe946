// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.waits;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.hdtrace.analysis.relations.Lanes;
import org.hdtrace.analysis.relations.RelationGraph;
import org.hdtrace.analysis.waits.ServerQueues;
import org.hdtrace.analysis.waits.Wait;
import org.hdtrace.analysis.waits.WaitKind;
import org.hdtrace.analysis.waits.WaitReader;
import org.hdtrace.format.project.Project;
import org.hdtrace.sunshot.arrow.ArrowLoader;

/** Finds the waits of a project's traces and of the queues of its servers. It takes as long as reading all traces. */
public final class WaitLoader {
    private final Map<String, List<RowWaits.Entry>> rows = new HashMap<>();

    private WaitLoader() {}

    /**
     * Reads traces and relation files, of damaged ones what is readable.
     */
    public static WaitTable read(Project project) {
        List<String> traces = project.traces().stream()
                .map(file -> String.join("/", file.node().path()))
                .toList();
        WaitLoader loader = new WaitLoader();
        WaitReader.read(project, path -> {}, call -> {}, wait -> loader.add(traces, wait));
        if (!project.relations().isEmpty()) {
            loader.addQueues(RelationGraph.readable(project, path -> {}));
        }
        Map<String, RowWaits> made = new HashMap<>();
        loader.rows.forEach((path, entries) -> made.put(path, new RowWaits(entries)));
        return new WaitTable(made, traces);
    }

    private void add(List<String> traces, Wait wait) {
        add(
                traces.get(wait.call().trace()),
                new RowWaits.Entry(wait.call().startNanos(), wait.releaseNanos(), wait.kind(), wait.causeTrace()));
    }

    private void add(String path, RowWaits.Entry entry) {
        rows.computeIfAbsent(path, unused -> new ArrayList<>()).add(entry);
    }

    private void addQueues(RelationGraph graph) {
        Lanes lanes = Lanes.of(graph);
        for (int operation = 0; operation < graph.size(); operation++) {
            long start = graph.startNanos(operation);
            long handedOn = ServerQueues.handedOn(graph, operation);
            if (handedOn != Long.MAX_VALUE && handedOn > start) {
                add(
                        ArrowLoader.rowOf(graph, lanes, operation),
                        new RowWaits.Entry(start, handedOn, WaitKind.SERVER_QUEUE, -1));
            }
        }
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.arrow;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;
import org.hdtrace.analysis.messages.MessageReader;
import org.hdtrace.analysis.path.Segment;
import org.hdtrace.analysis.relations.Lanes;
import org.hdtrace.analysis.relations.RelationGraph;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.project.TopologyNode;
import org.hdtrace.format.project.TraceFile;
import org.hdtrace.format.select.Ranks;
import org.hdtrace.sunshot.model.OperationTracks;
import org.hdtrace.sunshot.store.StoreFolder;
import org.hdtrace.sunshot.store.TraceCache;

/** Reads the arrows of a project. Thread: any; one call uses one thread. */
public final class ArrowLoader {
    private static final String ENDING = ".hda";

    private ArrowLoader() {}

    /**
     * As {@link #messages(Project, Consumer)}; those of a large project are kept beside its store, in {@code P.hda}, and found there until
     * its traces are others.
     */
    public static ArrowTable messages(Project project, StoreFolder folder, Consumer<Path> progress) {
        List<Path> traces = project.traces().stream().map(TraceFile::path).toList();
        Optional<TraceCache> cache;
        try {
            cache = TraceCache.of(folder, project.file(), ENDING, traces);
        } catch (IOException e) {
            // Whoever reads the trace says why it can't be.
            cache = Optional.empty();
        }
        Optional<ArrowTable> kept = cache.flatMap(TraceCache::read).flatMap(ArrowCodec::decode);
        return kept.isPresent() ? kept.get() : messages(project, progress, cache);
    }

    /** From the start of each send to the end of its receive; damage of traces is what the run told already. */
    public static ArrowTable messages(Project project, Consumer<Path> progress) {
        return messages(project, progress, Optional.empty());
    }

    private static ArrowTable messages(Project project, Consumer<Path> progress, Optional<TraceCache> cache) {
        ArrowTable.Builder arrows = new ArrowTable.Builder();
        List<Integer> ends = new ArrayList<>();
        for (TraceFile file : project.traces()) {
            ends.add(arrows.end(pathOf(file.node())));
        }
        MessageReader.Summary summary = MessageReader.read(
                project,
                Ranks.all(),
                progress,
                message -> arrows.add(
                        ends.get(message.from().trace()),
                        message.startNanos(),
                        ends.get(message.to().trace()),
                        message.endNanos(),
                        message.bytes()));
        ArrowTable table = arrows.build();
        // A trace without its end may be still written.
        if (summary.damages().findings().isEmpty()) {
            cache.ifPresent(file -> file.write(ArrowCodec.encode(table)));
        }
        return table;
    }

    /** The pieces of the critical path on their rows, and where it goes from row to row. */
    public static ArrowTable path(Project project, List<Segment> segments) {
        ArrowTable.Builder arrows = new ArrowTable.Builder();
        Segment before = null;
        for (Segment segment : segments) {
            int row = arrows.end(pathOf(project.traces().get(segment.trace()).node()));
            arrows.add(row, segment.fromNanos(), row, segment.toNanos(), 0);
            if (before != null && before.trace() != segment.trace()) {
                int from =
                        arrows.end(pathOf(project.traces().get(before.trace()).node()));
                arrows.add(from, segment.fromNanos(), row, segment.fromNanos(), 0);
            }
            before = segment;
        }
        return arrows.build();
    }

    /** From the start of each cause to the start of what it caused. */
    public static ArrowTable relations(RelationGraph graph, Lanes lanes) {
        ArrowTable.Builder arrows = new ArrowTable.Builder();
        for (int operation = 0; operation < graph.size(); operation++) {
            for (int parent : graph.parents(operation)) {
                add(arrows, graph, lanes, parent, operation, path -> 0);
            }
        }
        return arrows.build();
    }

    /** The arrow from a cause to its effect; {@code shift} says how far a row was moved. */
    static void add(
            ArrowTable.Builder arrows,
            RelationGraph graph,
            Lanes lanes,
            int cause,
            int effect,
            ToLongFunction<String> shift) {
        String from = rowOf(graph, lanes, cause);
        String to = rowOf(graph, lanes, effect);
        arrows.add(
                arrows.end(from),
                graph.startNanos(cause) + shift.applyAsLong(from),
                arrows.end(to),
                graph.startNanos(effect) + shift.applyAsLong(to),
                graph.bytes(effect));
    }

    /** As {@link #relations(RelationGraph, Lanes)}, of what the project's files hold. */
    public static ArrowTable relations(Project project, Consumer<Path> progress) {
        RelationGraph graph = RelationGraph.readable(project, progress);
        return relations(graph, Lanes.of(graph));
    }

    /** Path of the row that shows an operation: that of its lane. */
    public static String rowOf(RelationGraph graph, Lanes lanes, int operation) {
        int file = graph.fileOf(operation);
        return OperationTracks.lanePath(graph.files().get(file).node(), lanes.laneOf(operation));
    }

    static String pathOf(TopologyNode node) {
        return String.join("/", node.path());
    }
}

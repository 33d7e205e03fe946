// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.function.IntFunction;
import java.util.function.ToLongFunction;
import org.hdtrace.analysis.messages.PairSums;
import org.hdtrace.analysis.messages.PairValues;
import org.hdtrace.analysis.relations.RelationGraph;
import org.hdtrace.analysis.relations.RequestSums;
import org.hdtrace.analysis.traffic.FileAccesses;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.project.TraceFile;
import org.hdtrace.format.query.Workers;
import org.hdtrace.format.select.Interval;
import org.hdtrace.sunshot.arrow.MessagePairs;
import org.hdtrace.sunshot.model.Run;
import org.hdtrace.sunshot.model.RunShift;

/**
 * What the runs of a window move, which is read once and kept as long as the run is open. Thread: any; one reads at a time.
 */
final class RunTraffic {
    private final Map<Run, FileAccesses> accesses = new WeakHashMap<>();
    private final Map<Run, Requests> requests = new WeakHashMap<>();
    private final MessageTables messages;

    RunTraffic(MessageTables messages) {
        this.messages = messages;
    }

    /** The operations of a run and which of them are requests. */
    record Requests(RelationGraph graph, RequestSums sums) {}

    /**
     * Which time of a run is looked at.
     *
     * @param around all of it
     * @param traces of each trace, by its number in the project; empty where it is the same for all
     */
    record Times(Interval around, List<Interval> traces) {
        /** The same time of all traces. */
        static Times of(org.hdtrace.sunshot.model.Interval own) {
            return new Times(new Interval(own.startNanos(), own.endNanos()), List.of());
        }

        Interval ofTrace(int trace) {
            return traces.isEmpty() ? around : traces.get(trace);
        }
    }

    /** Reads and writes of all ranks. */
    synchronized FileAccesses accesses(Run run) throws TraceFormatException {
        FileAccesses known = accesses.get(run);
        if (known == null) {
            known = FileAccesses.read(Project.open(run.file()), Workers.allCores(), path -> {});
            accesses.put(run, known);
        }
        return known;
    }

    synchronized Requests requests(Run run) throws TraceFormatException {
        Requests known = requests.get(run);
        if (known == null) {
            RelationGraph graph = RelationGraph.readable(Project.open(run.file()), path -> {});
            known = new Requests(graph, RequestSums.of(graph));
            requests.put(run, known);
        }
        return known;
    }

    /** The same times as they were recorded, where rows were moved since. */
    private static IntFunction<Interval> recorded(Run run, Times times) throws TraceFormatException {
        ToLongFunction<String> moved = RunShift.byPath(run);
        List<TraceFile> traces = Project.open(run.file()).traces();
        return trace -> {
            long by =
                    moved.applyAsLong(String.join("/", traces.get(trace).node().path()));
            Interval time = times.ofTrace(trace);
            return by == 0 ? time : new Interval(time.fromNanos() - by, time.toNanos() - by);
        };
    }

    /**
     * Who gives how much to whom.
     *
     * @param times in the run's own time
     * @throws TraceFormatException if the project can't be read, names file, place and cause
     */
    PairSums pairs(Run run, PairValues.Subject subject, Times times) throws TraceFormatException {
        return switch (subject) {
            case MESSAGES ->
                MessagePairs.of(Project.open(run.file()), messages.of(run), times.around(), times::ofTrace);
            case REQUESTS -> requests(run).sums().in(times.around());
            case ACCESSES -> accesses(run).pairsIn(recorded(run, times));
        };
    }
}

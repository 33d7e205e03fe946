// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.util.Map;
import java.util.WeakHashMap;
import org.hdtrace.analysis.messages.PairSums;
import org.hdtrace.analysis.messages.PairValues;
import org.hdtrace.analysis.relations.RelationGraph;
import org.hdtrace.analysis.relations.RequestSums;
import org.hdtrace.analysis.traffic.FileAccesses;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.query.Workers;
import org.hdtrace.sunshot.model.Interval;
import org.hdtrace.sunshot.model.Run;

/**
 * What the runs of a window move: requests and file accesses are read once and kept as long as the run is open, messages are read
 * again for each interval. Thread: any; one reads at a time.
 */
final class RunTraffic {
    private final Map<Run, FileAccesses> accesses = new WeakHashMap<>();
    private final Map<Run, Requests> requests = new WeakHashMap<>();

    /** The operations of a run and which of them are requests. */
    record Requests(RelationGraph graph, RequestSums sums) {}

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
            RelationGraph graph = RelationGraph.read(Project.open(run.file()), path -> {});
            known = new Requests(graph, RequestSums.of(graph));
            requests.put(run, known);
        }
        return known;
    }

    /**
     * Who gives how much to whom.
     *
     * @param own interval in the run's own time
     * @throws TraceFormatException if the project can't be read, names file, place and cause
     */
    PairSums pairs(Run run, PairValues.Subject subject, Interval own) throws TraceFormatException {
        var interval = new org.hdtrace.format.select.Interval(own.startNanos(), own.endNanos());
        return switch (subject) {
            case MESSAGES -> PairSums.read(Project.open(run.file()), interval, path -> {});
            case REQUESTS -> requests(run).sums().in(interval);
            case ACCESSES -> accesses(run).pairsIn(interval);
        };
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.info;

import java.util.List;
import org.hdtrace.analysis.damage.Damages;
import org.hdtrace.format.Saturated;

/**
 * The files of a project and what is in them. Times are ns since the epoch.
 *
 * @param name of the project
 * @param description what the project file says about it, or ""
 * @param startNanos earliest time in any file; 0 when there is none
 * @param endNanos latest time in any file; 0 when there is none
 * @param damages what was wrong with the files; those that can't be read at all are missing in the lists
 */
public record ProjectSummary(
        String name,
        String description,
        long startNanos,
        long endNanos,
        List<Trace> traces,
        List<Statistics> statistics,
        List<Relation> relations,
        Damages damages) {

    /** In place of a number of events: the trace was not read, because its index tells the rest. */
    public static final long NOT_COUNTED = -1;

    /**
     * A trace.
     *
     * @param file name within the project's directory
     * @param rank world rank, or -1
     * @param thread number of the thread, or -1
     * @param states nested ones too
     * @param events or {@link #NOT_COUNTED}
     */
    public record Trace(String file, String host, int rank, int thread, long states, long events, long unusableBytes) {}

    /** A statistics file. */
    public record Statistics(String file, String group, long records, List<String> values, long unusableBytes) {
        public Statistics {
            values = List.copyOf(values);
        }
    }

    /** A relation file. */
    public record Relation(String file, long tokens, long unusableBytes) {}

    public ProjectSummary {
        traces = List.copyOf(traces);
        statistics = List.copyOf(statistics);
        relations = List.copyOf(relations);
    }

    public long states() {
        return traces.stream().mapToLong(Trace::states).sum();
    }

    /** {@link #NOT_COUNTED} where that is so for one of the traces. */
    public long events() {
        boolean counted = traces.stream().allMatch(trace -> trace.events() != NOT_COUNTED);
        return counted ? traces.stream().mapToLong(Trace::events).sum() : NOT_COUNTED;
    }

    /** Number of different world ranks that have a trace. */
    public long ranks() {
        return traces.stream()
                .mapToInt(Trace::rank)
                .filter(rank -> rank >= 0)
                .distinct()
                .count();
    }

    public long durationNanos() {
        return Saturated.subtract(endNanos, startNanos);
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.query;

import java.util.OptionalLong;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.project.RelationFile;
import org.hdtrace.format.project.StatisticsFile;
import org.hdtrace.format.project.TraceFile;
import org.hdtrace.format.relation.RelationEvent;
import org.hdtrace.format.relation.RelationReader;
import org.hdtrace.format.statistics.StatisticsReader;
import org.hdtrace.format.trace.TraceCursor;

/**
 * The earliest time of a project, from which {@code --from} and {@code --to} count: that of its first state, event,
 * statistics interval or token. Only the beginning of each file is read.
 */
public final class ProjectStart {
    private ProjectStart() {}

    /**
     * The earliest time, ns since the epoch; empty for a project without data.
     *
     * @throws TraceFormatException when the beginning of a file can't be read
     */
    public static OptionalLong of(Project project) throws TraceFormatException {
        long earliest = Long.MAX_VALUE;
        for (TraceFile file : project.traces()) {
            earliest = Math.min(earliest, start(file));
        }
        for (StatisticsFile file : project.statistics()) {
            try (StatisticsReader reader = StatisticsReader.open(file.path())) {
                if (reader.next()) {
                    earliest = Math.min(earliest, reader.startNanos());
                }
            }
        }
        for (RelationFile file : project.relations()) {
            try (RelationReader reader = RelationReader.open(file.path())) {
                RelationEvent first = reader.next();
                earliest = first == null ? earliest : Math.min(earliest, first.timeNanos());
            }
        }
        return earliest == Long.MAX_VALUE ? OptionalLong.empty() : OptionalLong.of(earliest);
    }

    /** Children stand before their parent, so the first top-level entry ends the search. */
    private static long start(TraceFile file) throws TraceFormatException {
        long earliest = Long.MAX_VALUE;
        try (TraceCursor cursor = TraceCursor.open(file)) {
            while (cursor.next()) {
                earliest = Math.min(earliest, cursor.startNanos());
                if (cursor.depth() == 0) {
                    break;
                }
            }
        }
        return earliest;
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.fuzz;

import java.nio.file.Path;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.relation.RelationEvent;
import org.hdtrace.format.relation.RelationReader;
import org.hdtrace.format.statistics.StatisticsReader;
import org.hdtrace.format.trace.TraceCursor;

/** A parser under test: reads a file to its end and tells what it delivered. */
enum Target {
    TRACE(".trc", true) {
        @Override
        void read(Path file, Delivery to) throws TraceFormatException {
            try (TraceCursor cursor = TraceCursor.open(file)) {
                while (cursor.next()) {
                    // Whether the parent is missing depends on what comes later.
                    to.add(31 * cursor.depth() + cursor.entry().hashCode());
                }
            }
        }
    },
    STATISTICS(".stat", true) {
        @Override
        void read(Path file, Delivery to) throws TraceFormatException {
            try (StatisticsReader reader = StatisticsReader.open(file)) {
                to.add(reader.group().hashCode());
                while (reader.next()) {
                    int hash = Long.hashCode(reader.timeNanos());
                    for (int i = 0; i < reader.group().values().size(); i++) {
                        hash = 31 * hash + reader.stringValue(i).hashCode();
                    }
                    to.add(hash);
                }
            }
        }
    },
    RELATION(".rel", true) {
        @Override
        void read(Path file, Delivery to) throws TraceFormatException {
            try (RelationReader reader = RelationReader.open(file)) {
                for (RelationEvent event = reader.next(); event != null; event = reader.next()) {
                    to.add(event.hashCode());
                }
            }
        }
    },
    PROJECT(".proj", false) {
        @Override
        void read(Path file, Delivery to) throws TraceFormatException {
            Project project = Project.open(file);
            to.add(project.content().hashCode());
            to.add(project.findings().size());
        }
    };

    private final String ending;
    private final boolean stream;

    Target(String ending, boolean stream) {
        this.ending = ending;
        this.stream = stream;
    }

    /** Read all of a file. */
    abstract void read(Path file, Delivery to) throws TraceFormatException;

    /** Ending of the names of its files. */
    String ending() {
        return ending;
    }

    /** Whether it delivers piece by piece, so that damage spares what comes before it. */
    boolean isStream() {
        return stream;
    }
}

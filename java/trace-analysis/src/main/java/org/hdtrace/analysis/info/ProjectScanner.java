// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.info;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.project.RelationFile;
import org.hdtrace.format.project.StatisticsFile;
import org.hdtrace.format.project.TraceFile;
import org.hdtrace.format.relation.RelationEvent;
import org.hdtrace.format.relation.RelationReader;
import org.hdtrace.format.statistics.StatisticsReader;
import org.hdtrace.format.statistics.ValueDescription;
import org.hdtrace.format.trace.TraceCursor;

/**
 * Reads every file of a project once, streaming, and counts.
 *
 * <p>Thread: one thread at a time.
 */
public final class ProjectScanner {
    private final Project project;
    private final Consumer<Path> progress;
    private long earliest = Long.MAX_VALUE;
    private long latest = Long.MIN_VALUE;

    private ProjectScanner(Project project, Consumer<Path> progress) {
        this.project = project;
        this.progress = progress;
    }

    /**
     * Summarise a project.
     *
     * @param progress is told each file before it is read
     * @throws TraceFormatException when a file can't be read; a cut file can
     */
    public static ProjectSummary scan(Project project, Consumer<Path> progress) throws TraceFormatException {
        return new ProjectScanner(project, progress).scan();
    }

    private ProjectSummary scan() throws TraceFormatException {
        List<ProjectSummary.Trace> traces = new ArrayList<>();
        for (TraceFile file : project.traces()) {
            progress.accept(file.path());
            traces.add(trace(file));
        }
        List<ProjectSummary.Statistics> statistics = new ArrayList<>();
        for (StatisticsFile file : project.statistics()) {
            progress.accept(file.path());
            statistics.add(statistics(file));
        }
        List<ProjectSummary.Relation> relations = new ArrayList<>();
        for (RelationFile file : project.relations()) {
            progress.accept(file.path());
            relations.add(relation(file));
        }
        boolean empty = earliest > latest;
        return new ProjectSummary(
                project.name(),
                project.description(),
                empty ? 0 : earliest,
                empty ? 0 : latest,
                traces,
                statistics,
                relations);
    }

    private ProjectSummary.Trace trace(TraceFile file) throws TraceFormatException {
        long states = 0;
        long events = 0;
        try (TraceCursor cursor = TraceCursor.open(file)) {
            while (cursor.next()) {
                if (cursor.isEvent()) {
                    events++;
                } else {
                    states++;
                }
                note(cursor.startNanos());
                note(cursor.endNanos());
            }
            String name = shortName(file.path());
            return new ProjectSummary.Trace(
                    name, file.host(), file.rank(), file.thread(), states, events, cursor.unusableBytes());
        }
    }

    private ProjectSummary.Statistics statistics(StatisticsFile file) throws TraceFormatException {
        long records = 0;
        try (StatisticsReader reader = StatisticsReader.open(file.path())) {
            while (reader.next()) {
                if (records == 0) {
                    note(reader.startNanos());
                }
                records++;
                note(reader.timeNanos());
            }
            List<String> values =
                    reader.group().values().stream().map(ValueDescription::name).toList();
            return new ProjectSummary.Statistics(
                    shortName(file.path()), file.group(), records, values, reader.unusableBytes());
        }
    }

    private ProjectSummary.Relation relation(RelationFile file) throws TraceFormatException {
        long tokens = 0;
        try (RelationReader reader = RelationReader.open(file.path())) {
            for (RelationEvent event = reader.next(); event != null; event = reader.next()) {
                note(event.timeNanos());
                tokens += event instanceof RelationEvent.Token ? 1 : 0;
            }
            return new ProjectSummary.Relation(shortName(file.path()), tokens, reader.unusableBytes());
        }
    }

    private void note(long nanos) {
        earliest = Math.min(earliest, nanos);
        latest = Math.max(latest, nanos);
    }

    private static String shortName(Path file) {
        return String.valueOf(file.getFileName());
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.info;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
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
    private final List<TraceFormatException> refused = new ArrayList<>();

    /** How one file is summarised. */
    @FunctionalInterface
    private interface Reading<F, R> {
        R apply(F file) throws TraceFormatException;
    }

    private ProjectScanner(Project project, Consumer<Path> progress) {
        this.project = project;
        this.progress = progress;
    }

    /**
     * Summarise a project. Files that can't be read are left out and told in {@link ProjectSummary#refused}; of a cut file what
     * is complete counts.
     *
     * @param progress is told each file before it is read
     */
    public static ProjectSummary scan(Project project, Consumer<Path> progress) {
        return new ProjectScanner(project, progress).scan();
    }

    private ProjectSummary scan() {
        List<ProjectSummary.Trace> traces = read(project.traces(), TraceFile::path, this::trace);
        List<ProjectSummary.Statistics> statistics = read(project.statistics(), StatisticsFile::path, this::statistics);
        List<ProjectSummary.Relation> relations = read(project.relations(), RelationFile::path, this::relation);
        boolean empty = earliest > latest;
        return new ProjectSummary(
                project.name(),
                project.description(),
                empty ? 0 : earliest,
                empty ? 0 : latest,
                traces,
                statistics,
                relations,
                refused);
    }

    private <F, R> List<R> read(List<F> files, Function<F, Path> path, Reading<F, R> reading) {
        List<R> results = new ArrayList<>();
        for (F file : files) {
            progress.accept(path.apply(file));
            long earliestBefore = earliest;
            long latestBefore = latest;
            try {
                results.add(reading.apply(file));
            } catch (TraceFormatException e) {
                refused.add(e);
                earliest = earliestBefore;
                latest = latestBefore;
            }
        }
        return results;
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

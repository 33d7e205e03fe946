// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.info;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.index.IndexStore;
import org.hdtrace.format.index.Indexing;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.project.RelationFile;
import org.hdtrace.format.project.StatisticsFile;
import org.hdtrace.format.project.TraceFile;
import org.hdtrace.format.query.FileResult;
import org.hdtrace.format.query.Query;
import org.hdtrace.format.query.Workers;
import org.hdtrace.format.relation.RelationEvent;
import org.hdtrace.format.relation.RelationReader;
import org.hdtrace.format.statistics.StatisticsReader;
import org.hdtrace.format.statistics.ValueDescription;

/**
 * Reads every file of a project once, streaming, several at once, and counts. A long trace with a valid index isn't read where
 * the number of its events isn't wanted.
 *
 * <p>Thread: one thread at a time.
 */
public final class ProjectScanner {
    private final Project project;
    private final Indexing indexes;
    private final Workers workers;
    private final Consumer<Path> progress;
    private final TimeSpan times = new TimeSpan();
    private final List<TraceFormatException> refused = new ArrayList<>();

    /** How one file is summarised; the times go to the span. */
    @FunctionalInterface
    private interface Reading<F, R> {
        R apply(F file, TimeSpan times) throws TraceFormatException;
    }

    /** What came of one file: a summary or a failure. */
    private record Read<R>(R summary, TimeSpan times, TraceFormatException failure) {}

    /** What is known of a trace before it is read. */
    private record Known(TraceFile file, Optional<TraceCounts> counts) {}

    private ProjectScanner(Project project, Indexing indexes, Workers workers, Consumer<Path> progress) {
        this.project = project;
        this.indexes = indexes;
        this.workers = workers;
        this.progress = progress;
    }

    /**
     * Summarise a project; the same for any number of threads. Files that can't be read are left out and told in {@link
     * ProjectSummary#refused}; of a cut file what is complete counts.
     *
     * @param indexes which ones may stand for their traces; {@link Indexing#none} counts events everywhere and notices damage
     *     in the middle of a trace that has an index, too
     * @param progress is told each file before it is read, by one thread at a time
     */
    public static ProjectSummary scan(Project project, Indexing indexes, Workers workers, Consumer<Path> progress) {
        try {
            return new ProjectScanner(project, indexes, workers, progress).scan();
        } catch (TraceFormatException e) {
            throw new IllegalStateException("a failure of one file ended the work on all", e);
        }
    }

    private ProjectSummary scan() throws TraceFormatException {
        List<ProjectSummary.Trace> traces = traces();
        List<ProjectSummary.Statistics> statistics =
                read(project.statistics(), StatisticsFile::path, ProjectScanner::statistics);
        List<ProjectSummary.Relation> relations =
                read(project.relations(), RelationFile::path, ProjectScanner::relation);
        return new ProjectSummary(
                project.name(),
                project.description(),
                times.earliest(),
                times.latest(),
                traces,
                statistics,
                relations,
                refused);
    }

    /** Those that have to be read are read all at once: several threads share a long one. */
    private List<ProjectSummary.Trace> traces() throws TraceFormatException {
        Map<Path, ProjectSummary.Trace> known = new HashMap<>();
        Workers.Sink<Known> sink = found -> found.counts().ifPresent(counts -> add(found.file(), counts, 0, known));
        workers.each(project.traces(), file -> new Known(file, IndexCounts.of(file, indexes)), sink);
        Query.of(project)
                .where(file -> !known.containsKey(file.path()))
                .withoutData()
                .indexes(IndexStore.beside())
                .forEachFile(workers, progress, new TraceCounts.Fold(), result -> add(result, known));
        return project.traces().stream()
                .map(file -> known.get(file.path()))
                .filter(Objects::nonNull)
                .toList();
    }

    private <F, R> List<R> read(List<F> files, Function<F, Path> path, Reading<F, R> reading)
            throws TraceFormatException {
        List<R> results = new ArrayList<>();
        workers.each(files, file -> readOne(file, path.apply(file), reading), result -> {
            if (result.failure() != null) {
                refused.add(result.failure());
                return;
            }
            times.add(result.times());
            results.add(result.summary());
        });
        return results;
    }

    private <F, R> Read<R> readOne(F file, Path path, Reading<F, R> reading) {
        synchronized (this) {
            progress.accept(path);
        }
        TimeSpan span = new TimeSpan();
        try {
            return new Read<>(reading.apply(file, span), span, null);
        } catch (TraceFormatException e) {
            return new Read<>(null, span, e);
        }
    }

    private void add(FileResult<TraceCounts> result, Map<Path, ProjectSummary.Trace> known) {
        if (result.failure().isPresent()) {
            refused.add(result.failure().get());
        } else {
            add(result.file(), result.value(), result.unusableBytes(), known);
        }
    }

    private void add(TraceFile file, TraceCounts counts, long unusableBytes, Map<Path, ProjectSummary.Trace> known) {
        times.add(counts.times());
        known.put(
                file.path(),
                new ProjectSummary.Trace(
                        shortName(file.path()),
                        file.host(),
                        file.rank(),
                        file.thread(),
                        counts.states(),
                        counts.events(),
                        unusableBytes));
    }

    private static ProjectSummary.Statistics statistics(StatisticsFile file, TimeSpan times)
            throws TraceFormatException {
        long records = 0;
        try (StatisticsReader reader = StatisticsReader.open(file.path())) {
            while (reader.next()) {
                if (records == 0) {
                    times.add(reader.startNanos());
                }
                records++;
                times.add(reader.timeNanos());
            }
            List<String> values =
                    reader.group().values().stream().map(ValueDescription::name).toList();
            return new ProjectSummary.Statistics(
                    shortName(file.path()), file.group(), records, values, reader.unusableBytes());
        }
    }

    private static ProjectSummary.Relation relation(RelationFile file, TimeSpan times) throws TraceFormatException {
        long tokens = 0;
        try (RelationReader reader = RelationReader.open(file.path())) {
            for (RelationEvent event = reader.next(); event != null; event = reader.next()) {
                times.add(event.timeNanos());
                tokens += event instanceof RelationEvent.Token ? 1 : 0;
            }
            return new ProjectSummary.Relation(shortName(file.path()), tokens, reader.unusableBytes());
        }
    }

    private static String shortName(Path file) {
        return String.valueOf(file.getFileName());
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.info;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.index.IndexStore;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.project.RelationFile;
import org.hdtrace.format.project.StatisticsFile;
import org.hdtrace.format.project.TraceFile;
import org.hdtrace.format.query.FileFold;
import org.hdtrace.format.query.FileResult;
import org.hdtrace.format.query.Query;
import org.hdtrace.format.query.Workers;
import org.hdtrace.format.relation.RelationEvent;
import org.hdtrace.format.relation.RelationReader;
import org.hdtrace.format.statistics.StatisticsReader;
import org.hdtrace.format.statistics.ValueDescription;
import org.hdtrace.format.trace.TraceCursor;

/**
 * Reads every file of a project once, streaming, several at once, and counts.
 *
 * <p>Thread: one thread at a time.
 */
public final class ProjectScanner {
    private final Project project;
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

    private ProjectScanner(Project project, Workers workers, Consumer<Path> progress) {
        this.project = project;
        this.workers = workers;
        this.progress = progress;
    }

    /**
     * Summarise a project; the same for any number of threads. Files that can't be read are left out and told in {@link
     * ProjectSummary#refused}; of a cut file what is complete counts.
     *
     * @param progress is told each file before it is read, by one thread at a time
     */
    public static ProjectSummary scan(Project project, Workers workers, Consumer<Path> progress) {
        try {
            return new ProjectScanner(project, workers, progress).scan();
        } catch (TraceFormatException e) {
            throw new IllegalStateException("a failure of one file ended the work on all", e);
        }
    }

    private ProjectSummary scan() throws TraceFormatException {
        List<ProjectSummary.Trace> traces = new ArrayList<>();
        Query.of(project)
                .withoutData()
                .indexes(IndexStore.beside())
                .forEachFile(workers, progress, new Counting(), result -> add(result, traces));
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

    /** The states and events of a trace. */
    private static final class Counts {
        private final TimeSpan times = new TimeSpan();
        private long states;
        private long events;
    }

    private static final class Counting implements FileFold<Counts> {
        @Override
        public Counts begin(TraceFile file) {
            return new Counts();
        }

        @Override
        public void add(Counts sum, TraceCursor entry) {
            if (entry.isEvent()) {
                sum.events++;
            } else {
                sum.states++;
            }
            sum.times.add(entry.startNanos());
            sum.times.add(entry.endNanos());
        }

        @Override
        public Counts append(Counts earlier, Counts later) {
            earlier.states += later.states;
            earlier.events += later.events;
            earlier.times.add(later.times);
            return earlier;
        }
    }

    private void add(FileResult<Counts> result, List<ProjectSummary.Trace> traces) {
        if (result.failure().isPresent()) {
            refused.add(result.failure().get());
            return;
        }
        TraceFile file = result.file();
        Counts counts = result.value();
        times.add(counts.times);
        traces.add(new ProjectSummary.Trace(
                shortName(file.path()),
                file.host(),
                file.rank(),
                file.thread(),
                counts.states,
                counts.events,
                result.unusableBytes()));
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

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
import org.hdtrace.analysis.damage.Damages;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.index.IndexStore;
import org.hdtrace.format.index.Indexing;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.project.RelationFile;
import org.hdtrace.format.project.StatisticsFile;
import org.hdtrace.format.project.TraceFile;
import org.hdtrace.format.query.Damage;
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
    private final Damages damages = new Damages();

    /** How one file is summarised. */
    @FunctionalInterface
    private interface Reading<F, R> {
        Read<R> apply(F file) throws TraceFormatException;
    }

    /** What came of one file that could be opened, as far as it could be read. */
    private record Read<R>(R summary, TimeSpan times, Optional<Damage> damage) {}

    /** What is known of a trace before it is read. */
    private record Known(TraceFile file, Optional<TraceCounts> counts) {}

    private ProjectScanner(Project project, Indexing indexes, Workers workers, Consumer<Path> progress) {
        this.project = project;
        this.indexes = indexes;
        this.workers = workers;
        this.progress = progress;
    }

    /**
     * Summarise a project; the same for any number of threads. Of a damaged file what is complete counts,
     * and {@link ProjectSummary#damages} tells of it; files that can't be read at all are left out.
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
                damages);
    }

    /** Those that have to be read are read all at once: several threads share a long one. */
    private List<ProjectSummary.Trace> traces() throws TraceFormatException {
        Map<Path, ProjectSummary.Trace> known = new HashMap<>();
        Workers.Sink<Known> sink = found -> found.counts().ifPresent(counts -> {
            damages.add(Optional.empty());
            add(found.file(), counts, 0, known);
        });
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
            damages.add(result.damage());
            if (result.summary() != null) {
                times.add(result.times());
                results.add(result.summary());
            }
        });
        return results;
    }

    private <F, R> Read<R> readOne(F file, Path path, Reading<F, R> reading) {
        synchronized (this) {
            progress.accept(path);
        }
        try {
            return reading.apply(file);
        } catch (TraceFormatException e) {
            return new Read<>(null, new TimeSpan(), Optional.of(Damage.refused(e)));
        }
    }

    private void add(FileResult<TraceCounts> result, Map<Path, ProjectSummary.Trace> known) {
        damages.add(result.damage());
        boolean refused = result.damage()
                .filter(found -> found.degree() == Damage.Degree.REFUSED)
                .isPresent();
        if (!refused) {
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

    private static Read<ProjectSummary.Statistics> statistics(StatisticsFile file) throws TraceFormatException {
        TimeSpan times = new TimeSpan();
        long records = 0;
        try (StatisticsReader reader = StatisticsReader.open(file.path())) {
            Optional<Damage> damage;
            try {
                while (reader.next()) {
                    if (records == 0) {
                        times.add(reader.startNanos());
                    }
                    records++;
                    times.add(reader.timeNanos());
                }
                damage = Damage.of(reader.findings(), reader.unusableBytes());
            } catch (TraceFormatException e) {
                damage = Optional.of(Damage.broken(e));
            }
            List<String> values =
                    reader.group().values().stream().map(ValueDescription::name).toList();
            return new Read<>(
                    new ProjectSummary.Statistics(
                            shortName(file.path()), file.group(), records, values, unusable(damage)),
                    times,
                    damage);
        }
    }

    private static Read<ProjectSummary.Relation> relation(RelationFile file) throws TraceFormatException {
        TimeSpan times = new TimeSpan();
        long tokens = 0;
        try (RelationReader reader = RelationReader.open(file.path())) {
            Optional<Damage> damage;
            try {
                for (RelationEvent event = reader.next(); event != null; event = reader.next()) {
                    times.add(event.timeNanos());
                    tokens += event instanceof RelationEvent.Token ? 1 : 0;
                }
                damage = Damage.of(reader.findings(), reader.unusableBytes());
            } catch (TraceFormatException e) {
                damage = Optional.of(Damage.broken(e));
            }
            return new Read<>(
                    new ProjectSummary.Relation(shortName(file.path()), tokens, unusable(damage)), times, damage);
        }
    }

    private static long unusable(Optional<Damage> damage) {
        return damage.map(Damage::unusableBytes).orElse(0L);
    }

    private static String shortName(Path file) {
        return String.valueOf(file.getFileName());
    }
}

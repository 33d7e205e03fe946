// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.check;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.hdtrace.format.Finding;
import org.hdtrace.format.Severity;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.project.RelationFile;
import org.hdtrace.format.project.StatisticsFile;
import org.hdtrace.format.project.TraceFile;
import org.hdtrace.format.query.Workers;

/**
 * Checks every file of a project, streaming, and reports file by file.
 *
 * <p>An {@link Severity#ERROR} is what would make a reader lose or misunderstand something; a {@link Severity#NOTE} is
 * unusual but harmless, as a file of the directory that belongs to no node.
 */
public final class ProjectChecker {
    private static final List<String> ENDINGS =
            List.of(".trc", ".trc.zst", ".trc.gz", ".stat", ".stat.zst", ".stat.gz", ".rel", ".rel.zst", ".rel.gz");

    private final Project project;
    private final DeclaredIds declared;
    private final Workers workers;
    private final Consumer<Path> progress;
    private final Consumer<Finding> sink;
    private final Set<Path> used = new HashSet<>();
    private boolean running;

    private ProjectChecker(Project project, Workers workers, Consumer<Path> progress, Consumer<Finding> sink) {
        this.project = project;
        this.declared = new DeclaredIds(project);
        this.workers = workers;
        this.progress = progress;
        this.sink = sink;
    }

    /**
     * Check a project, several files at once.
     *
     * @param progress is told each file before it is read; one call at a time
     * @param sink takes the findings, those of one file after those of another, in the order of the project; one call at a time
     */
    public static void check(Project project, Workers workers, Consumer<Path> progress, Consumer<Finding> sink) {
        try {
            new ProjectChecker(project, workers, progress, sink).check();
        } catch (TraceFormatException e) {
            throw new IllegalStateException("findings are no exceptions", e);
        }
    }

    private void check() throws TraceFormatException {
        project.findings().forEach(sink);
        TypeChecker.check(project).forEach(sink);
        workers.each(project.traces(), this::check, this::take);
        workers.each(project.statistics(), this::check, this::take);
        List<Checked> relations = new ArrayList<>();
        workers.each(project.relations(), this::check, checked -> {
            take(checked);
            // Findings have been told; only the tokens are kept.
            relations.add(new Checked(checked.file(), List.of(), checked.running(), checked.tokens()));
        });
        TokenTable.compare(relations).forEach(sink);
        unused(used).forEach(sink);
    }

    private Checked check(TraceFile file) {
        tell(file.path());
        return TraceChecker.check(declared, file);
    }

    private Checked check(StatisticsFile file) {
        tell(file.path());
        return StatisticsChecker.check(file, running);
    }

    private Checked check(RelationFile file) {
        tell(file.path());
        return RelationChecker.check(file);
    }

    private void tell(Path file) {
        synchronized (progress) {
            progress.accept(file);
        }
    }

    private void take(Checked checked) {
        used.add(checked.file().getFileName());
        running |= checked.running();
        checked.findings().forEach(sink);
    }

    /** Files that look as if they belonged to the project but to no node of its topology. */
    private List<Finding> unused(Set<Path> used) {
        List<Finding> findings = new ArrayList<>();
        String stem = stem(String.valueOf(project.file().getFileName()));
        Set<Path> strangers = new TreeSet<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(project.directory())) {
            for (Path file : files) {
                String name = String.valueOf(file.getFileName());
                boolean related =
                        name.startsWith(stem + "_") && ENDINGS.stream().anyMatch(name::endsWith);
                if (related && !used.contains(file.getFileName())) {
                    strangers.add(file);
                }
            }
        } catch (IOException e) {
            findings.add(new Finding(
                    project.directory(), "directory", Severity.ERROR, "can't be listed: " + e.getMessage()));
        }
        for (Path file : strangers) {
            findings.add(new Finding(file, "whole file", Severity.NOTE, "belongs to no node of the project"));
        }
        return findings;
    }

    private static String stem(String name) {
        int dot = name.lastIndexOf('.');
        return dot <= 0 ? name : name.substring(0, dot);
    }
}

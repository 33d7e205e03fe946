// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.repair;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.hdtrace.analysis.check.ProjectChecker;
import org.hdtrace.format.Finding;
import org.hdtrace.format.Severity;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.project.ProjectDescription;
import org.hdtrace.format.project.ProjectWriter;
import org.hdtrace.format.query.Workers;

/**
 * Writes a valid project with everything that a damaged one still holds. Files without damage are copied as they are, others
 * rewritten without compression; a project file that can't be read is made anew. Indexes are left out: they are rebuilt when
 * somebody asks for them. The damaged project is never changed.
 *
 * <p>Memory: what was done to a few files, and the names of all.
 */
public final class Repairer {
    private final Path source;
    private final Workers workers;
    private final Consumer<Path> progress;
    private final Report report;
    private final List<Path> written = new ArrayList<>();

    private Repairer(Path source, Workers workers, Consumer<Path> progress, Report report) {
        this.source = source;
        this.workers = workers;
        this.progress = progress;
        this.report = report;
    }

    /** Is told what was done while it is done, in the same order for any number of threads, one call at a time. */
    public interface Report {
        /** Something was done to a file of the project. */
        void repaired(Repair repair);

        /** The check of the new project found that it is still not valid; after all repairs. */
        void left(Finding finding);
    }

    /**
     * Repair a project, several files at once.
     *
     * @param fileOrDirectory the damaged project
     * @param target folder of the new one; must not exist or be empty. It appears when everything is in it
     * @param progress is told each file before it is read, then each new one before it is checked; one call at a time
     * @throws TraceFormatException when nothing can be read, or the target can't be used
     * @throws IOException when the new project can't be written
     */
    public static void repair(
            Path fileOrDirectory, Path target, Workers workers, Consumer<Path> progress, Report report)
            throws TraceFormatException, IOException {
        try (Staging staging = Staging.create(fileOrDirectory, target)) {
            Repairer repairer = new Repairer(staging.source(), workers, progress, report);
            Path file = repairer.run(DamagedFiles.projectFile(fileOrDirectory, staging.source()), staging);
            ProjectChecker.check(Project.open(file), workers, progress, finding -> {
                if (finding.severity() == Severity.ERROR) {
                    report.left(finding);
                }
            });
            staging.publish();
        } catch (FileRepair.NotWritten e) {
            throw e.getCause();
        }
    }

    private Path run(Path projectFile, Staging staging) throws TraceFormatException, IOException {
        List<Repair> first = new ArrayList<>();
        for (Finding ring : staging.rings()) {
            first.add(new Repair(name(ring.file()), "whole file", Repair.Kind.LOST, ring.text()));
        }
        Project project = open(projectFile, first);
        List<Path> files = project == null ? DamagedFiles.inFolder(source, projectFile) : DamagedFiles.of(project);
        String name = DamagedFiles.projectName(project == null ? projectFile : project.file(), files);
        first.forEach(report::repaired);
        FileRepair repair = new FileRepair(staging.folder(), staging.scratch());
        workers.each(files, file -> repair(file, repair), this::take);
        Path file = staging.folder().resolve(name + ".proj");
        RepairLog log = new RepairLog(name(file));
        ProjectDescription content =
                project == null ? rebuilt(projectFile, name, staging.scratch(), log) : whole(project, log);
        log.all().forEach(report::repaired);
        ProjectWriter.write(content, file);
        return file;
    }

    private FileRepair.Result repair(Path file, FileRepair repair) {
        synchronized (progress) {
            progress.accept(file);
        }
        return repair.apply(file);
    }

    private void take(FileRepair.Result result) {
        result.repairs().forEach(report::repaired);
        if (result.written() != null) {
            written.add(result.written());
        }
    }

    /** The project, or null when its file can't be read. */
    private static Project open(Path projectFile, List<Repair> repairs) {
        if (projectFile == null) {
            return null;
        }
        try {
            return Project.open(projectFile);
        } catch (TraceFormatException e) {
            repairs.add(new Repair(name(projectFile), e.position(), Repair.Kind.LOST, e.reason()));
            return null;
        }
    }

    private static ProjectDescription whole(Project project, RepairLog log) {
        project.findings().stream()
                .filter(finding -> finding.severity() == Severity.ERROR)
                .filter(finding -> finding.file().equals(project.file()))
                .forEach(finding -> log.lost(finding.position(), finding.text()));
        return project.content();
    }

    private ProjectDescription rebuilt(Path projectFile, String name, Path scratch, RepairLog log)
            throws TraceFormatException, IOException {
        ProjectDescription salvaged = ProjectSalvage.salvage(projectFile, scratch.resolve("salvage.proj"), log);
        log.mended("whole file", "topology made anew from " + written.size() + " files");
        if (DamagedFiles.list(source).stream().anyMatch(file -> file.toString().endsWith(".info"))) {
            log.lost(
                    "whole file",
                    "what the fragments (.info) say of communicators, datatypes and files; hdtrace merge takes it over,"
                            + " and makes a project file");
        }
        return ProjectRebuild.rebuild(name, written, salvaged);
    }

    private static String name(Path file) {
        return String.valueOf(file.getFileName());
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.repair;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
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
 */
public final class Repairer {
    private final Path source;
    private final Path target;
    private final Consumer<Path> progress;
    private final List<Repair> repairs = new ArrayList<>();
    private final List<Path> written = new ArrayList<>();

    private Repairer(Path source, Path target, Consumer<Path> progress) {
        this.source = source;
        this.target = target;
        this.progress = progress;
    }

    /**
     * What came of it.
     *
     * @param repairs what was done, file by file
     * @param left findings of the check of the new project; none when it is valid
     */
    public record Result(List<Repair> repairs, List<Finding> left) {
        public Result {
            repairs = List.copyOf(repairs);
            left = List.copyOf(left);
        }
    }

    /**
     * Repair a project.
     *
     * @param fileOrDirectory the damaged project
     * @param target folder of the new one; must not exist or be empty. It appears when everything is in it
     * @param progress is told each file before it is read
     * @throws TraceFormatException when nothing can be read, or the target can't be used
     */
    public static Result repair(Path fileOrDirectory, Path target, Consumer<Path> progress)
            throws TraceFormatException, IOException {
        try (Staging staging = Staging.create(fileOrDirectory, target)) {
            Repairer repairer = new Repairer(staging.source(), staging.folder(), progress);
            for (Finding ring : staging.rings()) {
                repairer.repairs.add(new Repair(name(ring.file()), "whole file", Repair.Kind.LOST, ring.text()));
            }
            Path file = repairer.run(projectFile(fileOrDirectory, staging.source()), staging.scratch());
            List<Finding> left = new ArrayList<>();
            ProjectChecker.check(Project.open(file), Workers.allCores(), progress, finding -> {
                if (finding.severity() == Severity.ERROR) {
                    left.add(finding);
                }
            });
            staging.publish();
            return new Result(repairer.repairs, left);
        }
    }

    /** The project file in the folder that is read; null for none. */
    private static Path projectFile(Path fileOrDirectory, Path source) throws TraceFormatException {
        if (Files.isRegularFile(fileOrDirectory)) {
            return source.resolve(fileOrDirectory.getFileName());
        }
        List<Path> found = list(source).stream()
                .filter(file -> file.toString().endsWith(".proj"))
                .toList();
        if (found.size() > 1) {
            throw TraceFormatException.atByte(
                    fileOrDirectory, 0, "holds " + found.size() + " project files; name one of them");
        }
        return found.isEmpty() ? null : found.get(0);
    }

    private static List<Path> list(Path folder) throws TraceFormatException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(Files::isRegularFile).sorted().toList();
        } catch (IOException | java.io.UncheckedIOException e) {
            throw TraceFormatException.atByte(folder, 0, "can't be listed: " + e.getMessage());
        }
    }

    private Path run(Path projectFile, Path scratch) throws TraceFormatException, IOException {
        Project project = open(projectFile);
        List<Path> files = project == null ? candidates(projectFile) : filesOf(project);
        for (Path file : files) {
            progress.accept(file);
            repair(file, scratch);
        }
        String name = project == null ? name(projectFile, files) : ProjectRebuild.stem(projectFile);
        Path file = target.resolve(name + ".proj");
        ProjectWriter.write(project == null ? rebuilt(projectFile, name, scratch) : whole(project, file), file);
        return file;
    }

    /** The project, or null when its file can't be read. */
    private Project open(Path projectFile) {
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

    private static List<Path> filesOf(Project project) {
        List<Path> files = new ArrayList<>();
        project.traces().forEach(file -> files.add(file.path()));
        project.statistics().forEach(file -> files.add(file.path()));
        project.relations().forEach(file -> files.add(file.path()));
        return files;
    }

    /** All that may belong to a project without project file. */
    private List<Path> candidates(Path projectFile) throws TraceFormatException {
        List<Path> files = list(source).stream()
                .filter(file -> List.of(".trc", ".stat", ".rel").contains(ProjectRebuild.ending(file)))
                .toList();
        String name = files.isEmpty() ? "" : name(projectFile, files);
        List<Path> own = files.stream()
                .filter(file -> ProjectRebuild.stem(file).startsWith(name + "_"))
                .toList();
        if (own.isEmpty()) {
            throw TraceFormatException.atByte(
                    projectFile == null ? source : projectFile, 0, "there is no file that belongs to a project");
        }
        return own;
    }

    private static String name(Path projectFile, List<Path> files) {
        return projectFile == null ? ProjectRebuild.projectName(files) : ProjectRebuild.stem(projectFile);
    }

    private ProjectDescription whole(Project project, Path file) {
        RepairLog log = new RepairLog(name(file));
        project.findings().stream()
                .filter(finding -> finding.severity() == Severity.ERROR)
                .filter(finding -> finding.file().equals(project.file()))
                .forEach(finding -> log.lost(finding.position(), finding.text()));
        repairs.addAll(log.all());
        return project.content();
    }

    private ProjectDescription rebuilt(Path projectFile, String name, Path scratch)
            throws TraceFormatException, IOException {
        RepairLog log = new RepairLog(name + ".proj");
        ProjectDescription salvaged = ProjectSalvage.salvage(projectFile, scratch.resolve("salvage.proj"), log);
        log.mended("whole file", "topology made anew from " + written.size() + " files");
        if (list(source).stream().anyMatch(file -> file.toString().endsWith(".info"))) {
            log.lost(
                    "whole file",
                    "what the fragments (.info) say of communicators, datatypes and files; hdtrace merge takes it over,"
                            + " and makes a project file");
        }
        repairs.addAll(log.all());
        return ProjectRebuild.rebuild(name, written, salvaged);
    }

    /** Write a valid file, or tell that nothing of it can be used. */
    private void repair(Path file, Path scratch) throws IOException {
        RepairLog log = new RepairLog(name(file));
        Path to = target.resolve(ProjectRebuild.plain(file));
        try {
            switch (ProjectRebuild.ending(file)) {
                case ".stat" -> StatisticsRepair.repair(file, to, log);
                case ".rel" -> RelationRepair.repair(file, to, scratch.resolve("rest.rel"), log);
                default -> TraceRepair.repair(file, to, log);
            }
        } catch (TraceFormatException e) {
            Files.deleteIfExists(to);
            log.lost(e.position(), "the file is left out: " + e.reason());
        }
        if (log.isEmpty() && !hasTail(file)) {
            Files.delete(to);
            to = Files.copy(file, target.resolve(file.getFileName()), StandardCopyOption.COPY_ATTRIBUTES);
        }
        if (Files.exists(to)) {
            written.add(to);
        }
        repairs.addAll(log.all());
    }

    /** A trace that was not closed is in two files. */
    private static boolean hasTail(Path file) {
        return Files.exists(file.resolveSibling(ProjectRebuild.plain(file) + ".tail"));
    }

    private static String name(Path file) {
        return String.valueOf(file.getFileName());
    }
}

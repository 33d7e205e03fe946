// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.repair;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.project.Project;

/** Which files belong to a damaged project. */
final class DamagedFiles {
    private static final List<String> ENDINGS = List.of(".trc", ".stat", ".rel");
    /** As readers look for them. */
    private static final List<String> COMPRESSIONS = List.of("", ".zst", ".gz");

    private DamagedFiles() {}

    /** The project file in the folder that is read; null for none. */
    static Path projectFile(Path fileOrDirectory, Path source) throws TraceFormatException {
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

    /** Those that a project file names. */
    static List<Path> of(Project project) {
        List<Path> files = new ArrayList<>();
        project.traces().forEach(file -> files.add(file.path()));
        project.statistics().forEach(file -> files.add(file.path()));
        project.relations().forEach(file -> files.add(file.path()));
        return files;
    }

    /**
     * Those whose names begin as the project's, where its file can't be read; of several forms of a file the one that readers
     * take.
     *
     * @param projectFile null for none: then most names say which project it is
     * @throws TraceFormatException when there are none
     */
    static List<Path> inFolder(Path source, Path projectFile) throws TraceFormatException {
        List<Path> files = list(source).stream()
                .filter(file -> ENDINGS.contains(ProjectRebuild.ending(file)))
                .toList();
        String name = files.isEmpty() ? "" : projectName(projectFile, files);
        Map<String, Path> own = new LinkedHashMap<>();
        Comparator<Path> preferred = Comparator.comparingInt(DamagedFiles::compression);
        for (Path file : files) {
            if (ProjectRebuild.stem(file).startsWith(name + "_")) {
                own.merge(ProjectRebuild.plain(file), file, (a, b) -> preferred.compare(a, b) <= 0 ? a : b);
            }
        }
        if (own.isEmpty()) {
            throw TraceFormatException.atByte(
                    projectFile == null ? source : projectFile, 0, "there is no file that belongs to a project");
        }
        return List.copyOf(own.values());
    }

    private static int compression(Path file) {
        String name = String.valueOf(file.getFileName());
        return COMPRESSIONS.indexOf(name.substring(ProjectRebuild.plain(file).length()));
    }

    static String projectName(Path projectFile, List<Path> files) {
        return projectFile == null ? ProjectRebuild.projectName(files) : ProjectRebuild.stem(projectFile);
    }

    /** The files of a folder, by name. */
    static List<Path> list(Path folder) throws TraceFormatException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(Files::isRegularFile).sorted().toList();
        } catch (IOException | UncheckedIOException e) {
            throw TraceFormatException.atByte(folder, 0, "can't be listed: " + e.getMessage());
        }
    }
}

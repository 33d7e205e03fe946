// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The projects opened last, kept in {@code hdtrace/sunshot-recent} of the user's configuration folder. A list that
 * cannot be read or written is an empty one: nobody wants an error about it.
 */
final class RecentFiles {
    private static final int MOST = 12;

    private final Path file;

    RecentFiles(Path file) {
        this.file = file;
    }

    /** The list of the current user. */
    static RecentFiles ofUser() {
        return new RecentFiles(UserFolder.resolve("sunshot-recent"));
    }

    /** The newest first. */
    List<Path> list() {
        try {
            return Files.readAllLines(file).stream()
                    .filter(line -> !line.isBlank())
                    .map(Path::of)
                    .limit(MOST)
                    .toList();
        } catch (IOException | RuntimeException e) {
            return List.of();
        }
    }

    /** Puts a project first. */
    void add(Path project) {
        List<String> lines = new ArrayList<>();
        lines.add(project.toAbsolutePath().normalize().toString());
        list().stream()
                .map(Path::toString)
                .filter(line -> !line.equals(lines.get(0)))
                .forEach(lines::add);
        try {
            Files.createDirectories(file.getParent());
            Files.write(file, lines.subList(0, Math.min(MOST, lines.size())));
        } catch (IOException e) {
            System.getLogger(RecentFiles.class.getName())
                    .log(System.Logger.Level.DEBUG, "the list of recent files was not written", e);
        }
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The projects opened last, kept in {@code hdtrace/sunshot-recent} of the user's configuration folder. Lines that
 * name no file are left out, and a list that cannot be read or written is an empty one: nobody wants an error about it.
 */
final class RecentFiles {
    private static final int MOST = 12;

    /** Stands where bytes are no UTF-8. */
    private static final char NO_TEXT = '\uFFFD';

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
            // Bytes that are no text must not take away the other lines.
            return new String(Files.readAllBytes(file), UTF_8)
                    .lines()
                    .flatMap(line -> path(line).stream())
                    .limit(MOST)
                    .toList();
        } catch (IOException e) {
            return List.of();
        }
    }

    private static Optional<Path> path(String line) {
        try {
            return line.isBlank() || line.indexOf(NO_TEXT) >= 0 ? Optional.empty() : Optional.of(Path.of(line));
        } catch (InvalidPathException e) {
            return Optional.empty();
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
            WholeFile.replace(file, lines.subList(0, Math.min(MOST, lines.size())));
        } catch (IOException e) {
            System.getLogger(RecentFiles.class.getName())
                    .log(System.Logger.Level.DEBUG, "the list of recent files was not written", e);
        }
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The {@link Settings} of a user, kept in {@code hdtrace/sunshot-settings} of the configuration folder, one {@code name=value} a line.
 * What is missing or makes no sense is as usual. Waits for the disk.
 */
final class UserSettings {
    private final Path file;

    UserSettings(Path file) {
        this.file = file;
    }

    /** Those of the current user. */
    static UserSettings ofUser() {
        return new UserSettings(UserFolder.resolve("sunshot-settings"));
    }

    Settings read() {
        Map<String, String> values = new HashMap<>();
        try {
            for (String line : Files.readAllLines(file, UTF_8)) {
                int equals = line.indexOf('=');
                if (equals > 0) {
                    values.put(
                            line.substring(0, equals).strip(),
                            line.substring(equals + 1).strip());
                }
            }
        } catch (IOException e) {
            System.getLogger(UserSettings.class.getName()).log(System.Logger.Level.DEBUG, "no settings", e);
        }
        return Settings.of(values);
    }

    /**
     * Replaces the file at once.
     *
     * @throws IOException if it can't be written
     */
    void write(Settings settings) throws IOException {
        List<String> lines = settings.values().entrySet().stream()
                .map(entry -> entry.getKey() + "=" + entry.getValue())
                .sorted()
                .toList();
        Files.createDirectories(file.toAbsolutePath().getParent());
        WholeFile.replace(file, lines);
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.arch;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** The source files of the tree. */
final class Sources {
    private Sources() {}

    static Path root() {
        return Path.of(Objects.requireNonNull(System.getProperty("hd.root"), "system property hd.root"));
    }

    /** Every Java file of a module folder, tests included; none when there is no such folder. */
    static List<Path> all(String folder) throws IOException {
        Path source = root().resolve(folder).resolve("src");
        if (!Files.isDirectory(source)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(source)) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .sorted()
                    .toList();
        }
    }

    /** The Java files of a module that declare a type and go into its jar. */
    static List<Path> types(String folder) throws IOException {
        Path main = root().resolve(folder).resolve("src").resolve("main");
        return all(folder).stream()
                .filter(file -> file.startsWith(main))
                .filter(file -> !file.endsWith("package-info.java"))
                .toList();
    }

    static String firstLine(Path file) {
        try (BufferedReader reader = Files.newBufferedReader(file)) {
            return String.valueOf(reader.readLine());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

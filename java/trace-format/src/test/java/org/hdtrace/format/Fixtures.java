// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/** Files that the original HDTrace wrote; they are not part of the repository. */
public final class Fixtures {
    private Fixtures() {}

    public static Path directory() {
        Path directory = Path.of(System.getProperty("hd.root"), "..", "shared", "fixtures", "original");
        Assumptions.assumeTrue(Files.isDirectory(directory), "the original's example files are not here");
        return directory.normalize();
    }

    public static Path file(String name) {
        return directory().resolve(name);
    }

    public static List<Path> endingWith(String suffix) throws IOException {
        try (Stream<Path> files = Files.walk(directory())) {
            return files.filter(file -> file.toString().endsWith(suffix))
                    .sorted()
                    .toList();
        }
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.calibration.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Folders that are needed for a while. */
final class Folders {
    private Folders() {}

    /** Remove a folder with all that is in it. */
    static void delete(Path folder) throws IOException {
        List<Path> all;
        try (Stream<Path> found = Files.walk(folder)) {
            all = found.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path path : all) {
            Files.deleteIfExists(path);
        }
    }
}

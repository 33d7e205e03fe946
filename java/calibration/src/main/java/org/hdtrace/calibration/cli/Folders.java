// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.calibration.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/** Folders that are needed for a while. */
final class Folders {
    private static final int ATTEMPTS = 100;
    private static final long PAUSE_NANOS = 50_000_000;

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

    /** Remove a folder as this process is ended from outside, while what it has started may write there for another moment. */
    static void deleteAtEnd(Path folder) {
        for (int i = 0; i < ATTEMPTS && Files.exists(folder); i++) {
            try {
                delete(folder);
            } catch (IOException | UncheckedIOException e) {
                LockSupport.parkNanos(PAUSE_NANOS); // something is still writing
            }
        }
    }
}

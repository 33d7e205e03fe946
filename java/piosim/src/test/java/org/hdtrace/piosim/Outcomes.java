// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Compares all that two simulations did. */
final class Outcomes {
    private Outcomes() {}

    /** All of a result but what it took to find out: events and wall time. */
    static List<Object> of(SimulationResult result) {
        return List.of(
                result.virtualTimeNanos(),
                result.outcome(),
                String.valueOf(result.deadlock()),
                result.cycle(),
                result.unreceivedMessages(),
                result.unreceived(),
                result.clients(),
                result.servers(),
                result.functions());
    }

    /** Two folders hold the same files, byte for byte. */
    static void assertSameFiles(Path one, Path other) throws IOException {
        List<Path> names = names(one);
        assertEquals(names, names(other));
        for (Path name : names) {
            assertArrayEquals(
                    Files.readAllBytes(one.resolve(name)), Files.readAllBytes(other.resolve(name)), name.toString());
        }
    }

    private static List<Path> names(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(Path::getFileName).sorted().toList();
        }
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** A folder that a test throws away; usable where JUnit's @TempDir is not, as in properties. */
public final class TestFiles implements AutoCloseable {
    private final Path folder;

    public TestFiles() throws IOException {
        folder = Files.createTempDirectory("hdtrace-test");
    }

    public Path file(String name) {
        return folder.resolve(name);
    }

    public Path folder() {
        return folder;
    }

    public Path write(String name, String text) throws IOException {
        return Files.writeString(file(name), text);
    }

    public Path write(String name, byte[] bytes) throws IOException {
        return Files.write(file(name), bytes);
    }

    /** Number of files. */
    public long count() throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            return all.count();
        }
    }

    @Override
    public void close() throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }
}

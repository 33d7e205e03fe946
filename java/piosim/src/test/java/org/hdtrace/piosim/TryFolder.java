// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;
import net.jqwik.api.lifecycle.AfterTry;
import net.jqwik.api.lifecycle.BeforeTry;

/** Gives each try of the properties of a class a folder of its own, what JUnit's TempDir does for its tests. */
public abstract class TryFolder {
    private Path folder;

    @BeforeTry
    final void makeFolder() throws IOException {
        folder = Files.createTempDirectory(getClass().getSimpleName());
    }

    @AfterTry
    final void removeFolder() throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    /** The folder itself. */
    protected final Path folder() {
        return folder;
    }

    /** A file or folder in it, which may not be there. */
    protected final Path in(String name) {
        return folder.resolve(name);
    }
}

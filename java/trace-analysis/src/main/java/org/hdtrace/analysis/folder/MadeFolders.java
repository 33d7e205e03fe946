// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.folder;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;

/** Folders that were made because something is to be put into them; what was there before is never removed. */
final class MadeFolders {
    /** The deepest first. */
    private final Deque<Path> made = new ArrayDeque<>();

    /** Make a folder and those around it that are missing. */
    void make(Path folder) throws IOException {
        Deque<Path> missing = new ArrayDeque<>();
        for (Path path = folder; path != null && !Files.exists(path); path = path.getParent()) {
            missing.push(path);
        }
        for (Path path : missing) {
            Files.createDirectory(path);
            made.push(path);
        }
    }

    /** Remove those into which nothing was put. */
    void removeEmpty() {
        for (Path path : made) {
            try {
                Files.delete(path);
            } catch (IOException e) {
                // Something is in it, as is meant when all went well.
                return;
            }
        }
    }
}

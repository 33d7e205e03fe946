// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.cli;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.hdtrace.format.index.IndexStore;

/** Where the commands look for indexes and keep those that can't stand beside their traces. */
final class Indexes {
    private Indexes() {}

    /** Beside the traces, else in {@code $XDG_CACHE_HOME/hdtrace}, by default {@code ~/.cache/hdtrace}. */
    static IndexStore store() {
        String cache = System.getenv("XDG_CACHE_HOME");
        String home = System.getProperty("user.home", "");
        try {
            // A relative one is to be ignored, says the XDG Base Directory Specification.
            if (cache != null && Path.of(cache).isAbsolute()) {
                return IndexStore.withCache(Path.of(cache, "hdtrace"));
            }
            return Path.of(home).isAbsolute()
                    ? IndexStore.withCache(Path.of(home, ".cache", "hdtrace"))
                    : IndexStore.beside();
        } catch (InvalidPathException e) {
            return IndexStore.beside();
        }
    }
}

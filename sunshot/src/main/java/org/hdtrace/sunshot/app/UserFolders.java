// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import org.hdtrace.sunshot.store.StoreFolder;

/** Folders of the current user. */
final class UserFolders {
    private UserFolders() {}

    /** Beside projects, else in {@link #cache}, as indexes are. */
    static StoreFolder stores() {
        return found().map(StoreFolder::withCache).orElseGet(StoreFolder::beside);
    }

    /** {@code $XDG_CACHE_HOME/hdtrace}, by default {@code ~/.cache/hdtrace}; the folder for temporary files for who has no home. */
    static Path cache() {
        return found().orElseGet(() -> Path.of(System.getProperty("java.io.tmpdir", "."), "hdtrace"));
    }

    private static Optional<Path> found() {
        String cache = System.getenv("XDG_CACHE_HOME");
        String home = System.getProperty("user.home", "");
        try {
            // A relative one is to be ignored, says the XDG Base Directory Specification.
            if (cache != null && Path.of(cache).isAbsolute()) {
                return Optional.of(Path.of(cache, "hdtrace"));
            }
            return Path.of(home).isAbsolute() ? Optional.of(Path.of(home, ".cache", "hdtrace")) : Optional.empty();
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
    }
}

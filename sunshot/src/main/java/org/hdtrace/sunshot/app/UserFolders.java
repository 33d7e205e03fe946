// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.hdtrace.sunshot.store.StoreFolder;

/** Folders of the current user. */
final class UserFolders {
    private UserFolders() {}

    /** Beside projects, else in {@code $XDG_CACHE_HOME/hdtrace}, by default {@code ~/.cache/hdtrace}, as indexes are. */
    static StoreFolder stores() {
        String cache = System.getenv("XDG_CACHE_HOME");
        String home = System.getProperty("user.home", "");
        try {
            // A relative one is to be ignored, says the XDG Base Directory Specification.
            if (cache != null && Path.of(cache).isAbsolute()) {
                return StoreFolder.withCache(Path.of(cache, "hdtrace"));
            }
            return Path.of(home).isAbsolute()
                    ? StoreFolder.withCache(Path.of(home, ".cache", "hdtrace"))
                    : StoreFolder.beside();
        } catch (InvalidPathException e) {
            return StoreFolder.beside();
        }
    }
}

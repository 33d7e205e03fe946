// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.cli;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.hdtrace.format.index.IndexStore;
import org.hdtrace.format.index.Indexing;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** Where the commands look for indexes and keep those that can't stand beside their traces. */
final class Indexes {
    private Indexes() {}

    static void declare(CommandSpec spec) {
        Options.flag(
                spec,
                "--no-index",
                "read the traces, even if they have indexes, and make none; otherwise those of traces of 1 MiB and more"
                        + " are made on the way, beside them or in ~/.cache/hdtrace");
    }

    /** What the arguments want to be done about indexes. */
    static Indexing of(ParseResult arguments) {
        return Options.isSet(arguments, "--no-index") ? Indexing.none() : Indexing.making(store());
    }

    /** Say what was made. */
    static void report(Indexing indexes, Session session) {
        int made = indexes.made();
        if (made > 0) {
            session.message((made == 1 ? "the index of 1 trace" : "the indexes of " + made + " traces")
                    + " made, for a quick answer next time; --no-index leaves it be");
        }
    }

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

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import org.hdtrace.sunshot.paint.Theme;
import picocli.CommandLine.Option;

/** Options of all commands that make a picture: its theme and its first line. */
final class LookOptions {
    @Option(names = "--theme", paramLabel = "T", description = "light (default), dark or contrast.")
    private String theme = "light";

    @Option(names = "--title", paramLabel = "TEXT", description = "First line (default: the name of what is shown).")
    private String title;

    /** @throws IllegalArgumentException if there is no such theme */
    Theme theme() {
        return themeOf(theme);
    }

    /** What was asked for, or what is usual. */
    String title(String usual) {
        return title == null ? usual : title;
    }

    /**
     * The theme of a name.
     *
     * @throws IllegalArgumentException if there is none
     */
    static Theme themeOf(String name) {
        return Theme.byName(name)
                .orElseThrow(
                        () -> new IllegalArgumentException("--theme " + name + ": expected light, dark or contrast"));
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.util.Map;

/** Other words for commands, as people from other viewers look for them in the palette. */
final class SearchWords {
    private static final Map<Command, String> WORDS = Map.ofEntries(
            Map.entry(Command.OFFSET, "offset shift clock"),
            Map.entry(Command.NO_OFFSETS, "reset offsets clock"),
            Map.entry(Command.SAVE_PICTURE, "export screenshot image PNG SVG PDF"),
            Map.entry(Command.SETTINGS, "preferences options"),
            Map.entry(Command.SEARCH, "query hit list"),
            Map.entry(Command.FOLLOW, "relation cause"),
            Map.entry(Command.HOME, "reset zoom everything"),
            Map.entry(Command.EXPAND, "expand unfold"),
            Map.entry(Command.COLLAPSE, "collapse fold"),
            Map.entry(Command.TALLER, "height larger"),
            Map.entry(Command.LOWER, "height smaller"),
            Map.entry(Command.MAP_NODE, "host topology"),
            Map.entry(Command.SILENT, "zero statistics"),
            Map.entry(Command.COMPUTE, "derived metric formula"),
            Map.entry(Command.CHART_ROW, "line graph plot"),
            Map.entry(Command.COMPARE, "difference"),
            Map.entry(Command.MARK, "highlight"),
            Map.entry(Command.MESSAGES, "communication"),
            Map.entry(Command.WAITS, "wait states late sender"),
            Map.entry(Command.CRITICAL_PATH, "bottleneck"),
            Map.entry(Command.LEGEND, "categories"),
            Map.entry(Command.PROFILE, "histogram summary"),
            Map.entry(Command.MATRIX, "communication"),
            Map.entry(Command.IO, "lens"),
            Map.entry(Command.KEYS, "help shortcuts"));

    private SearchWords() {}

    /** Words for a command that its title lacks, apart by blanks; empty for none. */
    static String of(Command command) {
        return WORDS.getOrDefault(command, "");
    }
}

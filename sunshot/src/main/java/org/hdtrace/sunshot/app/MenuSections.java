// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * How the commands of a long menu are divided, so that it fits on small screens and what belongs together is seen together. A section
 * goes from its first command to the next section. Stateless.
 */
final class MenuSections {
    private static final String LINE = "";
    private static final Map<Command, String> TITLES = titles();

    private MenuSections() {}

    private static Map<Command, String> titles() {
        Map<Command, String> titles = new EnumMap<>(Command.class);
        titles.put(Command.SAVE_PICTURE, LINE);
        titles.put(Command.QUIT, LINE);
        titles.put(Command.SEARCH, LINE);
        titles.put(Command.FOLLOW, LINE);
        titles.put(Command.UNDO, LINE);
        titles.put(Command.RUN_START, LINE);
        titles.put(Command.NEXT_STATE, LINE);
        titles.put(Command.TALLER, LINE);
        titles.put(Command.MAP_RECORDED, "Arrange");
        titles.put(Command.SORT_AS_ARRANGED, "Sort");
        titles.put(Command.PICK_ROW, "Group");
        titles.put(Command.COMPUTE, "Statistics");
        titles.put(Command.OFFSET, "Times");
        titles.put(Command.PIN_ROW, LINE);
        titles.put(Command.HIDE_ROW, LINE);
        titles.put(Command.COPY_LINK, LINE);
        titles.put(Command.GO_TO_1, "Go to bookmark");
        titles.put(Command.SET_1, "Set bookmark");
        titles.put(Command.COMPARE_INTERLEAVED, LINE);
        titles.put(Command.COMPARE_START, LINE);
        titles.put(Command.NESTED, LINE);
        titles.put(Command.HEAT, "Colours");
        titles.put(Command.DENSE_DOMINANT, "Dense columns");
        titles.put(Command.STATISTICS_AREA, "Statistics");
        titles.put(Command.MINIMAP_STATES, "Minimap");
        titles.put(Command.TREE_LEFT, "Tree");
        titles.put(Command.MOUSE_CHOOSE, "Mouse");
        titles.put(Command.THEME_LIGHT, "Theme");
        return titles;
    }

    /** What begins with a command: a menu of that title inside of the menu, or below a line if it is empty; nothing within a section. */
    static Optional<String> at(Command command) {
        return Optional.ofNullable(TITLES.get(command));
    }
}

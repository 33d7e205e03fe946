// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.util.List;
import org.hdtrace.sunshot.model.Mapping;

/** Every command of the window: one name, one text and its keys, shared by menu, tool bar, keys, key sheet and tests. */
enum Command {
    OPEN(Menu.FILE, "Open project…", "ctrl O"),
    ADD(Menu.FILE, "Add project…", "ctrl shift O"),
    CLOSE(Menu.FILE, "Close projects", "ctrl W"),
    SAVE_PICTURE(Menu.FILE, "Save picture…", "ctrl S"),
    SETTINGS(Menu.FILE, "Settings…", "ctrl COMMA"),
    QUIT(Menu.FILE, "Quit", "ctrl Q"),

    PALETTE(Menu.FIND, "Command palette…", "ctrl shift P"),
    FIND_ROW(Menu.FIND, "Find row…", "ctrl P"),
    SEARCH(Menu.FIND, "Search states…", "ctrl F"),
    FILTER(Menu.FIND, "Filter states…", "ctrl shift F"),
    NEXT_HIT(Menu.FIND, "Next hit", "F3"),
    PREVIOUS_HIT(Menu.FIND, "Previous hit", "shift F3"),

    FOLLOW(Menu.FIND, "Follow the chain of the chosen state", "J"),
    FOLLOW_BACK(Menu.FIND, "Follow the chain backwards", "shift J"),

    ZOOM_IN(Menu.VIEW, "Zoom in", "typed +", "typed =", "W"),
    ZOOM_OUT(Menu.VIEW, "Zoom out", "typed -", "S"),
    HOME(Menu.VIEW, "Whole run", "0", "H"),
    FIT(Menu.VIEW, "Fit rows and time", "shift F"),
    FOCUS(Menu.VIEW, "Zoom to the chosen state", "F"),
    UNDO(Menu.VIEW, "Undo zoom", "ctrl Z", "BACK_SPACE"),
    REDO(Menu.VIEW, "Redo zoom", "ctrl Y", "ctrl shift Z"),
    RUN_START(Menu.VIEW, "Begin of the run", "HOME"),
    RUN_END(Menu.VIEW, "End of the run", "END"),
    PAN_LEFT(Menu.VIEW, "Move left", "LEFT", "A"),
    PAN_RIGHT(Menu.VIEW, "Move right", "RIGHT", "D"),
    PAGE_LEFT(Menu.VIEW, "Move half a view left", "shift LEFT", "shift A"),
    PAGE_RIGHT(Menu.VIEW, "Move half a view right", "shift RIGHT", "shift D"),
    NEXT_STATE(Menu.VIEW, "Next state of the row", "typed ."),
    PREVIOUS_STATE(Menu.VIEW, "Previous state of the row", "typed ,"),
    NEXT_SAME(Menu.VIEW, "Next state of the same name", "typed ]"),
    PREVIOUS_SAME(Menu.VIEW, "Previous state of the same name", "typed ["),
    NEXT_MARKED(Menu.VIEW, "Next state of a marked name", "typed }"),
    PREVIOUS_MARKED(Menu.VIEW, "Previous state of a marked name", "typed {"),

    ROW_UP(Menu.ROWS, "Row above", "UP"),
    ROW_DOWN(Menu.ROWS, "Row below", "DOWN"),
    SCROLL_UP(Menu.ROWS, "Move half a view up", "PAGE_UP"),
    SCROLL_DOWN(Menu.ROWS, "Move half a view down", "PAGE_DOWN"),
    TOGGLE_ROW(Menu.ROWS, "Open or close row", "ENTER", "SPACE"),
    EXPAND(Menu.ROWS, "Open all rows", "E"),
    COLLAPSE(Menu.ROWS, "Close all rows", "shift E"),
    TALLER(Menu.ROWS, "Taller rows", "ctrl UP"),
    LOWER(Menu.ROWS, "Lower rows", "ctrl DOWN"),
    FIT_ROWS(Menu.ROWS, "Fit rows", "ctrl 0"),
    ROW_COUNT(Menu.ROWS, "Number of rows in view…", "ctrl R"),
    PIN_ROW(Menu.ROWS, "Pin row on top, or let it go", "P"),
    MOVE_UP(Menu.ROWS, "Move row up", "alt UP"),
    MOVE_DOWN(Menu.ROWS, "Move row down", "alt DOWN"),
    HIDE_ROW(Menu.ROWS, "Hide chosen rows", "DELETE"),
    SHOW_ROWS(Menu.ROWS, "Show hidden rows", "shift DELETE"),
    HIDE_IDLE(Menu.ROWS, "Hide rows that are idle in view", "shift I"),
    SILENT(Menu.ROWS, "Counters that stay at zero", "Z"),
    MAP_RECORDED(Menu.ROWS, "Arrange as recorded", "alt 1"),
    MAP_RANKS(Menu.ROWS, "Arrange ranks first", "alt 2"),
    MAP_NODE(Menu.ROWS, "Arrange by node", "alt 3"),
    MAP_SERVER(Menu.ROWS, "Arrange by server", "alt 4"),
    MAP_COMMUNICATOR(Menu.ROWS, "Arrange by communicator", "alt 5"),
    SORT_AS_ARRANGED(Menu.ROWS, "Sort as arranged"),
    SORT_NAME(Menu.ROWS, "Sort by name"),
    SORT_RANK(Menu.ROWS, "Sort by rank"),
    SORT_BUSY(Menu.ROWS, "Sort by busy time in view", "B"),
    SORT_STATISTIC(Menu.ROWS, "Sort by statistic…"),
    PICK_ROW(Menu.ROWS, "Choose row together with others, or let it go", "Y"),
    GROUP_ROWS(Menu.ROWS, "Group chosen rows…", "ctrl shift G"),
    RENAME_GROUP(Menu.ROWS, "Rename group…", "F2"),
    UNGROUP(Menu.ROWS, "Take group apart", "shift G"),
    COMPUTE(Menu.ROWS, "Compute a statistic…", "ctrl E"),
    CHANGE_FORMULA(Menu.ROWS, "Change formula…", "ctrl shift E"),
    REMOVE_COMPUTED(Menu.ROWS, "Remove computed statistic"),
    CHART_ROW(Menu.ROWS, "Put statistic into the chart, or take it out", "ctrl G"),
    CHART_NONE(Menu.ROWS, "Take all rows out of the chart"),
    OFFSET(Menu.ROWS, "Move row in time…", "ctrl T"),
    NO_OFFSETS(Menu.ROWS, "All times as recorded"),
    ALIGN(Menu.ROWS, "Align runs at their start", "R"),

    ADD_BOOKMARK(Menu.MARKS, "Bookmark this view", "M"),
    ADD_NOTE(Menu.MARKS, "Write a note…", "ctrl M"),
    MARKS(Menu.MARKS, "Bookmarks and notes", "shift M"),
    COPY_LINK(Menu.MARKS, "Copy link to this view", "ctrl shift C"),
    OPEN_LINK(Menu.MARKS, "Open link…", "ctrl shift L"),
    GO_TO_1(Menu.MARKS, "Go to bookmark 1", "1"),
    GO_TO_2(Menu.MARKS, "Go to bookmark 2", "2"),
    GO_TO_3(Menu.MARKS, "Go to bookmark 3", "3"),
    GO_TO_4(Menu.MARKS, "Go to bookmark 4", "4"),
    GO_TO_5(Menu.MARKS, "Go to bookmark 5", "5"),
    GO_TO_6(Menu.MARKS, "Go to bookmark 6", "6"),
    GO_TO_7(Menu.MARKS, "Go to bookmark 7", "7"),
    GO_TO_8(Menu.MARKS, "Go to bookmark 8", "8"),
    GO_TO_9(Menu.MARKS, "Go to bookmark 9", "9"),
    SET_1(Menu.MARKS, "Set bookmark 1", "ctrl 1"),
    SET_2(Menu.MARKS, "Set bookmark 2", "ctrl 2"),
    SET_3(Menu.MARKS, "Set bookmark 3", "ctrl 3"),
    SET_4(Menu.MARKS, "Set bookmark 4", "ctrl 4"),
    SET_5(Menu.MARKS, "Set bookmark 5", "ctrl 5"),
    SET_6(Menu.MARKS, "Set bookmark 6", "ctrl 6"),
    SET_7(Menu.MARKS, "Set bookmark 7", "ctrl 7"),
    SET_8(Menu.MARKS, "Set bookmark 8", "ctrl 8"),
    SET_9(Menu.MARKS, "Set bookmark 9", "ctrl 9"),

    COMPARE(Menu.COMPARE, "Compare the first two runs", "C"),
    COMPARE_END(Menu.COMPARE, "End the comparison", "shift C"),
    COMPARE_INTERLEAVED(Menu.COMPARE, "Ranks of both runs below each other", "shift R"),
    COMPARE_PANEL(Menu.COMPARE, "Figures of the comparison"),
    COMPARE_START(Menu.COMPARE, "Align at the start"),
    COMPARE_MARKS(Menu.COMPARE, "Align at the newest marks of both"),
    COMPARE_STRETCH(Menu.COMPARE, "Stretch B, so that equal operations line up"),

    LEGEND(Menu.LOOK, "Legend", "L"),
    DETAILS(Menu.LOOK, "Details of the chosen state", "I"),
    PROFILE(Menu.LOOK, "Profile of each row", "shift P"),
    MATRIX(Menu.LOOK, "Matrix of messages, requests and accesses", "X"),
    IO(Menu.LOOK, "Files: where and how they are used", "O"),
    CHARTS(Menu.LOOK, "Charts of the chosen statistic", "G"),
    WAITS(Menu.LOOK, "Waits and who they wait for", "Q"),
    CRITICAL_PATH(Menu.LOOK, "Critical path", "K"),
    NESTED(Menu.LOOK, "Draw states inside of states", "N"),
    MESSAGES(Menu.LOOK, "Arrows of messages", "V"),
    RELATIONS(Menu.LOOK, "Arrows of relations", "shift V"),
    ZERO_TIME(Menu.LOOK, "Ruler begins with 0 at the left edge"),
    HEAT(Menu.LOOK, "Heat map of an attribute…", "ctrl H"),
    NO_HEAT(Menu.LOOK, "Colours by name", "ctrl shift H"),
    SHOW_ALL(Menu.LOOK, "Show all categories", "shift H"),
    MARK(Menu.LOOK, "Mark the name of the chosen state, or let it go", "U"),
    MARK_NONE(Menu.LOOK, "Mark no name", "shift U"),
    COLOR(Menu.LOOK, "Colour of the marked category…"),
    RENAME_STATE(Menu.LOOK, "Name of the marked category…"),
    DEFAULT_COLOR(Menu.LOOK, "Usual colours of the marked categories"),
    DENSE_DOMINANT(Menu.LOOK, "Dense columns as their largest state"),
    DENSE_ALL(Menu.LOOK, "Dense columns as all states at equal heights"),
    DENSE_INCLUSIVE_OVERLAPPED(Menu.LOOK, "Dense columns as inclusive shares, overlapped"),
    DENSE_INCLUSIVE_STACKED(Menu.LOOK, "Dense columns as inclusive shares, stacked"),
    DENSE_EXCLUSIVE_OVERLAPPED(Menu.LOOK, "Dense columns as exclusive shares, overlapped"),
    DENSE_EXCLUSIVE_STACKED(Menu.LOOK, "Dense columns as exclusive shares, stacked"),
    DENSE_EXCLUSIVE_BASE(Menu.LOOK, "Dense columns as exclusive shares, from the base"),
    STATISTICS_AREA(Menu.LOOK, "Statistics as areas"),
    STATISTICS_LINE(Menu.LOOK, "Statistics as lines"),
    STATISTICS_BARS(Menu.LOOK, "Statistics as bars"),
    STATISTICS_BAND(Menu.LOOK, "Statistics as bands from least to most"),
    MINIMAP_STATES(Menu.LOOK, "Minimap of states"),
    MINIMAP_CONCURRENCY(Menu.LOOK, "Minimap of concurrency"),
    MINIMAP_POWER(Menu.LOOK, "Minimap of power"),
    TREE_LEFT(Menu.LOOK, "Tree left of the timelines"),
    TREE_RIGHT(Menu.LOOK, "Tree right of the timelines"),
    TREE_HIDDEN(Menu.LOOK, "No tree"),
    MOUSE_CHOOSE(Menu.LOOK, "Mouse chooses, drag zooms"),
    MOUSE_ZOOM(Menu.LOOK, "Mouse zooms on click"),
    MOUSE_HAND(Menu.LOOK, "Mouse moves like a hand"),
    THEME_LIGHT(Menu.LOOK, "Light theme"),
    THEME_DARK(Menu.LOOK, "Dark theme"),
    THEME_CONTRAST(Menu.LOOK, "High-contrast theme"),
    NEXT_THEME(Menu.LOOK, "Next theme", "T"),

    KEYS(Menu.HELP, "Keys and mouse", "F1", "typed ?"),
    ABOUT(Menu.HELP, "About Sunshot…");

    /** Where a command is found. */
    enum Menu {
        FILE("File"),
        FIND("Find"),
        VIEW("View"),
        ROWS("Rows"),
        MARKS("Marks"),
        COMPARE("Compare"),
        LOOK("Look"),
        HELP("Help");

        private final String title;

        Menu(String title) {
            this.title = title;
        }

        String title() {
            return title;
        }
    }

    private final Menu menu;
    private final String title;

    @SuppressWarnings("ImmutableEnumChecker") // made by List.of
    private final List<String> keys;

    Command(Menu menu, String title, String... keys) {
        this.menu = menu;
        this.title = title;
        this.keys = List.of(keys);
    }

    /** The command that arranges the rows in a way. */
    static Command of(Mapping mapping) {
        return switch (mapping) {
            case AS_RECORDED -> MAP_RECORDED;
            case RANKS_FIRST -> MAP_RANKS;
            case BY_NODE -> MAP_NODE;
            case BY_SERVER -> MAP_SERVER;
            case BY_COMMUNICATOR -> MAP_COMMUNICATOR;
        };
    }

    Menu menu() {
        return menu;
    }

    String title() {
        return title;
    }

    /**
     * Key strokes as {@link javax.swing.KeyStroke#getKeyStroke(String)} reads them; the first is shown in the menu. Signs are what is
     * typed, since each keyboard has them at other places, and some only with Shift.
     */
    List<String> keys() {
        return keys;
    }

    /** The keys for people. */
    String keyText() {
        return String.join("  or  ", keys.stream().map(Command::humanKey).toList());
    }

    private static String humanKey(String key) {
        return key.replace("typed ", "")
                .replace("ctrl ", "Ctrl+")
                .replace("shift ", "Shift+")
                .replace("alt ", "Alt+")
                .replace("DELETE", "Delete")
                .replace("BACK_SPACE", "Backspace")
                .replace("COMMA", ",")
                .replace("PAGE_UP", "Page Up")
                .replace("PAGE_DOWN", "Page Down")
                .replace("LEFT", "Left")
                .replace("RIGHT", "Right")
                .replace("UP", "Up")
                .replace("DOWN", "Down")
                .replace("HOME", "Home")
                .replace("END", "End")
                .replace("ENTER", "Enter")
                .replace("SPACE", "Space");
    }
}

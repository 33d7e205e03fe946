// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.util.Map;
import org.hdtrace.sunshot.paint.DenseStyle;
import org.hdtrace.sunshot.paint.SeriesStyle;
import org.hdtrace.sunshot.paint.Theme;

/**
 * How windows begin (SUNSHOT S-61); the session of a project and the command line win.
 *
 * @param theme name of a {@link Theme}
 * @param mouse what the left button does
 * @param statistics how statistics are drawn
 * @param dense how columns of very short states are drawn
 * @param minimap what the minimap shows
 * @param nested whether states inside of states are drawn
 * @param zeroTime whether the ruler begins with 0 at the left edge
 * @param rowHeight of the natural height, in percent
 * @param leastDrag pixels from which on a movement is a drag
 */
record Settings(
        String theme,
        MouseMode mouse,
        SeriesStyle statistics,
        DenseStyle dense,
        MinimapMode minimap,
        boolean nested,
        boolean zeroTime,
        int rowHeight,
        int leastDrag) {
    static final int LEAST_HEIGHT = 50;
    static final int MOST_HEIGHT = 600;
    static final int MOST_DRAG = 30;

    static final Settings USUAL = new Settings(
            Theme.LIGHT.name(),
            MouseMode.CHOOSE,
            SeriesStyle.AREA,
            DenseStyle.DOMINANT,
            MinimapMode.STATES,
            true,
            false,
            100,
            Stage.LEAST_DRAG);

    /** The same with another theme. */
    Settings withTheme(String other) {
        return new Settings(other, mouse, statistics, dense, minimap, nested, zeroTime, rowHeight, leastDrag);
    }

    /** As a file keeps them. */
    Map<String, String> values() {
        return Map.of(
                "theme", theme,
                "mouse", mouse.name(),
                "statistics", statistics.name(),
                "dense", dense.name(),
                "minimap", minimap.name(),
                "nested", String.valueOf(nested),
                "zerotime", String.valueOf(zeroTime),
                "rowheight", String.valueOf(rowHeight),
                "leastdrag", String.valueOf(leastDrag));
    }

    /** Reads {@link #values}; what is missing or makes no sense is as usual. */
    static Settings of(Map<String, String> values) {
        String theme = values.getOrDefault("theme", USUAL.theme);
        return new Settings(
                Theme.byName(theme).isPresent() ? theme : USUAL.theme,
                choice(MouseMode.class, values.get("mouse"), USUAL.mouse),
                choice(SeriesStyle.class, values.get("statistics"), USUAL.statistics),
                choice(DenseStyle.class, values.get("dense"), USUAL.dense),
                choice(MinimapMode.class, values.get("minimap"), USUAL.minimap),
                !"false".equals(values.get("nested")),
                "true".equals(values.get("zerotime")),
                number(values.get("rowheight"), LEAST_HEIGHT, MOST_HEIGHT, USUAL.rowHeight),
                number(values.get("leastdrag"), 1, MOST_DRAG, USUAL.leastDrag));
    }

    private static <E extends Enum<E>> E choice(Class<E> kind, String word, E usual) {
        for (E each : kind.getEnumConstants()) {
            if (each.name().equals(word)) {
                return each;
            }
        }
        return usual;
    }

    private static int number(String text, int least, int most, int usual) {
        boolean good = text != null && text.matches("\\d{1,6}");
        int value = good ? Integer.parseInt(text) : usual;
        return value < least || value > most ? usual : value;
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.slog2;

import java.util.ArrayList;
import java.util.List;
import org.hdtrace.format.TraceFormatException;

/**
 * A kind of entries.
 *
 * @param number by which entries name it
 * @param keys names of the values that an entry may have, as its author wrote them
 * @param types of these values, a letter each; there may be more or fewer of them than keys
 */
record Slog2Category(int number, String name, Shape shape, List<String> keys, List<Integer> types) {
    /** Number, empty name, shape, colour, width, three empty lists and summary. */
    static final int LEAST_BYTES = 4 + 2 + 4 + 5 + 1 + 3 * 2 + 16;

    private static final int COLOR_AND_WIDTH = 4 + 1 + 1;
    private static final int SUMMARY = 4 + 4 + 8;

    /** What an entry looks like. */
    enum Shape {
        EVENT,
        STATE,
        ARROW
    }

    Slog2Category {
        keys = List.copyOf(keys);
        types = List.copyOf(types);
    }

    static Slog2Category read(Slog2Block block) throws TraceFormatException {
        int number = block.getInt();
        String name = block.getText();
        long at = block.place();
        int shape = block.getInt();
        if (shape < 0 || shape >= Shape.values().length) {
            throw block.error(at, "the category '" + name + "' has the unknown shape " + shape);
        }
        block.skip(COLOR_AND_WIDTH);
        List<String> keys = new ArrayList<>();
        for (int left = block.getFew("names of values", 2); left > 0; left--) {
            keys.add(block.getText());
        }
        List<Integer> types = new ArrayList<>();
        for (int left = block.getFew("types of values", 1); left > 0; left--) {
            types.add(block.getByte());
        }
        block.skip(4 * block.getFew("methods", 4));
        block.skip(SUMMARY);
        return new Slog2Category(number, name, Shape.values()[shape], keys, types);
    }
}

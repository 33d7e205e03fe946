// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.slog2;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.hdtrace.analysis.imports.ImportedNames;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.trace.Attributes;

/**
 * What an entry says of itself. Its category tells of each value the type, by a letter, and a name, which is a piece of a sentence such
 * as {@code ", msg_size = "}; its letters and digits become the name of an attribute.
 */
final class Slog2Values {
    private Slog2Values() {}

    static Attributes read(Slog2Block block, Slog2Category category) throws TraceFormatException {
        List<String> all = new ArrayList<>();
        Set<String> taken = new HashSet<>();
        for (int i = 0; i < category.types().size() && block.remaining() > 0; i++) {
            String name = unique(name(category, i), taken);
            all.add(name);
            all.add(value(block, category.types().get(i)));
        }
        return Attributes.of(all.toArray(String[]::new));
    }

    /** Names are words beside the values; without any, values are counted. */
    private static String name(Slog2Category category, int index) {
        String key = index < category.keys().size() ? category.keys().get(index) : "";
        String word = key.replaceAll("^[^A-Za-z0-9_]+|[^A-Za-z0-9_]+$", "");
        return word.isEmpty() ? "value" + (index + 1) : ImportedNames.attribute(word);
    }

    private static String unique(String name, Set<String> taken) {
        String tried = name;
        for (int number = 2; !taken.add(tried); number++) {
            tried = name + "_" + number;
        }
        return tried;
    }

    private static String value(Slog2Block block, int type) throws TraceFormatException {
        return switch (type) {
            case 's' -> block.getText();
            case 'h' -> String.valueOf(block.getShort());
            case 'd' -> String.valueOf(block.getInt());
            case 'l' -> String.valueOf(block.getLong());
            case 'x' -> String.format(Locale.ROOT, "0x%x", block.getInt());
            case 'X' -> String.format(Locale.ROOT, "0x%x", block.getLong());
            case 'e' -> String.valueOf(block.getFloat());
            case 'E' -> String.valueOf(block.getDouble());
            default -> throw block.error("a value is of the unknown type '" + (char) type + "'");
        };
    }
}

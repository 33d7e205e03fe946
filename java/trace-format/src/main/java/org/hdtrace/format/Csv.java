// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Comma-separated values (RFC 4180, but lines end in a line feed).
 *
 * <p>Thread: one thread at a time.
 */
public final class Csv {
    private final StringBuilder text = new StringBuilder();

    /** Add a line; numbers and texts are written as they read, texts quoted where they have to be. */
    public void line(Object... fields) {
        text.append(lineOf(fields));
    }

    /** A line, for who writes them one by one. */
    public static String lineOf(Object... fields) {
        return join(Arrays.asList(fields)) + '\n';
    }

    /** A line without its end. */
    public static String join(List<?> fields) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < fields.size(); i++) {
            line.append(i == 0 ? "" : ",").append(field(String.valueOf(fields.get(i))));
        }
        return line.toString();
    }

    @Override
    public String toString() {
        return text.toString();
    }

    /** The texts of a line without line breaks in them, read as {@link #join} writes them. */
    public static List<String> split(String line) {
        List<String> fields = new ArrayList<>();
        StringBuilder field = new StringBuilder();
        boolean quoted = false;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            boolean doubled = quoted && c == '"' && i + 1 < line.length() && line.charAt(i + 1) == '"';
            if (doubled) {
                field.append(c);
                i++;
            } else if (c == '"') {
                quoted = !quoted;
            } else if (c == ',' && !quoted) {
                fields.add(field.toString());
                field.setLength(0);
            } else {
                field.append(c);
            }
        }
        fields.add(field.toString());
        return fields;
    }

    private static String field(String value) {
        boolean plain = value.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
        return plain ? value : '"' + value.replace("\"", "\"\"") + '"';
    }
}

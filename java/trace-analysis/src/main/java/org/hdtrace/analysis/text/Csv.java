// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.text;

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
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < fields.length; i++) {
            line.append(i == 0 ? "" : ",").append(field(String.valueOf(fields[i])));
        }
        return line.append('\n').toString();
    }

    @Override
    public String toString() {
        return text.toString();
    }

    private static String field(String value) {
        boolean plain = value.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
        return plain ? value : '"' + value.replace("\"", "\"\"") + '"';
    }
}

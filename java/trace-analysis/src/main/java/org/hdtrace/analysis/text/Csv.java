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
        for (int i = 0; i < fields.length; i++) {
            text.append(i == 0 ? "" : ",").append(field(String.valueOf(fields[i])));
        }
        text.append('\n');
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

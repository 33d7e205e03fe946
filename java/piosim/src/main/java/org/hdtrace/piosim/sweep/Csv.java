// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.sweep;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Lines of comma separated values by RFC 4180; no value has a line break. */
public final class Csv {
    private Csv() {}

    public static String join(List<String> fields) {
        return fields.stream().map(Csv::quote).collect(Collectors.joining(","));
    }

    /** The values of a line that {@link #join} made. */
    public static List<String> split(String line) {
        List<String> fields = new ArrayList<>();
        StringBuilder field = new StringBuilder();
        boolean quoted = false;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (c == '"') {
                boolean escaped = !quoted && i > 0 && line.charAt(i - 1) == '"';
                quoted = !quoted;
                if (escaped) {
                    field.append('"');
                }
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

    private static String quote(String field) {
        boolean plain = field.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
        return plain ? field : '"' + field.replace("\"", "\"\"") + '"';
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.otf2;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.hdtrace.format.TraceFormatException;

/** The lines that {@code hdtrace-otf2 read} writes, one after the other. Numbers of OTF2 that don't fit in a long are bad input. */
final class Otf2Line {
    private final Path archive;
    private final BufferedReader reader;
    private final List<String> fields = new ArrayList<>();
    private final StringBuilder text = new StringBuilder();

    Otf2Line(Path archive, BufferedReader reader) {
        this.archive = archive;
        this.reader = reader;
    }

    /** Goes to the next line; false at the end. */
    boolean next() throws IOException {
        String line = reader.readLine();
        if (line == null) {
            return false;
        }
        fields.clear();
        text.setLength(0);
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (c == '\t') {
                fields.add(text.toString());
                text.setLength(0);
            } else if (c == '\\' && i + 1 < line.length()) {
                i++;
                text.append(decoded(line.charAt(i)));
            } else {
                text.append(c);
            }
        }
        fields.add(text.toString());
        return true;
    }

    private static char decoded(char c) {
        return switch (c) {
            case 't' -> '\t';
            case 'n' -> '\n';
            case 'r' -> '\r';
            default -> c;
        };
    }

    String word() {
        return fields.get(0);
    }

    int count() {
        return fields.size();
    }

    String text(int field) throws TraceFormatException {
        if (field >= fields.size()) {
            throw error("'" + word() + "' has too few fields");
        }
        return fields.get(field);
    }

    long number(int field) throws TraceFormatException {
        try {
            return Long.parseLong(text(field));
        } catch (NumberFormatException e) {
            throw error("'" + word() + "' has the number " + text(field) + ", which is too large here");
        }
    }

    /** A number whose bits are those of an unsigned one. */
    long unsigned(int field) throws TraceFormatException {
        try {
            return Long.parseUnsignedLong(text(field));
        } catch (NumberFormatException e) {
            throw error("'" + word() + "' has the number " + text(field) + ", which is none");
        }
    }

    /** A number that may have a sign; one beyond a long is the largest one. */
    long unsignedOrSigned(int field) throws TraceFormatException {
        if (text(field).startsWith("-")) {
            return number(field);
        }
        long bits = unsigned(field);
        return bits < 0 ? Long.MAX_VALUE : bits;
    }

    double real(int field) throws TraceFormatException {
        try {
            return Double.parseDouble(text(field));
        } catch (NumberFormatException e) {
            throw error("'" + word() + "' has the number " + text(field) + ", which is none");
        }
    }

    /** Fields from one on as numbers. */
    List<Long> numbers(int first) throws TraceFormatException {
        List<Long> all = new ArrayList<>();
        for (int field = first; field < count(); field++) {
            all.add(number(field));
        }
        return all;
    }

    TraceFormatException error(String reason) {
        return TraceFormatException.atByte(archive, 0, reason);
    }
}

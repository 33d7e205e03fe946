// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.otf2;

import java.io.IOException;
import java.io.Writer;

/** Writes the lines that {@code hdtrace-otf2 write} reads. */
final class Otf2Text {
    private final Writer out;

    Otf2Text(Writer out) {
        this.out = out;
    }

    Otf2Text begin(String word) throws IOException {
        out.write(word);
        return this;
    }

    Otf2Text field(long number) throws IOException {
        out.write('\t');
        out.write(Long.toString(number));
        return this;
    }

    /** Each bit of it. */
    Otf2Text real(double number) throws IOException {
        out.write('\t');
        out.write(Double.toHexString(number));
        return this;
    }

    /** A text; C ends it at a NUL character, which no attribute of a trace can hold. */
    Otf2Text field(String text) throws IOException {
        out.write('\t');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '\\' -> out.write("\\\\");
                case '\t' -> out.write("\\t");
                case '\n' -> out.write("\\n");
                case '\r' -> out.write("\\r");
                default -> out.write(c);
            }
        }
        return this;
    }

    void end() throws IOException {
        out.write('\n');
    }

    /** A line of texts. */
    void line(String word, Object... fields) throws IOException {
        begin(word);
        for (Object field : fields) {
            field(field.toString());
        }
        end();
    }

    void close() throws IOException {
        out.close();
    }
}

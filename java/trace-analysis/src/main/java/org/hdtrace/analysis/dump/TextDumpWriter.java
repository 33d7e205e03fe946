// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.dump;

import java.io.IOException;
import java.util.List;
import org.hdtrace.format.TimeText;
import org.hdtrace.format.trace.Attributes;
import org.hdtrace.format.trace.DataElement;

/** The canonical lines. */
final class TextDumpWriter implements DumpWriter {
    private final Appendable target;
    private final StringBuilder line = new StringBuilder(256);

    TextDumpWriter(Appendable target) {
        this.target = target;
    }

    @Override
    public void begin(String kind) {
        line.setLength(0);
        line.append(kind);
    }

    @Override
    public void word(String name, String value) {
        boolean plain = !value.isEmpty() && value.chars().allMatch(c -> c > ' ' && c != '"' && c != '\\' && c != 0x7f);
        if (plain) {
            line.append(' ').append(value);
        } else {
            text(name, value);
        }
    }

    @Override
    public void number(String name, long value) {
        line.append(' ').append(value);
    }

    @Override
    public void time(String name, long nanos) {
        line.append(' ');
        TimeText.append(line, nanos);
    }

    @Override
    public void text(String name, String value) {
        line.append(' ');
        quote(value);
    }

    @Override
    public void integerValue(long value) {
        line.append(' ').append(value);
    }

    @Override
    public void realValue(double value, boolean single) {
        line.append(' ').append(RealText.scientific(value, single ? 8 : 16));
    }

    @Override
    public void textValue(String value) {
        text("", value);
    }

    @Override
    public void attribute(String name, String value) {
        line.append(' ').append(name).append('=');
        quote(value);
    }

    @Override
    public void data(List<DataElement> elements) {
        for (DataElement element : elements) {
            line.append(' ');
            element(element);
        }
    }

    @Override
    public void end() throws IOException {
        line.append('\n');
        target.append(line);
    }

    private void element(DataElement element) {
        line.append('<').append(element.name());
        Attributes attributes = element.attributes();
        for (int i = 0; i < attributes.size(); i++) {
            attribute(attributes.name(i), attributes.value(i));
        }
        String text = element.text().strip();
        if (text.isEmpty() && element.children().isEmpty()) {
            line.append("/>");
            return;
        }
        line.append('>');
        if (!text.isEmpty()) {
            quote(text);
        }
        element.children().forEach(this::element);
        line.append("</").append(element.name()).append('>');
    }

    private void quote(String value) {
        line.append('"');
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            switch (c) {
                case '"', '\\' -> line.append('\\').append(c);
                case '\n' -> line.append("\\n");
                case '\r' -> line.append("\\r");
                case '\t' -> line.append("\\t");
                default -> {
                    if (c < 0x20 || c == 0x7f) {
                        line.append("\\x")
                                .append(Character.forDigit(c >> 4, 16))
                                .append(Character.forDigit(c & 15, 16));
                    } else {
                        line.append(c);
                    }
                }
            }
        }
        line.append('"');
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.trace;

import java.util.ArrayList;
import java.util.List;
import org.hdtrace.format.Limits;
import org.hdtrace.format.internal.ElementTape;
import org.hdtrace.format.internal.NameTable;
import org.hdtrace.format.internal.XmlText;

/** Data elements to and from XML. */
public final class DataElements {
    private final ElementTape tape;
    private final NameTable names;
    private int cell;

    private DataElements(ElementTape tape, NameTable names) {
        this.tape = tape;
        this.names = names;
    }

    /** The content of the tape's first element. */
    public static List<DataElement> contentOf(ElementTape tape, NameTable names) {
        if (tape.kind(0) == ElementTape.EMPTY) {
            return List.of();
        }
        DataElements reader = new DataElements(tape, names);
        return reader.read().children();
    }

    /** Attributes of a tape's first element but for some. */
    public static Attributes attributesOf(ElementTape tape, NameTable names, String... without) {
        Attributes all = attributesAt(tape, names, 0);
        return without.length == 0 ? all : all.without(without);
    }

    private static Attributes attributesAt(ElementTape tape, NameTable names, int cell) {
        String[] fields = new String[2 * tape.attributeCount(cell)];
        for (int i = 0; i < fields.length / 2; i++) {
            fields[2 * i] = tape.attributeName(cell, i, names);
            fields[2 * i + 1] = tape.attributeValue(cell, i);
        }
        return Attributes.of(fields);
    }

    /**
     * Append an element as XML. What is deeper than readers go is left out, values that are too long are cut.
     *
     * @param depth of the element: 1 for an outermost one
     * @return whether all of it was appended
     */
    public static boolean append(StringBuilder target, DataElement element, int depth) {
        if (depth > Limits.DEPTH) {
            return false;
        }
        target.append('<').append(XmlText.requireName(element.name()));
        boolean whole = true;
        for (int i = 0; i < element.attributes().size(); i++) {
            Attributes attributes = element.attributes();
            whole &= XmlText.appendAttribute(target, attributes.name(i), attributes.value(i));
        }
        if (element.text().isEmpty() && element.children().isEmpty()) {
            target.append("/>");
            return whole;
        }
        target.append('>');
        whole &= XmlText.append(target, element.text());
        for (DataElement child : element.children()) {
            whole &= append(target, child, depth + 1);
        }
        target.append("</").append(element.name()).append('>');
        return whole;
    }

    /** Elements under construction: what is open, outermost first. */
    private static final class Building {
        final String name;
        final Attributes attributes;
        final StringBuilder text = new StringBuilder();
        final List<DataElement> children = new ArrayList<>();

        Building(String name, Attributes attributes) {
            this.name = name;
            this.attributes = attributes;
        }

        DataElement done() {
            return new DataElement(name, attributes, text.toString().strip(), children);
        }
    }

    private DataElement read() {
        List<Building> open = new ArrayList<>();
        DataElement last = null;
        do {
            int kind = tape.kind(cell);
            if (kind == ElementTape.TEXT || kind == ElementTape.VERBATIM) {
                open.get(open.size() - 1).text.append(tape.text(cell));
            } else {
                if (kind != ElementTape.END) {
                    open.add(new Building(tape.name(cell, names), attributesAt(tape, names, cell)));
                }
                if (kind != ElementTape.START) {
                    last = open.remove(open.size() - 1).done();
                    if (!open.isEmpty()) {
                        open.get(open.size() - 1).children.add(last);
                    }
                }
            }
            cell = tape.after(cell);
        } while (!open.isEmpty());
        return last;
    }
}

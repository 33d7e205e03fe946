// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.project;

import java.util.ArrayList;
import java.util.List;
import org.hdtrace.format.trace.Attributes;

/** An element of a project file while it is interpreted. Element names are compared ignoring case, attribute names exactly. */
final class XmlNode {
    final String name;
    final Attributes attributes;
    final int line;
    /** For elements this library doesn't know: as it stands in the file. */
    String verbatim = "";
    // Most elements have neither.
    private List<XmlNode> children = List.of();
    private StringBuilder text;

    XmlNode(String name, Attributes attributes, int line) {
        this.name = name;
        this.attributes = attributes;
        this.line = line;
    }

    boolean is(String elementName) {
        return name.equalsIgnoreCase(elementName);
    }

    List<XmlNode> children() {
        return children;
    }

    void add(XmlNode child) {
        if (children.isEmpty()) {
            children = new ArrayList<>(2);
        }
        children.add(child);
    }

    void removeLastChild() {
        children.remove(children.size() - 1);
    }

    /** Add to the text, of which only what stands between blanks is of use. */
    void append(String part) {
        if (text == null && part.isBlank()) {
            return;
        }
        if (text == null) {
            text = new StringBuilder();
        }
        text.append(part);
    }

    /** The first child of that name, or null. */
    XmlNode child(String elementName) {
        for (XmlNode child : children) {
            if (child.is(elementName)) {
                return child;
            }
        }
        return null;
    }

    List<XmlNode> all(String elementName) {
        return children.stream().filter(child -> child.is(elementName)).toList();
    }

    /** The first of the attributes that is there, or null. */
    String attribute(String... names) {
        for (String attribute : names) {
            String value = attributes.get(attribute);
            if (value != null) {
                return value;
            }
        }
        return null;
    }

    String trimmedText() {
        return text == null ? "" : text.toString().strip();
    }
}

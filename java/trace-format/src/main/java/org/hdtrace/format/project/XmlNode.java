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
    final List<XmlNode> children = new ArrayList<>();
    final StringBuilder text = new StringBuilder();
    /** Where it is in the file's text. */
    final int from;

    int to;

    XmlNode(String name, Attributes attributes, int line, int from) {
        this.name = name;
        this.attributes = attributes;
        this.line = line;
        this.from = from;
    }

    boolean is(String elementName) {
        return name.equalsIgnoreCase(elementName);
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
        return text.toString().strip();
    }
}

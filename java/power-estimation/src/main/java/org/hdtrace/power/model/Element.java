// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.power.model;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.xml.SafeXml;

/** An element of a model file, which knows where it stands; faults name file, line and element. */
final class Element {
    private final Path file;
    private final String name;
    private final int line;
    private final Map<String, String> attributes = new LinkedHashMap<>();
    private final List<Element> children = new ArrayList<>();

    private Element(Path file, XMLStreamReader at) {
        this.file = file;
        this.name = at.getLocalName();
        this.line = at.getLocation().getLineNumber();
        for (int i = 0; i < at.getAttributeCount(); i++) {
            attributes.put(at.getAttributeLocalName(i), at.getAttributeValue(i));
        }
    }

    /** Read a whole file. */
    static Element read(Path file) throws TraceFormatException {
        try (Reader text = Files.newBufferedReader(file)) {
            return read(file, text);
        } catch (IOException e) {
            throw new TraceFormatException(file, "line 1", "can't be read: " + FileCauses.words(e), e);
        }
    }

    /** Read a text; the file is for messages. */
    static Element read(Path file, Reader text) throws TraceFormatException {
        try {
            XMLStreamReader at = SafeXml.read(text);
            while (at.next() != XMLStreamConstants.START_ELEMENT) {
                if (at.getEventType() == XMLStreamConstants.DTD) {
                    throw new TraceFormatException(
                            file, "line " + at.getLocation().getLineNumber(), "document types are not read");
                }
            }
            return tree(file, at);
        } catch (XMLStreamException e) {
            int line = e.getLocation() == null ? 1 : e.getLocation().getLineNumber();
            throw new TraceFormatException(file, "line " + line, "is no XML: " + firstLine(e), e);
        }
    }

    private static String firstLine(XMLStreamException e) {
        return String.valueOf(e.getMessage()).lines().findFirst().orElse("");
    }

    private static Element tree(Path file, XMLStreamReader at) throws XMLStreamException {
        Element element = new Element(file, at);
        while (true) {
            switch (at.next()) {
                case XMLStreamConstants.START_ELEMENT -> element.children.add(tree(file, at));
                case XMLStreamConstants.END_ELEMENT -> {
                    return element;
                }
                default -> {}
            }
        }
    }

    String name() {
        return name;
    }

    List<Element> children() {
        return children;
    }

    List<Element> children(String called) {
        return children.stream().filter(child -> child.name.equals(called)).toList();
    }

    /** Refuse attributes and children that nobody would read. */
    Element allow(Set<String> allowedAttributes, Set<String> allowedChildren) throws TraceFormatException {
        for (String attribute : attributes.keySet()) {
            if (!allowedAttributes.contains(attribute)) {
                throw fault("attribute '" + attribute + "' is unknown; there are " + sorted(allowedAttributes));
            }
        }
        for (Element child : children) {
            if (!allowedChildren.contains(child.name)) {
                throw child.fault("is unknown in <" + name + ">"
                        + (allowedChildren.isEmpty() ? "" : "; there are " + sorted(allowedChildren)));
            }
        }
        return this;
    }

    private static String sorted(Set<String> names) {
        return String.join(", ", names.stream().sorted().toList());
    }

    String text(String attribute) throws TraceFormatException {
        String value = attributes.get(attribute);
        if (value == null || value.isBlank()) {
            throw fault("attribute '" + attribute + "' is missing");
        }
        return value;
    }

    String text(String attribute, String otherwise) {
        return attributes.getOrDefault(attribute, otherwise);
    }

    double number(String attribute, Quantity quantity) throws TraceFormatException {
        return parsed(attribute, text(attribute), quantity::parse);
    }

    double number(String attribute, Quantity quantity, double otherwise) throws TraceFormatException {
        return attributes.containsKey(attribute) ? number(attribute, quantity) : otherwise;
    }

    /** A number that is not negative. */
    double amount(String attribute, Quantity quantity) throws TraceFormatException {
        double value = number(attribute, quantity);
        if (value < 0) {
            throw fault(attribute + "='" + text(attribute) + "' is negative");
        }
        return value;
    }

    double amount(String attribute, Quantity quantity, double otherwise) throws TraceFormatException {
        return attributes.containsKey(attribute) ? amount(attribute, quantity) : otherwise;
    }

    int count(String attribute, int otherwise) throws TraceFormatException {
        String value = attributes.get(attribute);
        if (value == null) {
            return otherwise;
        }
        if (!value.matches("[0-9]{1,9}")) {
            throw fault(attribute + "='" + value + "' is no whole number");
        }
        return Integer.parseInt(value);
    }

    <T> T parsed(String attribute, String value, Function<String, T> parser) throws TraceFormatException {
        try {
            return parser.apply(value);
        } catch (IllegalArgumentException e) {
            throw fault(attribute + ": " + e.getMessage());
        }
    }

    TraceFormatException fault(String reason) {
        return new TraceFormatException(file, "line " + line, "<" + name + "> " + reason);
    }
}

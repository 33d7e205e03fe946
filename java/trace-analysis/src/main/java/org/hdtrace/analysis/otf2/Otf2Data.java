// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.otf2;

import java.io.StringReader;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.trace.Attributes;
import org.hdtrace.format.trace.DataElement;
import org.hdtrace.format.xml.SafeXml;

/** Elements below states that were written as a text. */
final class Otf2Data {
    private Otf2Data() {}

    private record Open(String name, Attributes attributes, StringBuilder text, List<DataElement> children) {
        DataElement done() {
            return new DataElement(name, attributes, text.toString().strip(), children);
        }
    }

    static List<DataElement> parse(Otf2Line line, String text) throws TraceFormatException {
        if (text.isEmpty()) {
            return List.of();
        }
        try {
            XMLStreamReader reader = SafeXml.read(new StringReader("<data>" + text + "</data>"));
            return read(reader).children();
        } catch (XMLStreamException e) {
            throw line.error("the elements of a state are no XML: " + e.getMessage());
        }
    }

    private static DataElement read(XMLStreamReader reader) throws XMLStreamException {
        Deque<Open> open = new ArrayDeque<>();
        DataElement last = null;
        while (reader.hasNext()) {
            switch (reader.next()) {
                case XMLStreamConstants.START_ELEMENT -> open.push(begin(reader));
                case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA -> {
                    if (!open.isEmpty()) {
                        open.peek().text().append(reader.getText());
                    }
                }
                case XMLStreamConstants.END_ELEMENT -> {
                    last = open.pop().done();
                    if (!open.isEmpty()) {
                        open.peek().children().add(last);
                    }
                }
                case XMLStreamConstants.DTD -> throw new XMLStreamException("a document type");
                default -> {}
            }
        }
        return last;
    }

    private static Open begin(XMLStreamReader reader) {
        String[] pairs = new String[2 * reader.getAttributeCount()];
        for (int i = 0; i < pairs.length / 2; i++) {
            pairs[2 * i] = reader.getAttributeLocalName(i);
            pairs[2 * i + 1] = reader.getAttributeValue(i);
        }
        return new Open(reader.getLocalName(), Attributes.of(pairs), new StringBuilder(), new ArrayList<>());
    }
}

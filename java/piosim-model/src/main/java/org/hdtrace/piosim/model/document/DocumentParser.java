// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.document;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.hdtrace.format.xml.SafeXml;

/** Reads XML into a tree of {@link Element}; refuses DTDs and entities of its own. */
public final class DocumentParser {
    /** Far more than any model needs, far less than a stack holds. */
    private static final int MAX_DEPTH = 100;

    private DocumentParser() {}

    /**
     * The root element of a file.
     *
     * @throws ModelFormatException when the file can't be read or isn't well-formed XML
     */
    public static Element parse(Path file) throws ModelFormatException {
        if (Files.isDirectory(file)) {
            throw failure(file, 0, "is a directory");
        }
        try (InputStream input = new BufferedInputStream(Files.newInputStream(file))) {
            input.mark(1);
            if (input.read() < 0) {
                throw failure(file, 1, "the file is empty");
            }
            input.reset();
            return parse(file, input);
        } catch (NoSuchFileException e) {
            throw failure(file, 0, "no such file");
        } catch (IOException | UncheckedIOException e) {
            throw failure(file, 0, "can't be read: " + reason(e));
        }
    }

    private static Element parse(Path file, InputStream input) throws ModelFormatException {
        try {
            XMLStreamReader reader = SafeXml.readWithNamespaces(input);
            try {
                return parse(file, reader);
            } finally {
                reader.close();
            }
        } catch (XMLStreamException e) {
            int line = e.getLocation() == null ? 1 : Math.max(1, e.getLocation().getLineNumber());
            throw failure(file, line, "not well-formed XML: " + firstLine(e.getMessage()));
        }
    }

    private static Element parse(Path file, XMLStreamReader reader) throws XMLStreamException, ModelFormatException {
        Deque<Open> open = new ArrayDeque<>();
        Element root = null;
        while (reader.hasNext()) {
            int line = reader.getLocation().getLineNumber();
            switch (reader.next()) {
                case XMLStreamConstants.START_ELEMENT -> {
                    if (open.size() >= MAX_DEPTH) {
                        throw failure(file, line, "elements are nested deeper than " + MAX_DEPTH);
                    }
                    open.push(new Open(reader));
                }
                case XMLStreamConstants.END_ELEMENT -> {
                    Element done = open.pop().close();
                    if (open.isEmpty()) {
                        root = done;
                    } else {
                        open.peek().children.add(done);
                    }
                }
                case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA -> {
                    if (!open.isEmpty()) {
                        open.peek().text.append(reader.getText());
                    }
                }
                case XMLStreamConstants.DTD, XMLStreamConstants.ENTITY_REFERENCE ->
                    throw failure(file, line, "document types and entities are not allowed");
                default -> {}
            }
        }
        if (root == null) {
            throw failure(file, 1, "not well-formed XML: no element");
        }
        return root;
    }

    private static ModelFormatException failure(Path file, int line, String text) {
        return new ModelFormatException(file, List.of(new ModelFormatException.Fault(line, text)));
    }

    private static String reason(Exception e) {
        return e instanceof java.nio.file.AccessDeniedException ? "permission denied" : firstLine(e.getMessage());
    }

    private static String firstLine(String text) {
        String line = String.valueOf(text).lines().findFirst().orElse("");
        int location = line.indexOf(" at [row");
        return location > 0 ? line.substring(0, location).strip() : line.strip();
    }

    /** An element whose end hasn't come yet. */
    private static final class Open {
        private final String tag;
        private final int line;
        private final Map<String, String> attributes = new LinkedHashMap<>();
        private final List<Element> children = new ArrayList<>();
        private final StringBuilder text = new StringBuilder();

        Open(XMLStreamReader reader) {
            tag = reader.getLocalName();
            line = reader.getLocation().getLineNumber();
            for (int i = 0; i < reader.getAttributeCount(); i++) {
                String namespace = reader.getAttributeNamespace(i);
                if (namespace == null || namespace.isEmpty()) {
                    attributes.put(reader.getAttributeLocalName(i), reader.getAttributeValue(i));
                }
            }
        }

        Element close() {
            return new Element(tag, attributes, text.toString(), children, line);
        }
    }
}

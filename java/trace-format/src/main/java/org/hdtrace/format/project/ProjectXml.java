// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.project;

import com.ctc.wstx.exc.WstxEOFException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import javax.xml.stream.Location;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import org.codehaus.stax2.XMLStreamReader2;
import org.hdtrace.format.Finding;
import org.hdtrace.format.Severity;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.internal.ByteSource;
import org.hdtrace.format.trace.Attributes;
import org.hdtrace.format.xml.SafeXml;

/**
 * Reads a project file's elements. Those that come in great numbers are handed over one by one and not kept; the others make a
 * tree. Document types and entities of the file's own are refused. Of a file that was cut, the complete elements are delivered.
 */
final class ProjectXml {
    /** Elements of which a part is of use. */
    private static final Set<String> CONTAINERS =
            Set.of("application", "filelist", "communicatorlist", "datatypes", "externalstatistics");

    private static final Set<String> KNOWN =
            Set.of("description", "filelist", "topology", "communicatorlist", "datatypes", "externalstatistics");

    private final Path file;
    private final Sink sink;
    private final List<Finding> findings = new ArrayList<>();
    /** Open elements, outermost first. */
    private final List<XmlNode> open = new ArrayList<>();

    private XmlNode root;
    private ProjectText text;
    /** Where the unknown element begins that is being read, in characters; -1 for none. */
    private long verbatimFrom = -1;

    /** Takes elements as they end. */
    interface Sink {
        /**
         * An element has ended.
         *
         * @param around what it stands in, outermost first
         * @return whether the element was used and need not be kept
         */
        boolean take(List<XmlNode> around, XmlNode element) throws TraceFormatException;
    }

    private ProjectXml(Path file, Sink sink) {
        this.file = file;
        this.sink = sink;
    }

    /** Read a file; what its sink didn't take is below {@link #root}. */
    static ProjectXml read(Path file, Sink sink) throws TraceFormatException {
        ProjectXml xml = new ProjectXml(file, sink);
        try (ByteSource source = ByteSource.open(file)) {
            xml.text = ProjectText.of(source);
            xml.parse();
        }
        return xml;
    }

    List<Finding> findings() {
        return findings;
    }

    XmlNode root() {
        return root;
    }

    private void parse() throws TraceFormatException {
        try {
            XMLStreamReader2 reader = (XMLStreamReader2) SafeXml.read(text);
            try {
                while (reader.hasNext()) {
                    step(reader, reader.next());
                }
            } finally {
                reader.close();
            }
        } catch (WstxEOFException e) {
            salvage(e);
        } catch (XMLStreamException e) {
            TraceFormatException bad = ProjectText.badInput(e);
            throw bad == null ? error(e.getLocation(), e.getMessage(), e) : bad;
        }
    }

    private void step(XMLStreamReader2 reader, int event) throws XMLStreamException, TraceFormatException {
        switch (event) {
            case XMLStreamConstants.START_ELEMENT -> begin(reader);
            case XMLStreamConstants.END_ELEMENT -> end(reader);
            case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA ->
                open.get(open.size() - 1).append(reader.getText());
            case XMLStreamConstants.DTD, XMLStreamConstants.ENTITY_REFERENCE ->
                throw error(reader.getLocation(), "document types and their entities are not allowed", null);
            default -> {
                // Comments, processing instructions and white space around the root.
            }
        }
    }

    private void begin(XMLStreamReader2 reader) throws XMLStreamException {
        long from = reader.getLocationInfo().getStartingCharOffset();
        int line = reader.getLocationInfo().getStartLocation().getLineNumber();
        XmlNode node = new XmlNode(reader.getPrefixedName(), attributes(reader), line);
        if (open.isEmpty()) {
            root = node;
        } else {
            open.get(open.size() - 1).add(node);
        }
        if (open.size() == 1 && !KNOWN.contains(node.name.toLowerCase(Locale.ROOT))) {
            verbatimFrom = from;
        }
        if (verbatimFrom < 0) {
            text.letGo(from);
        }
        open.add(node);
    }

    private void end(XMLStreamReader2 reader) throws XMLStreamException, TraceFormatException {
        XmlNode node = open.remove(open.size() - 1);
        if (open.size() == 1 && verbatimFrom >= 0) {
            node.verbatim = text.between(verbatimFrom, reader.getLocationInfo().getEndingCharOffset());
            verbatimFrom = -1;
        }
        if (!open.isEmpty() && sink.take(open, node)) {
            open.get(open.size() - 1).removeLastChild();
        }
    }

    private static Attributes attributes(XMLStreamReader2 reader) {
        String[] fields = new String[2 * reader.getAttributeCount()];
        for (int i = 0; i < fields.length / 2; i++) {
            String prefix = reader.getAttributePrefix(i);
            String name = reader.getAttributeLocalName(i);
            fields[2 * i] = prefix == null || prefix.isEmpty() ? name : prefix + ":" + name;
            fields[2 * i + 1] = reader.getAttributeValue(i);
        }
        return Attributes.of(fields);
    }

    /** Keep what is complete of a file that was cut; nothing can be done before the topology is. */
    private void salvage(WstxEOFException e) throws TraceFormatException {
        boolean usable = !open.isEmpty() && open.get(0).child("Topology") != null;
        for (int i = 1; i < open.size(); i++) {
            XmlNode node = open.get(i);
            usable &= !node.is("Topology");
            if (!CONTAINERS.contains(node.name.toLowerCase(Locale.ROOT))) {
                open.get(i - 1).removeLastChild();
                break;
            }
        }
        if (!usable || root == null) {
            throw error(e.getLocation(), "the file ends early: " + firstLine(e.getMessage()), e);
        }
        String position = "line " + Math.max(1, e.getLocation().getLineNumber());
        findings.add(
                new Finding(file, position, Severity.ERROR, "the project file ends early; what is complete is used"));
    }

    private TraceFormatException error(Location location, String message, Exception cause) {
        int line = location == null ? 1 : Math.max(1, location.getLineNumber());
        return new TraceFormatException(file, "line " + line, firstLine(message), cause);
    }

    private static String firstLine(String message) {
        String line =
                String.valueOf(message).lines().findFirst().orElse("is not XML").strip();
        return line.length() > 200 ? line.substring(0, 200) + "..." : line;
    }
}

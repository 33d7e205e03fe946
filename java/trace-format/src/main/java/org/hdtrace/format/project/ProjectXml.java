// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.project;

import com.ctc.wstx.api.WstxInputProperties;
import com.ctc.wstx.exc.WstxEOFException;
import com.ctc.wstx.exc.WstxLazyException;
import com.ctc.wstx.stax.WstxInputFactory;
import java.io.ByteArrayOutputStream;
import java.io.StringReader;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.stream.Location;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import org.codehaus.stax2.XMLInputFactory2;
import org.codehaus.stax2.XMLStreamReader2;
import org.hdtrace.format.Finding;
import org.hdtrace.format.Limits;
import org.hdtrace.format.Severity;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.internal.ByteSource;
import org.hdtrace.format.trace.Attributes;

/**
 * A project file's elements as a tree. Document types and entities of the file's own are refused. Of a file that was cut, the
 * complete elements are delivered.
 */
final class ProjectXml {
    private static final int MOST_BYTES = 1 << 29;
    private static final Pattern ENCODING =
            Pattern.compile("\\A[^<]{0,4}<\\?xml[^>]{1,200}?encoding\\s*=\\s*[\"']([A-Za-z0-9._-]{1,40})[\"']");
    /** Elements of which a part is of use. */
    private static final Set<String> CONTAINERS =
            Set.of("application", "filelist", "communicatorlist", "datatypes", "externalstatistics");

    private final Path file;
    private final String text;
    private final List<Finding> findings = new ArrayList<>();

    private ProjectXml(Path file, String text) {
        this.file = file;
        this.text = text;
    }

    /** The file as text, so that elements can be preserved verbatim. */
    static ProjectXml load(Path file) throws TraceFormatException {
        try (ByteSource source = ByteSource.open(file)) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            byte[] buffer = new byte[1 << 16];
            for (int n = source.read(buffer, 0, buffer.length); n >= 0; n = source.read(buffer, 0, buffer.length)) {
                bytes.write(buffer, 0, n);
                if (bytes.size() > MOST_BYTES) {
                    throw TraceFormatException.atByte(
                            file, MOST_BYTES, "project file is longer than " + MOST_BYTES + " B");
                }
            }
            if (bytes.size() == 0) {
                throw TraceFormatException.atByte(file, 0, "the file is empty");
            }
            return new ProjectXml(file, decode(file, bytes.toByteArray()));
        }
    }

    List<Finding> findings() {
        return findings;
    }

    String text(XmlNode node) {
        return text.substring(node.from, node.to);
    }

    XmlNode parse() throws TraceFormatException {
        List<XmlNode> open = new ArrayList<>();
        XmlNode[] root = new XmlNode[1];
        try {
            XMLStreamReader2 reader = (XMLStreamReader2) factory().createXMLStreamReader(new StringReader(text));
            try {
                while (reader.hasNext()) {
                    step(reader, reader.next(), open, root);
                }
            } finally {
                reader.close();
            }
        } catch (WstxEOFException e) {
            salvage(e, open, root);
        } catch (XMLStreamException e) {
            throw error(e.getLocation(), e.getMessage(), e);
        } catch (WstxLazyException e) {
            throw error(null, e.getMessage(), e);
        }
        return root[0];
    }

    private void step(XMLStreamReader2 reader, int event, List<XmlNode> open, XmlNode[] root)
            throws XMLStreamException, TraceFormatException {
        switch (event) {
            case XMLStreamConstants.START_ELEMENT -> {
                int from = (int) reader.getLocationInfo().getStartingCharOffset();
                int line = reader.getLocationInfo().getStartLocation().getLineNumber();
                XmlNode node = new XmlNode(reader.getPrefixedName(), attributes(reader), line, from);
                if (open.isEmpty()) {
                    root[0] = node;
                } else {
                    open.get(open.size() - 1).children.add(node);
                }
                open.add(node);
            }
            case XMLStreamConstants.END_ELEMENT -> {
                XmlNode node = open.remove(open.size() - 1);
                node.to = (int) reader.getLocationInfo().getEndingCharOffset();
            }
            case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA ->
                open.get(open.size() - 1).text.append(reader.getText());
            case XMLStreamConstants.DTD, XMLStreamConstants.ENTITY_REFERENCE ->
                throw error(reader.getLocation(), "document types and their entities are not allowed", null);
            default -> {
                // Comments, processing instructions and white space around the root.
            }
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
    private void salvage(WstxEOFException e, List<XmlNode> open, XmlNode[] root) throws TraceFormatException {
        boolean usable = !open.isEmpty() && open.get(0).child("Topology") != null;
        for (int i = 1; i < open.size(); i++) {
            XmlNode node = open.get(i);
            usable &= !node.is("Topology");
            if (!CONTAINERS.contains(node.name.toLowerCase(java.util.Locale.ROOT))) {
                XmlNode parent = open.get(i - 1);
                parent.children.remove(parent.children.size() - 1);
                break;
            }
        }
        if (!usable || root[0] == null) {
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

    private static WstxInputFactory factory() {
        WstxInputFactory factory = new WstxInputFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setProperty(XMLInputFactory.IS_NAMESPACE_AWARE, false);
        factory.setProperty(XMLInputFactory2.P_LAZY_PARSING, false);
        // Writers give control characters as references, as in traces.
        factory.setProperty(WstxInputProperties.P_ALLOW_XML11_ESCAPED_CHARS_IN_XML10, true);
        factory.setProperty(WstxInputProperties.P_MAX_ELEMENT_DEPTH, Limits.DEPTH);
        factory.setProperty(WstxInputProperties.P_MAX_ATTRIBUTES_PER_ELEMENT, Limits.ATTRIBUTES);
        factory.setProperty(WstxInputProperties.P_MAX_ATTRIBUTE_SIZE, Limits.VALUE_BYTES);
        return factory;
    }

    private static String decode(Path file, byte[] bytes) throws TraceFormatException {
        String head = new String(bytes, 0, Math.min(bytes.length, 256), StandardCharsets.ISO_8859_1);
        Matcher matcher = ENCODING.matcher(head);
        Charset charset = StandardCharsets.UTF_8;
        if (matcher.find()) {
            try {
                charset = Charset.forName(matcher.group(1));
            } catch (IllegalArgumentException e) {
                throw new TraceFormatException(file, "line 1", "unknown encoding '" + matcher.group(1) + "'", e);
            }
        }
        String text = new String(bytes, charset);
        return text.startsWith("\ufeff") ? text.substring(1) : text;
    }
}

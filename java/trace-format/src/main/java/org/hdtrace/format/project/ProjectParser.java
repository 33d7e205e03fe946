// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.project;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.hdtrace.format.Finding;
import org.hdtrace.format.Limits;
import org.hdtrace.format.Severity;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.trace.DataElement;

/**
 * Makes a {@link ProjectDescription} of a project file of any dialect (FORMATS A1, A9, B 1.2, B 1.7). Members of communicators and
 * parts of datatypes, of which there may be millions, are taken while the file is read.
 */
final class ProjectParser implements ProjectXml.Sink {
    private final Path file;
    private final List<Finding> findings = new ArrayList<>();
    private final Map<List<String>, Integer> lines = new HashMap<>();
    private final Map<String, Integer> fileLines = new HashMap<>();
    private final List<Communicator> communicators = new ArrayList<>();
    private final List<RankDatatypes> datatypes = new ArrayList<>();
    /** Of the communicator that is being read. */
    private final MemberList.Builder members = new MemberList.Builder();

    private final Map<MemberList.Ranks, MemberList.Ranks> ranks = new HashMap<>();
    /** Of the rank that is being read. */
    private final List<Datatype> types = new ArrayList<>();
    /** Of the datatype that is being read. */
    private final PartTable.Builder parts = new PartTable.Builder();

    private boolean oldest;
    private ProjectDescription description;

    private ProjectParser(Path file) {
        this.file = file;
    }

    static ProjectParser parse(Path file) throws TraceFormatException {
        ProjectParser parser = new ProjectParser(file);
        ProjectXml xml = ProjectXml.read(file, parser);
        XmlNode root = xml.root();
        parser.findings.addAll(xml.findings());
        if (!root.is("Application")) {
            throw parser.error(root, "root element is '" + root.name + "' instead of 'Application'");
        }
        parser.interpret(root);
        return parser;
    }

    ProjectDescription description() {
        return description;
    }

    List<Finding> findings() {
        return findings;
    }

    /** Whether the file is of April 2009: levels have a {@code name} or nodes are called {@code Label}. */
    boolean isOldest() {
        return oldest;
    }

    /** Where a node stands in the file: "line 3". */
    String position(TopologyNode node) {
        return "line " + lines.getOrDefault(node.path(), 1);
    }

    /** Where the files of the program stand in the file, by name: the number of a line. */
    Map<String, Integer> fileLines() {
        return Map.copyOf(fileLines);
    }

    @Override
    public boolean take(List<XmlNode> around, XmlNode element) throws TraceFormatException {
        if (around.size() < 2 || !around.get(0).is("Application")) {
            return false;
        }
        if (around.get(1).is("CommunicatorList")) {
            return takeCommunicator(around, element);
        }
        return around.get(1).is("Datatypes") && takeDatatype(around, element);
    }

    private boolean takeCommunicator(List<XmlNode> around, XmlNode element) throws TraceFormatException {
        if (around.size() == 2 && element.is("Communicator")) {
            String name = element.attributes.get("name", "");
            communicators.add(new Communicator(name, members.build(ranks), element.attributes.get("gid", "")));
            return true;
        }
        if (around.size() == 3 && around.get(2).is("Communicator") && element.is("Rank")) {
            int global = number(element, "global", trailingNumber(element.attributes.get("name", "")));
            if (global < 0) {
                throw error(element, "Rank of a communicator without 'global'");
            }
            members.add(
                    global,
                    number(element, "local", global),
                    number(element, "cid", 0),
                    number(element, "group", Member.NO_GROUP));
            return true;
        }
        return false;
    }

    private boolean takeDatatype(List<XmlNode> around, XmlNode element) throws TraceFormatException {
        if (around.size() == 2 && element.is("Rank")) {
            int number = number(element, "name", -1);
            if (number < 0) {
                throw error(element, "Rank of datatypes: name='" + element.attributes.get("name") + "' is no rank");
            }
            datatypes.add(new RankDatatypes(number, number(element, "thread", 0), types));
            types.clear();
            return true;
        }
        if (around.size() < 3 || !around.get(2).is("Rank")) {
            return false;
        }
        if (around.size() == 3) {
            addDatatype(element, parts.build());
        } else if (around.size() == 4) {
            parts.add(data(element));
        }
        return around.size() <= 4;
    }

    private void addDatatype(XmlNode type, List<DataElement> content) {
        long number = type.attributes.getLong("id", Long.MIN_VALUE);
        if (number == Long.MIN_VALUE) {
            String text = type.name + " left out: id='" + type.attributes.get("id") + "' is no number";
            findings.add(new Finding(file, "line " + type.line, Severity.ERROR, text));
            return;
        }
        String combiner = type.name.toUpperCase(Locale.ROOT);
        types.add(new Datatype(number, combiner, type.attributes.without("id"), content));
    }

    private void interpret(XmlNode root) throws TraceFormatException {
        XmlNode topology = root.child("Topology");
        if (topology == null) {
            throw error(root, "there is no Topology");
        }
        String name = root.attributes.get("name", "");
        List<String> levels = levels(topology);
        String text = "";
        List<FileDescription> files = new ArrayList<>();
        List<String> groups = new ArrayList<>();
        List<String> unparsed = new ArrayList<>();
        for (XmlNode part : root.children()) {
            switch (part.name.toLowerCase(Locale.ROOT)) {
                case "description" -> text = part.trimmedText();
                case "filelist" -> addFiles(part, files);
                case "topology", "communicatorlist", "datatypes" -> {}
                case "externalstatistics" -> part.children().forEach(group -> groups.add(group.name));
                default -> unparsed.add(part.verbatim);
            }
        }
        description = new ProjectDescription(
                name,
                root.attributes.without("name"),
                text,
                levels,
                TopologyNode.root(name, nodes(topology, levels, List.of())),
                files,
                communicators,
                datatypes,
                groups,
                unparsed);
    }

    private List<String> levels(XmlNode topology) {
        List<String> levels = new ArrayList<>();
        for (XmlNode level = topology.child("Level"); level != null; level = level.child("Level")) {
            oldest |= level.attributes.get("type") == null;
            String type = level.attribute("type", "name");
            levels.add(type == null ? "" : type);
        }
        return levels;
    }

    private List<TopologyNode> nodes(XmlNode parent, List<String> levels, List<String> path)
            throws TraceFormatException {
        List<TopologyNode> nodes = new ArrayList<>();
        for (XmlNode element : parent.children()) {
            if (!element.is("Node") && !element.is("Label")) {
                continue;
            }
            oldest |= element.is("Label");
            String name = element.attribute("name", "value");
            if (name == null) {
                throw error(element, element.name + " without name");
            }
            if (path.size() >= Limits.DEPTH) {
                throw error(element, "nodes are nested deeper than " + Limits.DEPTH);
            }
            List<String> own = with(path, name);
            lines.putIfAbsent(own, element.line);
            String levelType = path.size() < levels.size() ? levels.get(path.size()) : "";
            nodes.add(new TopologyNode(
                    name,
                    element.attributes.get("type", levelType),
                    element.attributes.get("label", name),
                    own,
                    nodes(element, levels, own)));
        }
        return nodes;
    }

    /** Immutable, so that records that keep it don't copy it. */
    private static List<String> with(List<String> path, String name) {
        String[] names = path.toArray(new String[path.size() + 1]);
        names[path.size()] = name;
        return List.of(names);
    }

    private void addFiles(XmlNode list, List<FileDescription> files) throws TraceFormatException {
        for (XmlNode element : list.all("File")) {
            String name = element.attributes.get("name");
            if (name == null) {
                throw error(element, "File without name");
            }
            XmlNode distribution = element.child("Distribution");
            XmlNode chunk = distribution == null ? null : distribution.child("ChunkSize");
            chunk = chunk == null ? element.child("ChunkSize") : chunk;
            String implementation =
                    distribution == null ? null : distribution.attribute("implementation", "class", "name");
            fileLines.putIfAbsent(name, element.line);
            files.add(new FileDescription(
                    name,
                    size(element.child("InitialSize"), 0),
                    implementation == null ? FileDescription.SIMPLE_STRIPE : implementation,
                    size(chunk, FileDescription.DEFAULT_CHUNK_SIZE),
                    distribution == null ? List.of() : details(distribution)));
        }
    }

    private static List<DataElement> details(XmlNode distribution) {
        return distribution.children().stream()
                .filter(child -> !child.is("ChunkSize"))
                .map(ProjectParser::data)
                .toList();
    }

    private long size(XmlNode element, long otherwise) throws TraceFormatException {
        if (element == null || element.trimmedText().isEmpty()) {
            return otherwise;
        }
        try {
            return SizeText.parse(element.trimmedText());
        } catch (IllegalArgumentException e) {
            throw new TraceFormatException(file, "line " + element.line, element.name + ": " + e.getMessage(), e);
        }
    }

    private static DataElement data(XmlNode node) {
        List<DataElement> children =
                node.children().stream().map(ProjectParser::data).toList();
        return new DataElement(node.name, node.attributes, node.trimmedText(), children);
    }

    private int number(XmlNode element, String attribute, int otherwise) throws TraceFormatException {
        String text = element.attributes.get(attribute);
        if (text == null) {
            return otherwise;
        }
        long value = element.attributes.getLong(attribute, Long.MIN_VALUE);
        if (value < Integer.MIN_VALUE || value > Integer.MAX_VALUE) {
            throw error(element, element.name + ": " + attribute + "='" + text + "' is no number");
        }
        return (int) value;
    }

    /** The number of "Rank 0" and "0"; -1 for none. */
    static int trailingNumber(String text) {
        String name = text.strip();
        int from = name.length();
        while (from > 0 && name.charAt(from - 1) >= '0' && name.charAt(from - 1) <= '9') {
            from--;
        }
        int digits = name.length() - from;
        return digits == 0 || digits > 9 ? -1 : Integer.parseInt(name.substring(from));
    }

    private TraceFormatException error(XmlNode node, String reason) {
        return new TraceFormatException(file, "line " + node.line, reason);
    }
}

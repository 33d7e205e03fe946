// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.project;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import org.hdtrace.format.internal.TextFile;
import org.hdtrace.format.internal.XmlText;
import org.hdtrace.format.trace.Attributes;
import org.hdtrace.format.trace.DataElement;
import org.hdtrace.format.trace.DataElements;
import org.hdtrace.format.xml.SafeXml;

/**
 * Writes project files: under another name first, so that a file of the right name is whole. Names that become those of elements
 * or attributes, as that of a group of statistics, are refused with {@link IllegalArgumentException} where readers would refuse
 * them; FORMATS A1 makes sure that recorded ones are not among them. Source: FORMATS A1, A9, B 1.2.
 */
public final class ProjectWriter {
    /** Of a datatype's parts. */
    private static final int PART_DEPTH = 5;

    private final TextFile output;
    private final StringBuilder text;

    private ProjectWriter(TextFile output) {
        this.output = output;
        this.text = output.text();
    }

    public static void write(Project project, Path file) throws IOException {
        write(project.content(), file);
    }

    public static void write(ProjectDescription project, Path file) throws IOException {
        Path unfinished = file.resolveSibling(file.getFileName() + ".tmp");
        try {
            try (TextFile output = new TextFile(unfinished)) {
                new ProjectWriter(output).write(project);
            }
            Files.move(unfinished, file, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(unfinished);
        }
    }

    private void write(ProjectDescription project) throws IOException {
        text.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<Application");
        XmlText.appendAttribute(text, "name", project.name());
        append(project.attributes());
        text.append(">\n<Description>");
        XmlText.append(text, project.description());
        text.append("</Description>\n");
        writeFiles(project.files());
        writeTopology(project);
        writeCommunicators(project.communicators());
        writeDatatypes(project.datatypes());
        text.append("<ExternalStatistics>\n");
        for (String group : project.statisticsGroups()) {
            text.append("  <").append(readable(group)).append("/>\n");
        }
        text.append("</ExternalStatistics>\n");
        project.unparsed().forEach(element -> text.append(element).append('\n'));
        text.append("</Application>\n");
    }

    private void writeFiles(List<FileDescription> files) throws IOException {
        text.append("<FileList>\n");
        for (FileDescription file : files) {
            text.append("  <File");
            XmlText.appendAttribute(text, "name", file.name());
            text.append("><InitialSize>").append(file.initialSize()).append("</InitialSize><Distribution");
            XmlText.appendAttribute(text, "implementation", file.distribution());
            text.append("><ChunkSize>").append(file.chunkSize()).append("</ChunkSize>");
            file.details().forEach(detail -> DataElements.append(text, detail, 0));
            text.append("</Distribution></File>\n");
            output.flushSome();
        }
        text.append("</FileList>\n");
    }

    private void writeTopology(ProjectDescription project) throws IOException {
        text.append("<Topology>\n  ");
        for (String level : project.levels()) {
            text.append("<Level");
            XmlText.appendAttribute(text, "type", level);
            text.append('>');
        }
        text.append("</Level>".repeat(project.levels().size())).append('\n');
        for (TopologyNode node : project.root().children()) {
            writeNode(node, project.levels(), 0);
        }
        text.append("</Topology>\n");
    }

    private void writeNode(TopologyNode node, List<String> levels, int depth) throws IOException {
        String indent = "  ".repeat(depth + 1);
        text.append(indent).append("<Node");
        XmlText.appendAttribute(text, "name", node.name());
        if (!node.type().equals(depth < levels.size() ? levels.get(depth) : "")) {
            XmlText.appendAttribute(text, "type", node.type());
        }
        if (!node.label().equals(node.name())) {
            XmlText.appendAttribute(text, "label", node.label());
        }
        if (node.isLeaf()) {
            text.append("/>\n");
            output.flushSome();
            return;
        }
        text.append(">\n");
        for (TopologyNode child : node.children()) {
            writeNode(child, levels, depth + 1);
        }
        text.append(indent).append("</Node>\n");
    }

    private void writeCommunicators(List<Communicator> communicators) throws IOException {
        text.append("<CommunicatorList>\n");
        for (Communicator communicator : communicators) {
            text.append("  <Communicator");
            XmlText.appendAttribute(text, "name", communicator.name());
            if (!communicator.gid().isEmpty()) {
                XmlText.appendAttribute(text, "gid", communicator.gid());
            }
            text.append(">\n");
            for (Member member : communicator.members()) {
                text.append("    <Rank global='").append(member.global());
                text.append("' local='").append(member.local());
                text.append("' cid='").append(member.cid());
                if (member.group() != Member.NO_GROUP) {
                    text.append("' group='").append(member.group());
                }
                text.append("'/>\n");
            }
            text.append("  </Communicator>\n");
            output.flushSome();
        }
        text.append("</CommunicatorList>\n");
    }

    private void writeDatatypes(List<RankDatatypes> ranks) throws IOException {
        text.append("<Datatypes>\n");
        for (RankDatatypes rank : ranks) {
            text.append("  <Rank name='").append(rank.rank());
            text.append("' thread='").append(rank.thread()).append("'>\n");
            for (Datatype type : rank.types()) {
                writeDatatype(type);
            }
            text.append("  </Rank>\n");
        }
        text.append("</Datatypes>\n");
    }

    private void writeDatatype(Datatype type) throws IOException {
        text.append("    <").append(readable(type.combiner()));
        text.append(" id='").append(type.id()).append('\'');
        append(type.attributes());
        if (type.parts().isEmpty()) {
            text.append("/>\n");
            return;
        }
        text.append('>');
        for (DataElement part : type.parts()) {
            requireReadable(part);
            DataElements.append(text, part, PART_DEPTH);
            output.flushSome();
        }
        text.append("</").append(type.combiner()).append(">\n");
    }

    private void append(Attributes attributes) {
        attributes.forEach((name, value) -> XmlText.appendAttribute(text, readable(name), value));
    }

    private static void requireReadable(DataElement part) {
        readable(part.name());
        part.attributes().forEach((name, value) -> readable(name));
        part.children().forEach(ProjectWriter::requireReadable);
    }

    private static String readable(String name) {
        if (!SafeXml.isName(name)) {
            throw new IllegalArgumentException("name='" + name + "' is none that readers of project files take");
        }
        return XmlText.requireName(name);
    }
}

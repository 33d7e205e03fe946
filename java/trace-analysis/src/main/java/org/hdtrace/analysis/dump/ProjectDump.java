// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.dump;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.project.Communicator;
import org.hdtrace.format.project.Datatype;
import org.hdtrace.format.project.FileDescription;
import org.hdtrace.format.project.Member;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.project.ProjectDescription;
import org.hdtrace.format.project.RankDatatypes;
import org.hdtrace.format.project.TopologyNode;
import org.hdtrace.format.query.Damage;

/** The lines of a project file. */
final class ProjectDump {
    private final ProjectDescription content;
    private final DumpWriter writer;

    private ProjectDump(ProjectDescription content, DumpWriter writer) {
        this.content = content;
        this.writer = writer;
    }

    static Optional<Damage> write(Path file, DumpWriter writer) throws TraceFormatException, IOException {
        new ProjectDump(Project.open(file).content(), writer).write();
        return Optional.empty();
    }

    private void write() throws IOException {
        writer.begin("application");
        writer.attribute("name", content.name());
        writer.attributes(content.attributes());
        writer.end();
        if (!content.description().isBlank()) {
            writer.begin("description");
            writer.text("text", content.description().strip());
            writer.end();
        }
        for (String level : content.levels()) {
            single("level", level);
        }
        for (TopologyNode node : content.root().children()) {
            node(node);
        }
        for (FileDescription file : content.files()) {
            file(file);
        }
        for (Communicator communicator : content.communicators()) {
            communicator(communicator);
        }
        for (RankDatatypes types : content.datatypes()) {
            types(types);
        }
        for (String group : content.statisticsGroups()) {
            single("statistics", group);
        }
    }

    private void single(String kind, String name) throws IOException {
        writer.begin(kind);
        writer.word("name", name);
        writer.end();
    }

    private void node(TopologyNode node) throws IOException {
        int depth = node.path().size() - 1;
        List<String> levels = content.levels();
        String levelType = depth < levels.size() ? levels.get(depth) : "";
        writer.begin("node");
        writer.word("path", String.join("/", node.path()));
        if (!node.type().equals(levelType)) {
            writer.attribute("type", node.type());
        }
        if (!node.label().equals(node.name())) {
            writer.attribute("label", node.label());
        }
        writer.end();
        for (TopologyNode child : node.children()) {
            node(child);
        }
    }

    private void file(FileDescription file) throws IOException {
        String className = file.distribution();
        writer.begin("file");
        writer.text("name", file.name());
        writer.attribute("size", Long.toString(file.initialSize()));
        writer.attribute("distribution", className.substring(className.lastIndexOf('.') + 1));
        writer.attribute("chunk", Long.toString(file.chunkSize()));
        writer.data(file.details());
        writer.end();
    }

    private void communicator(Communicator communicator) throws IOException {
        writer.begin("communicator");
        writer.text("name", communicator.name());
        if (!communicator.gid().isEmpty()) {
            writer.attribute("gid", communicator.gid());
        }
        writer.end();
        for (Member member : communicator.members()) {
            writer.begin("rank");
            writer.number("global", member.global());
            writer.number("local", member.local());
            writer.number("cid", member.cid());
            writer.end();
        }
    }

    private void types(RankDatatypes types) throws IOException {
        writer.begin("types");
        writer.number("rank", types.rank());
        writer.number("thread", types.thread());
        writer.end();
        for (Datatype type : types.types()) {
            writer.begin("type");
            writer.number("id", type.id());
            writer.word("combiner", type.combiner());
            writer.attributes(type.attributes());
            writer.data(type.parts());
            writer.end();
        }
    }
}

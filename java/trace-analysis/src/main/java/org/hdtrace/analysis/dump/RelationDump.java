// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.dump;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Collectors;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.query.Damage;
import org.hdtrace.format.relation.RelationEvent;
import org.hdtrace.format.relation.RelationReader;

/** The lines of a relation file. */
final class RelationDump {
    private RelationDump() {}

    static Optional<Damage> write(Path file, DumpWriter writer) throws TraceFormatException, IOException {
        try (RelationReader reader = RelationReader.open(file)) {
            writer.begin("relation");
            writer.attributes(reader.header().attributes());
            writer.end();
            for (RelationEvent event = reader.next(); event != null; event = reader.next()) {
                event(event, writer);
            }
            Dump.writeEnd(writer, reader.isComplete(), reader.unusableBytes());
            return Damage.of(reader.findings(), reader.unusableBytes());
        }
    }

    private static void event(RelationEvent event, DumpWriter writer) throws IOException {
        if (event instanceof RelationEvent.Token token) {
            head("token", event, writer);
            writer.time("time", event.timeNanos());
            writer.attribute("parent", parents(token));
        } else if (event instanceof RelationEvent.Begin begin) {
            head("begin", event, writer);
            writer.word("name", begin.name());
            writer.time("time", event.timeNanos());
            writer.attributes(begin.attributes());
            writer.data(begin.data());
        } else if (event instanceof RelationEvent.Finish finish) {
            head("finish", event, writer);
            writer.time("time", event.timeNanos());
            writer.attributes(finish.attributes());
            writer.data(finish.data());
        } else {
            head("destroy", event, writer);
            writer.time("time", event.timeNanos());
        }
        writer.end();
    }

    private static void head(String kind, RelationEvent event, DumpWriter writer) throws IOException {
        writer.begin(kind);
        writer.word("token", Long.toUnsignedString(event.token()));
    }

    private static String parents(RelationEvent.Token token) {
        return token.parents().stream()
                .map(parent -> parent.kind().letter() + ":" + parent.text())
                .collect(Collectors.joining(" "));
    }
}

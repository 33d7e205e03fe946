// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.dump;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.query.Damage;
import org.hdtrace.format.trace.TraceCursor;

/** The lines of a trace. */
final class TraceDump {
    private TraceDump() {}

    static Optional<Damage> write(Path file, DumpWriter writer) throws TraceFormatException, IOException {
        try (TraceCursor cursor = TraceCursor.open(file)) {
            writer.begin("program");
            writer.attributes(cursor.program().attributes());
            writer.end();
            while (cursor.next()) {
                entry(cursor, writer);
            }
            Dump.writeEnd(writer, cursor.isComplete(), cursor.unusableBytes());
            return Damage.of(cursor);
        }
    }

    private static void entry(TraceCursor cursor, DumpWriter writer) throws TraceFormatException, IOException {
        boolean event = cursor.isEvent();
        writer.begin(event ? "event" : cursor.isOrphan() ? "orphan" : "state");
        writer.number("depth", cursor.depth());
        writer.word("name", cursor.name());
        writer.time(event ? "time" : "start", cursor.startNanos());
        if (!event) {
            writer.time("end", cursor.endNanos());
        }
        for (int i = 0; i < cursor.attributeCount(); i++) {
            writer.attribute(cursor.attributeName(i), cursor.attributeValue(i));
        }
        writer.data(cursor.data());
        writer.end();
    }
}

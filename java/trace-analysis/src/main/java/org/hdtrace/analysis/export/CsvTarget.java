// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.export;

import java.io.IOException;
import java.io.StringWriter;
import java.io.Writer;
import org.hdtrace.analysis.messages.Message;
import org.hdtrace.format.Csv;
import org.hdtrace.format.TimeText;
import org.hdtrace.format.json.JsonWriter;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.project.TraceFile;
import org.hdtrace.format.query.TraceStream;

/**
 * A table: a line for each message, then for each state and event. Times are seconds from the start of the project, attributes an object
 * of JSON, so that lines of all kinds have the same columns.
 */
final class CsvTarget implements ExportTarget {
    private final Writer out;
    private final Project project;
    private final long originNanos;

    CsvTarget(Project project, long originNanos, Writer out) throws IOException {
        this.out = out;
        this.project = project;
        this.originNanos = originNanos;
        out.write(Csv.lineOf(
                "kind", "node", "rank", "depth", "name", "start", "end", "toRank", "bytes", "tag", "attributes"));
    }

    private String seconds(long nanos) {
        return TimeText.format(nanos - originNanos);
    }

    private static String node(TraceFile file) {
        return String.join("/", file.node().path());
    }

    /** Nothing for a trace that is no rank's. */
    private static String rank(int rank) {
        return rank < 0 ? "" : String.valueOf(rank);
    }

    @Override
    public void message(Message message) throws IOException {
        TraceFile from = project.traces().get(message.from().trace());
        out.write(Csv.lineOf(
                "message",
                node(from),
                rank(message.from().rank()),
                "",
                "",
                seconds(message.startNanos()),
                seconds(message.endNanos()),
                rank(message.to().rank()),
                message.bytes(),
                message.tag(),
                ""));
    }

    @Override
    public void entry(TraceStream entry, int trace) throws IOException {
        TraceFile file = project.traces().get(trace);
        out.write(Csv.lineOf(
                entry.isEvent() ? "event" : "state",
                node(file),
                rank(file.rank()),
                entry.depth(),
                entry.name(),
                seconds(entry.startNanos()),
                entry.isEvent() ? "" : seconds(entry.endNanos()),
                "",
                "",
                "",
                attributes(entry)));
    }

    private static String attributes(TraceStream entry) {
        if (entry.attributeCount() == 0) {
            return "";
        }
        StringWriter text = new StringWriter();
        JsonWriter json = new JsonWriter(text);
        json.beginObject();
        for (int i = 0; i < entry.attributeCount(); i++) {
            json.field(entry.attributeName(i), entry.attributeValue(i));
        }
        json.endObject().finish();
        return text.toString().strip();
    }

    @Override
    public void finish() {
        // A line is whole when it is written.
    }
}

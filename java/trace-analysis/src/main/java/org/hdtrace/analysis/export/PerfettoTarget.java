// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.export;

import java.io.Writer;
import org.hdtrace.analysis.messages.Message;
import org.hdtrace.format.json.JsonWriter;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.project.TraceFile;
import org.hdtrace.format.query.TraceStream;

/**
 * The JSON of Chrome's trace viewer: a process for each rank, a thread for each trace, a complete event for each state with its
 * attributes, an instant for each event, a flow for each message. Times are microseconds from the start of the project.
 *
 * <p>Source: "Trace Event Format", sections on complete, instant, flow and metadata events.
 */
final class PerfettoTarget implements ExportTarget {
    private final long originNanos;
    private final JsonWriter json;
    private final int[] processes;
    private long flows;

    PerfettoTarget(Project project, long originNanos, Writer out) {
        this.originNanos = originNanos;
        this.json = new JsonWriter(out);
        this.processes = new int[project.traces().size()];
        json.beginObject().field("displayTimeUnit", "ns").name("traceEvents").beginArray();
        for (int trace = 0; trace < processes.length; trace++) {
            TraceFile file = project.traces().get(trace);
            // A trace of no rank is a process of its own, behind all ranks.
            processes[trace] = file.rank() >= 0 ? file.rank() : (1 << 30) + trace;
            String name = file.rank() >= 0
                    ? file.host() + " rank " + file.rank()
                    : String.join("/", file.node().path());
            name("process_name", trace, name);
            name("thread_name", trace, String.join("/", file.node().path()));
        }
    }

    private void name(String kind, int trace, String name) {
        begin(kind, "M", trace).name("args").beginObject().field("name", name).endObject();
        json.endObject();
    }

    private JsonWriter begin(String name, String phase, int trace) {
        return json.lineBreak()
                .beginObject()
                .field("name", name)
                .field("ph", phase)
                .field("pid", processes[trace])
                .field("tid", trace);
    }

    private double micros(long nanos) {
        return (nanos - originNanos) / 1000.0;
    }

    @Override
    public void message(Message message) {
        flows++;
        // A flow ends in the slice around its end, which the end of the slice is not.
        long end = Math.max(message.to().startNanos(), message.endNanos() - 1);
        begin("message", "s", message.from().trace()).field("ts", micros(message.startNanos()));
        json.field("cat", "message").field("id", flows).name("args").beginObject();
        json.field("bytes", message.bytes())
                .field("tag", message.tag())
                .endObject()
                .endObject();
        begin("message", "f", message.to().trace()).field("ts", micros(end)).field("bp", "e");
        json.field("cat", "message").field("id", flows).endObject();
    }

    @Override
    public void entry(TraceStream entry, int trace) {
        begin(entry.name(), entry.isEvent() ? "i" : "X", trace).field("ts", micros(entry.startNanos()));
        if (entry.isEvent()) {
            json.field("s", "t");
        } else {
            json.field("dur", Math.max(0, entry.endNanos() - entry.startNanos()) / 1000.0);
        }
        if (entry.attributeCount() > 0) {
            json.name("args").beginObject();
            for (int i = 0; i < entry.attributeCount(); i++) {
                json.field(entry.attributeName(i), entry.attributeValue(i));
            }
            json.endObject();
        }
        json.endObject();
    }

    @Override
    public void finish() {
        json.lineBreak().endArray().endObject().finish();
    }
}

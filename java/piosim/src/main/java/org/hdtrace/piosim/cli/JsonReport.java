// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.cli;

import org.hdtrace.format.json.JsonWriter;
import org.hdtrace.piosim.SimulationResult;
import org.hdtrace.piosim.process.WaitingRank;

/** The result of a simulation for programs; the keys are part of the command's interface. */
final class JsonReport {
    private static final double NANOS = 1e9;

    private JsonReport() {}

    /**
     * All of it.
     *
     * @param applications what was simulated
     * @param profile null when nobody asked for it
     */
    static void write(SimulationResult result, Applications applications, RunProfile profile, Appendable target) {
        JsonWriter json = new JsonWriter(target);
        json.beginObject()
                .field("virtualTimeNs", result.virtualTimeNanos())
                .field("events", result.events())
                .field("wallSeconds", result.wallNanos() / NANOS)
                .field("eventsPerSecond", result.eventsPerSecond())
                .field("deadlock", result.deadlock());
        json.lineBreak().name("cycle").beginArray();
        for (WaitingRank waiting : result.cycle()) {
            json.lineBreak().beginObject();
            thread(waiting.application(), waiting.rank(), waiting.thread(), json);
            json.field("function", waiting.function()).name("tag");
            if (waiting.tag() == WaitingRank.NO_TAG) {
                json.nullValue();
            } else {
                json.value(waiting.tag());
            }
            json.field("communicator", waiting.communicator().isEmpty() ? null : waiting.communicator());
            json.endObject();
        }
        json.endArray().lineBreak().field("unreceivedMessages", result.unreceivedMessages());
        json.name("unreceived").beginArray();
        result.unreceived().forEach(line -> json.lineBreak().value(line));
        json.endArray().lineBreak().name("clients").beginArray();
        for (SimulationResult.ClientResult client : result.clients()) {
            json.lineBreak().beginObject();
            thread(client.application(), client.rank(), client.thread(), json);
            json.field("endNs", client.endNanos()).endObject();
        }
        json.endArray().lineBreak().name("servers").beginArray();
        for (SimulationResult.ServerResult server : result.servers()) {
            json.lineBreak().beginObject();
            json.field("name", server.name()).field("reads", server.reads());
            json.field("writes", server.writes()).field("bytesRead", server.bytesRead());
            json.field("bytesWritten", server.bytesWritten()).field("bytesReplaced", server.bytesReplaced());
            json.field("bytesDiscarded", server.bytesDiscarded()).field("busyNs", server.busyNanos());
            json.field("diskOperations", server.diskOperations()).endObject();
        }
        json.endArray().lineBreak().name("functions").beginArray();
        for (SimulationResult.FunctionResult function : result.functions()) {
            json.lineBreak().beginObject();
            json.field("name", function.name()).field("count", function.count());
            json.field("totalNs", function.totalNanos()).field("meanNs", function.meanNanos());
            json.field("minNs", function.minNanos()).field("maxNs", function.maxNanos());
            json.field("bytes", function.bytes()).endObject();
        }
        json.endArray();
        FindingsJson.write(applications.findings(), json);
        if (profile != null) {
            json.lineBreak().name("components");
            ComponentTable.write(profile.components(), json);
            json.lineBreak().name("profile");
            profile.write(json);
        }
        json.endObject().finish();
    }

    private static void thread(String application, int rank, int thread, JsonWriter json) {
        json.field("application", application).field("rank", rank).field("thread", thread);
    }
}

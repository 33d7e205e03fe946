// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.info;

import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.hdtrace.analysis.text.Table;
import org.hdtrace.analysis.text.Units;
import org.hdtrace.format.Csv;
import org.hdtrace.format.TimeText;
import org.hdtrace.format.json.JsonWriter;

/** A summary as text, for people and for programs. */
public final class InfoReport {
    private static final int VALUES_SHOWN = 4;
    private static final String NOT_COUNTED = "not counted; --exact reads all traces and counts them";

    private InfoReport() {}

    /** The JSON of {@code hdtrace info --json}; times in ns, numbers of events that were not counted are null. */
    public static void writeJson(ProjectSummary summary, JsonWriter json) {
        json.beginObject()
                .field("project", summary.name())
                .field("ranks", summary.ranks())
                .field("states", summary.states());
        events(json, summary.events());
        json.field("startNs", summary.startNanos()).field("durationNs", summary.durationNanos());
        json.name("traces").beginArray();
        summary.traces().forEach(trace -> trace(json.lineBreak(), trace));
        json.endArray().lineBreak().name("statistics").beginArray();
        summary.statistics().forEach(statistics -> statistics(json.lineBreak(), statistics));
        json.endArray().lineBreak().name("relations").beginArray();
        summary.relations().forEach(relation -> json.lineBreak()
                .beginObject()
                .field("file", relation.file())
                .field("tokens", relation.tokens())
                .field("unusableBytes", relation.unusableBytes())
                .endObject());
        json.endArray();
        summary.damages().writeJsonField(json);
        json.endObject();
    }

    private static void trace(JsonWriter json, ProjectSummary.Trace trace) {
        json.beginObject()
                .field("file", trace.file())
                .field("host", trace.host())
                .field("rank", trace.rank())
                .field("thread", trace.thread())
                .field("states", trace.states());
        events(json, trace.events());
        json.field("unusableBytes", trace.unusableBytes()).endObject();
    }

    /** null where they were not counted. */
    private static void events(JsonWriter json, long events) {
        json.name("events");
        if (events == ProjectSummary.NOT_COUNTED) {
            json.nullValue();
        } else {
            json.value(events);
        }
    }

    private static void statistics(JsonWriter json, ProjectSummary.Statistics statistics) {
        json.beginObject()
                .field("file", statistics.file())
                .field("group", statistics.group())
                .field("records", statistics.records());
        json.name("values").beginArray();
        statistics.values().forEach(json::value);
        json.endArray().field("unusableBytes", statistics.unusableBytes()).endObject();
    }

    /** One line for each file, with a heading; where events were not counted their field is empty. */
    public static String csv(ProjectSummary summary) {
        Csv csv = new Csv();
        csv.line(
                "kind",
                "file",
                "host",
                "rank",
                "thread",
                "group",
                "states",
                "events",
                "records",
                "tokens",
                "unusableBytes");
        for (ProjectSummary.Trace file : summary.traces()) {
            csv.line(
                    "trace",
                    file.file(),
                    file.host(),
                    file.rank(),
                    file.thread(),
                    "",
                    file.states(),
                    file.events() == ProjectSummary.NOT_COUNTED ? "" : file.events(),
                    "",
                    "",
                    file.unusableBytes());
        }
        for (ProjectSummary.Statistics file : summary.statistics()) {
            csv.line(
                    "statistics",
                    file.file(),
                    "",
                    "",
                    "",
                    file.group(),
                    "",
                    "",
                    file.records(),
                    "",
                    file.unusableBytes());
        }
        for (ProjectSummary.Relation file : summary.relations()) {
            csv.line("relations", file.file(), "", "", "", "", "", "", "", file.tokens(), file.unusableBytes());
        }
        return csv.toString();
    }

    /** Aligned tables for a terminal. */
    public static String text(ProjectSummary summary) {
        StringBuilder text = new StringBuilder();
        line(text, "project", summary.name());
        if (!summary.description().isBlank()) {
            line(
                    text,
                    "about",
                    summary.description().strip().lines().findFirst().orElse(""));
        }
        line(text, "ranks", Units.count(summary.ranks()));
        line(text, "states", Units.count(summary.states()));
        line(text, "events", events(summary.events(), NOT_COUNTED));
        line(text, "start", start(summary.startNanos()));
        line(text, "duration", Units.time(summary.durationNanos()).strip());
        if (!summary.traces().isEmpty()) {
            text.append('\n').append(traces(summary.traces()));
        }
        if (!summary.statistics().isEmpty()) {
            text.append('\n').append(statistics(summary.statistics()));
        }
        if (!summary.relations().isEmpty()) {
            text.append('\n').append(relations(summary.relations()));
        }
        return text.toString();
    }

    private static void line(StringBuilder text, String name, String value) {
        text.append(String.format("%-9s %s\n", name, value));
    }

    /** The date too where the clock is one: simulated runs begin at 0. */
    private static String start(long nanos) {
        String seconds = TimeText.format(nanos) + " s";
        boolean date = nanos > 365L * 24 * 3600 * 1_000_000_000;
        return date ? seconds + "  (" + Instant.ofEpochSecond(nanos / 1_000_000_000) + ")" : seconds;
    }

    private static Table traces(List<ProjectSummary.Trace> traces) {
        boolean cut = traces.stream().anyMatch(trace -> trace.unusableBytes() > 0);
        Table table = cut
                ? new Table("<trace", "<host", ">rank", ">thread", ">states", ">events", ">unusable bytes")
                : new Table("<trace", "<host", ">rank", ">thread", ">states", ">events");
        for (ProjectSummary.Trace trace : traces) {
            String[] cells = {
                trace.file(),
                trace.host(),
                number(trace.rank()),
                number(trace.thread()),
                Units.count(trace.states()),
                events(trace.events(), "-"),
                Units.count(trace.unusableBytes())
            };
            table.row(cut ? cells : Arrays.copyOf(cells, cells.length - 1));
        }
        return table;
    }

    private static Table statistics(List<ProjectSummary.Statistics> files) {
        Table table = new Table("<statistics", "<group", ">records", ">values", "<names");
        for (ProjectSummary.Statistics file : files) {
            List<String> names = file.values();
            String shown = String.join(" ", names.subList(0, Math.min(VALUES_SHOWN, names.size())));
            table.row(
                    file.file(),
                    file.group(),
                    Units.count(file.records()),
                    Units.count(names.size()),
                    names.size() > VALUES_SHOWN ? shown + " ..." : shown);
        }
        return table;
    }

    private static Table relations(List<ProjectSummary.Relation> files) {
        Table table = new Table("<relations", ">tokens");
        files.forEach(file -> table.row(file.file(), Units.count(file.tokens())));
        return table;
    }

    private static String events(long count, String otherwise) {
        return count == ProjectSummary.NOT_COUNTED ? otherwise : Units.count(count);
    }

    private static String number(int value) {
        return value < 0 ? "-" : Integer.toString(value);
    }
}

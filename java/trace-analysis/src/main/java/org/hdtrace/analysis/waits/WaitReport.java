// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.waits;

import java.util.Locale;
import org.hdtrace.analysis.text.Table;
import org.hdtrace.analysis.text.Units;
import org.hdtrace.format.Csv;
import org.hdtrace.format.json.JsonWriter;

/** Waits as text, for people and for programs. Shares are of the time of all processes, or of all servers for their queues. */
public final class WaitReport {
    private WaitReport() {}

    /** The JSON of {@code hdtrace waits --json}. */
    public static void writeJson(WaitSums sums, JsonWriter json) {
        json.beginObject()
                .field("processNs", sums.processNanos())
                .field("serverNs", sums.serverNanos())
                .name("kinds")
                .beginArray();
        for (WaitSums.Row row : sums.totals()) {
            json.lineBreak().beginObject();
            fields(row, sums, json);
            json.endObject();
        }
        json.endArray().name("nodes").beginArray();
        for (WaitSums.Row row : sums.rows()) {
            json.lineBreak().beginObject().field("node", row.node());
            fields(row, sums, json);
            json.endObject();
        }
        json.endArray();
        sums.damages().writeJsonField(json);
        json.endObject();
    }

    private static void fields(WaitSums.Row row, WaitSums sums, JsonWriter json) {
        json.field("kind", row.kind().title())
                .field("count", row.count())
                .field("waitNs", row.nanos())
                .field("share", sums.share(row));
    }

    /** A line for each kind and node. */
    public static String csv(WaitSums sums) {
        Csv csv = new Csv();
        csv.line("kind", "node", "count", "waitNs", "share");
        for (WaitSums.Row row : sums.rows()) {
            csv.line(row.kind().title(), row.node(), row.count(), row.nanos(), sums.share(row));
        }
        return csv.toString();
    }

    /** A table for a terminal: kinds, then the nodes that wait longest. */
    public static String text(WaitSums sums) {
        if (sums.rows().isEmpty()) {
            return "nobody waits for anybody\n";
        }
        Table kinds = new Table("<waits", ">count", ">time", ">share", "<when");
        for (WaitSums.Row row : sums.totals()) {
            kinds.row(
                    row.kind().title(),
                    Units.count(row.count()),
                    Units.time(row.nanos()),
                    percent(row, sums),
                    row.kind().meaning());
        }
        Table nodes = new Table("<node", "<waits", ">count", ">time", ">share");
        sums.rows().stream()
                .sorted((a, b) -> Long.compare(b.nanos(), a.nanos()))
                .limit(20)
                .forEach(row -> nodes.row(
                        row.node(),
                        row.kind().title(),
                        Units.count(row.count()),
                        Units.time(row.nanos()),
                        percent(row, sums)));
        return kinds + "\n" + nodes;
    }

    private static String percent(WaitSums.Row row, WaitSums sums) {
        return String.format(Locale.ROOT, "%.1f %%", 100 * sums.share(row));
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.profile;

import org.hdtrace.analysis.text.Table;
import org.hdtrace.analysis.text.Units;
import org.hdtrace.format.Csv;
import org.hdtrace.format.json.JsonWriter;

/** A profile as text, for people and for programs. */
public final class ProfileReport {
    private ProfileReport() {}

    /** The JSON of {@code hdtrace profile --json}; times in ns. Where traces are damaged, findings are the last element. */
    public static void writeJson(Profile profile, JsonWriter json) {
        json.beginArray();
        for (ProfileRow row : profile.rows()) {
            json.lineBreak()
                    .beginObject()
                    .field("name", row.name())
                    .field("count", row.count())
                    .field("inclusiveNs", row.inclusiveNanos())
                    .field("exclusiveNs", row.exclusiveNanos())
                    .field("bytes", row.bytes())
                    .endObject();
        }
        profile.damages().writeJsonElement(json);
        json.lineBreak().endArray();
    }

    /** The same columns as comma-separated values with a heading. */
    public static String csv(Profile profile) {
        Csv csv = new Csv();
        csv.line("name", "count", "inclusiveNs", "exclusiveNs", "bytes");
        for (ProfileRow row : profile.rows()) {
            csv.line(row.name(), row.count(), row.inclusiveNanos(), row.exclusiveNanos(), row.bytes());
        }
        return csv.toString();
    }

    /** An aligned table for a terminal. */
    public static String text(Profile profile) {
        Table table = new Table("<state", ">count", ">inclusive", ">exclusive", ">per call", ">bytes");
        for (ProfileRow row : profile.rows()) {
            table.row(
                    row.name(),
                    Units.count(row.count()),
                    Units.time(row.inclusiveNanos()),
                    Units.time(row.exclusiveNanos()),
                    Units.time(row.inclusiveNanos() / row.count()),
                    row.bytes() == 0 ? "" : Units.bytes(row.bytes()));
        }
        return table.toString();
    }
}

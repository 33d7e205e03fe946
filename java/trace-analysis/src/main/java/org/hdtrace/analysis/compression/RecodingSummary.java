// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.compression;

import java.io.IOException;
import org.hdtrace.analysis.text.Units;
import org.hdtrace.format.Csv;
import org.hdtrace.format.json.JsonWriter;

/**
 * What became of the traces of a project.
 *
 * @param files traces that have another form now
 * @param unchanged traces that were as wanted already
 * @param bytesBefore length of the traces' files before
 * @param bytesAfter length of the traces' files now
 */
public record RecodingSummary(int files, int unchanged, long bytesBefore, long bytesAfter) {
    public void writeJson(JsonWriter json) throws IOException {
        json.beginObject();
        json.name("files").value(files);
        json.name("unchanged").value(unchanged);
        json.name("bytesBefore").value(bytesBefore);
        json.name("bytesAfter").value(bytesAfter);
        json.endObject();
    }

    public String csv() {
        Csv csv = new Csv();
        csv.line("files", "unchanged", "bytesBefore", "bytesAfter");
        csv.line(files, unchanged, bytesBefore, bytesAfter);
        return csv.toString();
    }

    public String text() {
        String sizes = Units.bytes(bytesBefore) + " -> " + Units.bytes(bytesAfter);
        return files + " traces, " + unchanged + " more were so already, " + sizes + "\n";
    }
}

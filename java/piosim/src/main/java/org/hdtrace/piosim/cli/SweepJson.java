// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.cli;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.hdtrace.format.Csv;
import org.hdtrace.format.Finding;
import org.hdtrace.format.json.JsonWriter;

/** The table of a sweep for programs; keys are its columns, but varied values stand in one object. */
final class SweepJson {
    private SweepJson() {}

    /**
     * Write all rows.
     *
     * @param rows the header and the rows, as in the file
     * @param varied how many of the columns, the first ones, are varied values; the last one is the error
     * @param findings about the projects, by alias
     */
    static void write(List<String> rows, int varied, Map<String, Set<Finding>> findings, Appendable target) {
        List<String> names = Csv.split(rows.get(0));
        int error = names.size() - 1;
        JsonWriter json = new JsonWriter(target);
        json.beginObject().name("points").beginArray();
        for (String row : rows.subList(1, rows.size())) {
            List<String> fields = Csv.split(row);
            json.lineBreak().beginObject().name("values").beginObject();
            for (int column = 0; column < varied; column++) {
                json.field(names.get(column), fields.get(column));
            }
            json.endObject();
            for (int column = varied; column < error; column++) {
                json.name(names.get(column));
                if (fields.get(column).isEmpty()) {
                    json.nullValue();
                } else {
                    json.value(Long.parseLong(fields.get(column)));
                }
            }
            json.field("error", fields.get(error).isEmpty() ? null : fields.get(error));
            json.endObject();
        }
        json.endArray();
        FindingsJson.write(findings, json);
        json.endObject().finish();
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.cli;

import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import org.hdtrace.format.Finding;
import org.hdtrace.format.json.JsonWriter;

/** What was noticed about the files of applications, with the keys of {@code hdtrace check}. */
final class FindingsJson {
    private FindingsJson() {}

    /**
     * Write the member {@code findings} of an object.
     *
     * @param findings by alias
     */
    static void write(Map<String, ? extends Collection<Finding>> findings, JsonWriter json) {
        json.lineBreak().name("findings").beginArray();
        findings.forEach((alias, found) -> found.forEach(finding -> {
            json.lineBreak().beginObject().field("application", alias);
            json.field("file", finding.file().toString()).field("place", finding.position());
            json.field("severity", finding.severity().name().toLowerCase(Locale.ROOT));
            json.field("text", finding.text()).endObject();
        }));
        json.endArray();
    }
}

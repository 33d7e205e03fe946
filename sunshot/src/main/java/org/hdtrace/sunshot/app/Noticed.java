// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.hdtrace.analysis.damage.Damages;
import org.hdtrace.format.Finding;
import org.hdtrace.format.json.JsonWriter;

/** What several readers of the same files noticed about damage, each of it once. Thread: one thread at a time. */
final class Noticed {
    private final Set<Finding> findings = new LinkedHashSet<>();
    private boolean badInput;

    void add(Damages damages) {
        findings.addAll(damages.findings());
        badInput |= damages.isBadInput();
    }

    /** Whether there was a file that can't be read to its end. */
    boolean isBadInput() {
        return badInput;
    }

    /** A line for each finding, and the notes that tell something else. */
    List<String> lines(List<String> notes) {
        List<String> lines =
                new ArrayList<>(findings.stream().map(Finding::toString).toList());
        for (String note : notes) {
            if (lines.stream().noneMatch(line -> line.startsWith(note))) {
                lines.add(note);
            }
        }
        return lines;
    }

    /** Where there are findings, {@code "findings":[...]}, as the commands of trace-analysis have it. */
    void writeJsonField(JsonWriter json) {
        if (!findings.isEmpty()) {
            json.lineBreak().name("findings").beginArray();
            findings.forEach(finding -> Damages.writeJson(finding, json));
            json.endArray();
        }
    }
}

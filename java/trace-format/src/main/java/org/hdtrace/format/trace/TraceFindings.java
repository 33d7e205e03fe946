// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.trace;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.hdtrace.format.Finding;
import org.hdtrace.format.Severity;

/** What a cursor noticed in a trace, in the order of the text. */
final class TraceFindings {
    private static final String BYTE = "byte ";

    private final Path file;
    private final List<Finding> findings = new ArrayList<>();
    private boolean strayText;

    TraceFindings(Path file) {
        this.file = file;
    }

    List<Finding> all() {
        return Collections.unmodifiableList(findings);
    }

    void note(long offset, Severity severity, String text) {
        findings.add(new Finding(file, BYTE + offset, severity, text));
    }

    /** Once for a trace. */
    void noteText(long offset) {
        if (!strayText) {
            strayText = true;
            note(offset, Severity.NOTE, "text between the states is left out");
        }
    }

    /** That the block whose tag is there has no parent shows only later. */
    void noteOrphan(long offset) {
        int at = findings.size();
        while (at > 0 && Long.parseLong(findings.get(at - 1).position().substring(BYTE.length())) > offset) {
            at--;
        }
        String text = "the state that these nested states belong to is missing";
        findings.add(at, new Finding(file, BYTE + offset, Severity.ERROR, text));
    }
}

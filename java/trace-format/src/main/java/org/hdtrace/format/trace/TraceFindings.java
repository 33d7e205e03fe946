// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.trace;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.hdtrace.format.Finding;
import org.hdtrace.format.Severity;

/** What a cursor noticed in a trace, in the order of the text; beyond {@value #LIMIT} of a kind only their number. */
final class TraceFindings {
    static final int LIMIT = 1000;

    private static final String ORPHAN = "the state that these nested states belong to is missing";
    private static final String CLOSED = "<Nested/> is taken for </Nested>";
    private static final String BYTE = "byte ";

    private final Path file;
    private final List<Finding> findings = new ArrayList<>();
    private final Kind orphans = new Kind(Severity.ERROR, ORPHAN);
    private final Kind closed = new Kind(Severity.NOTE, CLOSED);
    private Finding end;
    private boolean strayText;

    /** Findings that a file can be full of. */
    private static final class Kind {
        private final Severity severity;
        private final String text;
        private long count;
        private long firstBeyond;

        private Kind(Severity severity, String text) {
            this.severity = severity;
            this.text = text;
        }

        private boolean hasRoom(long offset) {
            count++;
            if (count == LIMIT + 1L) {
                firstBeyond = offset;
            }
            return count <= LIMIT;
        }
    }

    TraceFindings(Path file) {
        this.file = file;
    }

    List<Finding> all() {
        List<Finding> all = new ArrayList<>(findings);
        addBeyond(orphans, all);
        addBeyond(closed, all);
        if (end != null) {
            all.add(end);
        }
        return Collections.unmodifiableList(all);
    }

    /** The finding that tells best why not all of the trace is there: its missing end, else the first error. */
    Optional<Finding> damage() {
        return end != null
                ? Optional.of(end)
                : findings.stream()
                        .filter(finding -> finding.severity() == Severity.ERROR)
                        .findFirst();
    }

    private void addBeyond(Kind kind, List<Finding> all) {
        if (kind.count > LIMIT) {
            String text = kind.count - LIMIT + " more of the kind: " + kind.text;
            all.add(new Finding(file, BYTE + kind.firstBeyond, kind.severity, text));
        }
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

    /** The last finding of a trace that ends too early. */
    void noteEnd(long offset, Severity severity, String text) {
        end = new Finding(file, BYTE + offset, severity, text);
    }

    /** The original's Java writer closes a block that way. */
    void noteClosed(long offset) {
        if (closed.hasRoom(offset)) {
            note(offset, closed.severity, closed.text);
        }
    }

    /** That the block whose tag is there has no parent shows only later. */
    void noteOrphan(long offset) {
        if (!orphans.hasRoom(offset)) {
            return;
        }
        int at = findings.size();
        while (at > 0 && Long.parseLong(findings.get(at - 1).position().substring(BYTE.length())) > offset) {
            at--;
        }
        findings.add(at, new Finding(file, BYTE + offset, orphans.severity, orphans.text));
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.check;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.hdtrace.format.Finding;
import org.hdtrace.format.Severity;

/** The findings of one file, at most {@value #LIMIT} of each severity; what is beyond is counted. */
final class FindingList {
    static final int LIMIT = 100;

    private final Path file;
    private final List<Finding> findings = new ArrayList<>();
    private final Map<Severity, Integer> count = new EnumMap<>(Severity.class);

    FindingList(Path file) {
        this.file = file;
    }

    void error(String position, String text) {
        add(new Finding(file, position, Severity.ERROR, text));
    }

    void note(String position, String text) {
        add(new Finding(file, position, Severity.NOTE, text));
    }

    void add(Finding finding) {
        if (count.merge(finding.severity(), 1, Integer::sum) <= LIMIT) {
            findings.add(finding);
        }
    }

    /** All that is kept, and one line per severity for what is not. */
    List<Finding> all() {
        List<Finding> all = new ArrayList<>(findings);
        count.forEach((severity, number) -> {
            if (number > LIMIT) {
                all.add(new Finding(file, "whole file", severity, (number - LIMIT) + " more of the kind"));
            }
        });
        return Collections.unmodifiableList(all);
    }
}

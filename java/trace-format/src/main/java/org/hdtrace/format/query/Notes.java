// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.query;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.hdtrace.format.Finding;
import org.hdtrace.format.Severity;
import org.hdtrace.format.TraceFormatException;

/** What was noticed in the files of a stream. A place that is read twice is told once. */
final class Notes {
    private final Set<Finding> findings = new LinkedHashSet<>();
    private final List<Damage> damages = new ArrayList<>();
    private TraceFormatException failure;

    void add(List<Finding> noticed) {
        findings.addAll(noticed);
    }

    /** Why the rest of a file can't be read. */
    void add(Path file, TraceFormatException why) {
        failure = failure == null ? why : failure;
        findings.add(new Finding(file, why.position(), Severity.ERROR, why.reason()));
    }

    /** Why not all of a file was used; at most once for each. */
    void add(Damage damage) {
        damages.add(damage);
    }

    /** In the order in which the files ended. */
    List<Damage> damages() {
        return List.copyOf(damages);
    }

    /** Throws the first reason for which a file can't be read further. */
    void rethrow() throws TraceFormatException {
        if (failure != null) {
            throw failure;
        }
    }

    List<Finding> all() {
        return List.copyOf(findings);
    }
}

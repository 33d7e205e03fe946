// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.query;

import java.util.Objects;
import org.hdtrace.format.project.TraceFile;
import org.hdtrace.format.trace.TraceEntry;

/**
 * An entry that a query found.
 *
 * @param file where it stands
 * @param depth number of states around it
 * @param orphan whether the file ends before its parent
 * @param entry without its nested entries, which are found on their own
 */
public record FoundEntry(TraceFile file, int depth, boolean orphan, TraceEntry entry) {
    public FoundEntry {
        Objects.requireNonNull(file, "file");
        Objects.requireNonNull(entry, "entry");
    }
}

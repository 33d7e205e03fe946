// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.details;

import java.util.List;
import java.util.Optional;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.project.TraceFile;
import org.hdtrace.format.trace.TraceEntry;

/**
 * An entry of a trace with what surrounds it.
 *
 * @param project it belongs to
 * @param file trace it stands in
 * @param originNanos time shown as 0, nanoseconds since the epoch
 * @param entry itself
 * @param event whether it is an event
 * @param depth number of states around it
 * @param around states around it, the outermost first
 * @param nested states and events directly or indirectly inside, by start, not more than {@link EntryReader#MOST_NESTED}
 * @param nestedCount how many there are inside
 * @param xml the entry as it stands in the trace, without what is nested in it
 * @param opened the File_open its file number comes from, if it has one
 * @param view the File_set_view that holds for it, if there is one
 */
public record EntryDetails(
        Project project,
        TraceFile file,
        long originNanos,
        TraceEntry entry,
        boolean event,
        int depth,
        List<TraceEntry> around,
        List<TraceEntry> nested,
        long nestedCount,
        String xml,
        Optional<TraceEntry> opened,
        Optional<TraceEntry> view) {
    public EntryDetails {
        around = List.copyOf(around);
        nested = List.copyOf(nested);
    }
}

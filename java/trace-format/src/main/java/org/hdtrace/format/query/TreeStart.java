// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.query;

import java.nio.file.Path;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.trace.EntryFilter;
import org.hdtrace.format.trace.TraceCursor;

/**
 * The start of the top-level entry that ends an entry's tree. As it stands behind what is nested in it, a second cursor runs
 * ahead over the top level where nested entries are wanted. Entries behind the last top-level entry, in a file that was cut,
 * have the start of the first of them.
 */
final class TreeStart implements MergeKey {
    private static final EntryFilter TOP = EntryFilter.all().depth(0, 0).withoutData();

    private final Path file;
    private final OpenFiles files;
    private TraceCursor ahead;
    private long treeEnd = -1;
    private long treeStart;

    TreeStart(Path file, OpenFiles files) {
        this.file = file;
        this.files = files;
    }

    @Override
    public long of(TraceCursor entry) {
        if (entry.byteOffset() > treeEnd) {
            if (entry.depth() > 0) {
                runAhead(entry);
            } else {
                treeEnd = entry.byteOffset();
                treeStart = entry.startNanos();
            }
        }
        return treeStart;
    }

    @Override
    public void pause() {
        if (ahead != null) {
            files.close(ahead);
            ahead = null;
        }
    }

    private void runAhead(TraceCursor entry) {
        try {
            if (ahead == null) {
                ahead = files.open(file, entry.byteOffset(), entry.depth(), TOP);
            }
            while (ahead.next()) {
                if (ahead.byteOffset() > entry.byteOffset()) {
                    treeEnd = ahead.byteOffset();
                    treeStart = ahead.startNanos();
                    return;
                }
            }
        } catch (TraceFormatException e) {
            // The reader of the entries comes to the same place and reports it.
            treeEnd = Long.MAX_VALUE;
        }
        treeEnd = Long.MAX_VALUE;
        treeStart = entry.startNanos();
    }
}

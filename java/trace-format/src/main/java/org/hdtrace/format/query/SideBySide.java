// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.query;

import java.nio.file.Path;
import org.hdtrace.format.project.TraceFile;
import org.hdtrace.format.trace.EntryFilter;
import org.hdtrace.format.trace.TraceCursor;

/**
 * The files of a query when each is read at its own pace, as simulated processes read theirs. Bounds hold as for a merged
 * stream: files stay open while all of them may be; otherwise each is opened again and again for some entries, which are kept
 * meanwhile, and closed before its reader goes on. Who reads all of them a second time at once takes as much again.
 *
 * <p>Thread: immutable, any; readers of different files may be used by different threads.
 */
public final class SideBySide {
    private final Merging merging;
    private final int count;
    private final EntryFilter filter;

    SideBySide(Merging merging, int count, EntryFilter filter) {
        this.merging = merging;
        this.count = count;
        this.filter = filter;
    }

    /** The entries of one of the files from its beginning, to be closed. Nothing is opened yet. */
    public FileEntries open(TraceFile file) {
        return open(file.path(), new OpenFiles());
    }

    FileEntries open(Path file, OpenFiles files) {
        Notes notes = new Notes();
        WantedText text = new WantedText(file, filter, TimeSeek.none());
        MergeKey order = TraceCursor::endNanos;
        return new FileEntries(merging.feed(count, OpenFiles.PER_CURSOR, text, files, order, notes), notes);
    }
}

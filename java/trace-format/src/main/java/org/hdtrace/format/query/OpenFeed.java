// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.query;

import java.nio.file.Path;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.trace.EntryFilter;
import org.hdtrace.format.trace.TraceCursor;

/** Keeps its file open from the first to the last entry; makes no objects per entry. */
final class OpenFeed implements Feed {
    private final Path file;
    private final EntryFilter filter;
    private final OpenFiles files;
    private final MergeKey keys;
    private final Notes notes;
    private TraceCursor cursor;
    private CursorEntry entry;
    private long key = Long.MIN_VALUE;

    OpenFeed(Path file, EntryFilter filter, OpenFiles files, MergeKey keys, Notes notes) {
        this.file = file;
        this.filter = filter;
        this.files = files;
        this.keys = keys;
        this.notes = notes;
    }

    @Override
    public boolean advance() {
        try {
            if (cursor == null) {
                cursor = files.open(file, 0, 0, filter);
                entry = new CursorEntry(cursor);
            }
            if (cursor.next()) {
                key = Math.max(key, keys.of(cursor));
                return true;
            }
            close();
        } catch (TraceFormatException e) {
            close();
            notes.add(file, e);
        }
        return false;
    }

    @Override
    public long key() {
        return key;
    }

    @Override
    public MergeEntry current() {
        return entry;
    }

    @Override
    public void close() {
        if (cursor != null) {
            notes.add(cursor.findings());
            files.close(cursor);
            cursor = null;
        }
        keys.pause();
    }
}

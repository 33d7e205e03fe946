// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.query;

import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.trace.TraceCursor;

/** Keeps its file open from the first to the last entry; makes no objects per entry. */
final class OpenFeed implements Feed {
    private final WantedText text;
    private final OpenFiles files;
    private final MergeKey keys;
    private final Notes notes;
    private TraceCursor cursor;
    private CursorEntry entry;
    private long key = Long.MIN_VALUE;

    OpenFeed(WantedText text, OpenFiles files, MergeKey keys, Notes notes) {
        this.text = text;
        this.files = files;
        this.keys = keys;
        this.notes = notes;
    }

    @Override
    public boolean advance() {
        try {
            if (cursor == null) {
                cursor = text.open(files, 0, 0);
                entry = new CursorEntry(cursor);
            }
            if (cursor.next()) {
                key = Math.max(key, keys.of(cursor));
                return true;
            }
            Damage.of(cursor).ifPresent(notes::add);
            close();
        } catch (TraceFormatException e) {
            notes.add(cursor == null ? Damage.refused(e) : Damage.broken(e));
            close();
            notes.add(text.file(), e);
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

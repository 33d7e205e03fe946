// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.query;

import java.util.ArrayDeque;
import java.util.Deque;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.trace.TraceCursor;

/**
 * Opens its file for a moment only, copies some entries and remembers where to go on. What it keeps stays below twice a number
 * of bytes, but for the entry that the stream stands at.
 */
final class ChunkFeed implements Feed {
    private final WantedText text;
    private final OpenFiles files;
    private final MergeKey keys;
    private final Notes notes;
    private final long mostBytes;
    private final Deque<StoredEntry> rows = new ArrayDeque<>(1);
    private long key = Long.MIN_VALUE;
    /** Place of the last entry that was copied. */
    private long lastOffset = -1;

    private int lastDepth;
    private boolean ended;

    ChunkFeed(WantedText text, OpenFiles files, MergeKey keys, Notes notes, long mostBytes) {
        this.text = text;
        this.files = files;
        this.keys = keys;
        this.notes = notes;
        this.mostBytes = mostBytes;
    }

    @Override
    public boolean advance() {
        rows.poll();
        if (rows.isEmpty() && !ended) {
            load();
        }
        return !rows.isEmpty();
    }

    @Override
    public long key() {
        return rows.element().key();
    }

    @Override
    public MergeEntry current() {
        StoredEntry first = rows.element();
        if (first.entry() != null) {
            return first;
        }
        try {
            TraceCursor cursor = text.open(files, first.byteOffset(), first.depth());
            try {
                return cursor.next() ? first.with(cursor.entry()) : null;
            } finally {
                files.close(cursor);
            }
        } catch (TraceFormatException e) {
            notes.add(text.file(), e);
            return null;
        }
    }

    @Override
    public void close() {
        rows.clear();
        ended = true;
    }

    private void load() {
        try {
            TraceCursor cursor = text.open(files, Math.max(0, lastOffset), lastDepth);
            try {
                copy(cursor);
            } catch (TraceFormatException e) {
                ended = true;
                notes.add(text.file(), e);
                notes.add(Damage.broken(e));
            } finally {
                notes.add(cursor.findings());
                files.close(cursor);
                keys.pause();
            }
        } catch (TraceFormatException e) {
            ended = true;
            notes.add(text.file(), e);
            notes.add(lastOffset < 0 ? Damage.refused(e) : Damage.broken(e));
        }
    }

    private void copy(TraceCursor cursor) throws TraceFormatException {
        if (lastOffset >= 0 && !cursor.next()) {
            // The last entry comes first again; if not, the file has changed.
            ended = true;
            return;
        }
        for (long room = Math.max(1, mostBytes);
                room > 0;
                room -= rows.getLast().bytes()) {
            if (!cursor.next()) {
                ended = true;
                Damage.of(cursor).ifPresent(notes::add);
                return;
            }
            key = Math.max(key, keys.of(cursor));
            rows.add(StoredEntry.of(cursor, key, mostBytes));
            lastOffset = cursor.byteOffset();
            lastDepth = cursor.depth();
        }
    }
}

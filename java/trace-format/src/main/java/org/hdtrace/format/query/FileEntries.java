// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.query;

import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.trace.TraceEntry;

/**
 * The wanted entries of one file in their order, as copies; made by {@link SideBySide}.
 *
 * <p>Thread: one thread at a time.
 */
public final class FileEntries implements AutoCloseable {
    private final Feed feed;
    private final Notes notes;
    private boolean ended;

    FileEntries(Feed feed, Notes notes) {
        this.feed = feed;
        this.notes = notes;
    }

    /**
     * The next entry without its nested ones; null when there is none.
     *
     * @throws TraceFormatException when the file can't be read further; what is complete before the damage came first
     */
    public TraceEntry next() throws TraceFormatException {
        MergeEntry entry = !ended && feed.advance() ? feed.current() : null;
        if (entry != null) {
            return entry.entry();
        }
        close();
        notes.rethrow();
        return null;
    }

    @Override
    public void close() {
        ended = true;
        feed.close();
    }
}

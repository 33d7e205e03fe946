// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.index;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.trace.EntryFilter;
import org.hdtrace.format.trace.TraceCursor;

/**
 * Steps through a whole trace for somebody who needs every entry anyway, and makes its index on the way. What hinders the index
 * doesn't hinder the reading: the index is dropped then. It is kept only of a trace that was complete and read to its end, so
 * that one that is still being written is left to its writer.
 *
 * <p>Thread: one thread at a time.
 */
public final class IndexingCursor implements AutoCloseable {
    private final TraceCursor cursor;
    /** Null when no index is made. */
    private IndexDraft draft;

    private final IndexBuilder builder;
    private boolean isAtEntry;
    private Path index;

    private IndexingCursor(TraceCursor cursor, IndexBuilder builder, IndexDraft draft) {
        this.cursor = cursor;
        this.builder = builder;
        this.draft = draft;
    }

    /** Step through the wanted entries; no index is made. */
    static IndexingCursor plain(Path trace, EntryFilter filter) throws TraceFormatException {
        return new IndexingCursor(TraceCursor.open(trace, filter), null, null);
    }

    /** Step through all entries, which come without their data. */
    static IndexingCursor making(Path trace, IndexStore store) throws TraceFormatException {
        IndexDraft draft;
        IndexBuilder builder;
        try {
            draft = store.draft(trace);
        } catch (IOException e) {
            return plain(trace, EntryFilter.all().withoutData());
        }
        try {
            builder = new IndexBuilder(draft.target());
            IndexingCursor made = new IndexingCursor(TraceCursor.open(trace, builder), builder, draft);
            made.begin();
            return made;
        } catch (IOException e) {
            discard(draft);
            return plain(trace, EntryFilter.all().withoutData());
        } catch (TraceFormatException | RuntimeException e) {
            discard(draft);
            throw e;
        }
    }

    /** Shows the entry that {@link #next} stepped to; not to be stepped or closed. */
    public TraceCursor entry() {
        return cursor;
    }

    /**
     * Step to the next entry; false when there is none. The index is in its place then.
     *
     * @throws TraceFormatException when the trace can't be read further
     */
    public boolean next() throws TraceFormatException {
        // Not before: where an entry ends may only show by reading on, which leaves nothing of it to be asked for.
        if (isAtEntry) {
            index(at -> builder.add(at));
        }
        isAtEntry = cursor.next();
        if (!isAtEntry) {
            index(ignored -> finish());
        }
        return isAtEntry;
    }

    /** Where the index is that was made; empty when there is none. */
    public Optional<Path> index() {
        return Optional.ofNullable(index);
    }

    @Override
    public void close() {
        cursor.close();
        drop();
    }

    /** A step in making the index. */
    @FunctionalInterface
    private interface Step {
        void take(TraceCursor cursor) throws TraceFormatException, IOException;
    }

    private void index(Step step) {
        if (draft == null) {
            return;
        }
        try {
            step.take(cursor);
        } catch (IOException | TraceFormatException e) {
            drop();
        }
    }

    private void begin() throws TraceFormatException, IOException {
        try {
            builder.begin(cursor);
        } catch (TraceFormatException | IOException | RuntimeException e) {
            cursor.close();
            throw e;
        }
    }

    private void finish() throws IOException {
        if (builder.finish(cursor)) {
            index = draft.commit();
        }
        drop();
    }

    private void drop() {
        if (draft != null) {
            discard(draft);
            draft = null;
        }
    }

    private static void discard(IndexDraft draft) {
        try {
            draft.close();
        } catch (IOException e) {
            System.getLogger(IndexingCursor.class.getName()).log(System.Logger.Level.DEBUG, "removing a draft", e);
        }
    }
}

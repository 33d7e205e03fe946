// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.query;

import java.nio.file.Path;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.trace.EntryFilter;
import org.hdtrace.format.trace.TraceCursor;

/** Opens and closes the cursors of one stream and counts them. Thread: one thread at a time. */
final class OpenFiles {
    /** Handles of a cursor: where states are nested, a second reader of the file runs ahead of it. */
    static final int PER_CURSOR = 2;

    private int open;
    private int most;
    private long bytesRead;

    TraceCursor open(Path file, long byteOffset, int depth, EntryFilter filter) throws TraceFormatException {
        TraceCursor cursor = TraceCursor.openAt(file, byteOffset, depth, filter);
        open++;
        most = Math.max(most, open);
        return cursor;
    }

    void close(TraceCursor cursor) {
        bytesRead += cursor.bytesRead();
        cursor.close();
        open--;
    }

    /** Cursors that are open now. */
    int open() {
        return open;
    }

    /** How much of their uncompressed text the cursors that are closed have read. */
    long bytesRead() {
        return bytesRead;
    }

    /** The most handles that there can have been at any time. */
    int mostHandles() {
        return most * PER_CURSOR;
    }
}

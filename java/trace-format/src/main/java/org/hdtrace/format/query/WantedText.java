// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.query;

import java.nio.file.Path;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.trace.EntryFilter;
import org.hdtrace.format.trace.TextRanges;
import org.hdtrace.format.trace.TraceCursor;

/** The part of one file that a stream reads, however often it is opened; where it is, is looked up once. */
final class WantedText {
    private final Path file;
    private final EntryFilter filter;
    private final TimeSeek seek;
    private TextRanges ranges;

    WantedText(Path file, EntryFilter filter, TimeSeek seek) {
        this.file = file;
        this.filter = filter;
        this.seek = seek;
    }

    Path file() {
        return file;
    }

    /** Open the file at an entry, or before the first one that may be wanted; to be given back to {@code files}. */
    TraceCursor open(OpenFiles files, long byteOffset, int depth) throws TraceFormatException {
        TraceCursor cursor = files.open(file, byteOffset, depth, filter);
        try {
            if (ranges == null) {
                ranges = seek.of(cursor, filter);
            }
            cursor.limitTo(ranges);
            return cursor;
        } catch (TraceFormatException | RuntimeException e) {
            files.close(cursor);
            throw e;
        }
    }
}

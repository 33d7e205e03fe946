// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.query;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.hdtrace.format.index.IndexStore;
import org.hdtrace.format.index.TimeRanges;
import org.hdtrace.format.index.TraceIndex;
import org.hdtrace.format.trace.EntryFilter;
import org.hdtrace.format.trace.ProgramHeader;
import org.hdtrace.format.trace.TextRanges;
import org.hdtrace.format.trace.TraceCursor;

/**
 * Finds by their indexes where in the traces an interval is.
 *
 * @param indexes null to read all traces from their beginning
 * @param leastBytes smaller files are read whole: comparing an index with its trace takes 128 KiB of it
 */
record TimeSeek(IndexStore indexes, long leastBytes) {
    private static final long LEAST_BYTES = 512 << 10;

    static TimeSeek none() {
        return new TimeSeek(null, 0);
    }

    static TimeSeek by(IndexStore indexes) {
        return new TimeSeek(indexes, LEAST_BYTES);
    }

    /** What of a trace may hold wanted entries; everything when no index tells. */
    TextRanges of(TraceCursor opened, EntryFilter filter) {
        Path file = opened.file();
        if (indexes == null || !isBounded(filter) || !isWorthIt(file)) {
            return TextRanges.all();
        }
        try (TraceIndex index = indexes.open(file).orElse(null)) {
            return index == null ? TextRanges.all() : of(index, opened.program(), filter);
        } catch (IOException e) {
            // Of closing what was only read; the trace tells the same.
            return TextRanges.all();
        }
    }

    static TextRanges of(TraceIndex index, ProgramHeader program, EntryFilter filter) {
        try {
            return TimeRanges.of(index, program, filter.fromNanos(), filter.toNanos());
        } catch (IOException e) {
            // An index that makes no sense counts as none.
            return TextRanges.all();
        }
    }

    static boolean isBounded(EntryFilter filter) {
        return filter.fromNanos() != Long.MIN_VALUE || filter.toNanos() != Long.MAX_VALUE;
    }

    private boolean isWorthIt(Path file) {
        try {
            // Any place of a gzip file is reached through all before it only.
            return Files.size(file) >= leastBytes && !file.toString().endsWith(".gz");
        } catch (IOException e) {
            // Whoever reads it says why it can't be.
            return false;
        }
    }
}

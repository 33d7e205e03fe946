// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.query;

import java.nio.file.Path;
import java.util.List;
import org.hdtrace.format.project.TraceFile;
import org.hdtrace.format.trace.EntryFilter;
import org.hdtrace.format.trace.TraceCursor;

/**
 * Makes what reads several files at the same time, within bounds.
 *
 * @param openFiles most files that are open at once
 * @param bufferBytes about how much memory waiting entries take at most
 */
record Merging(int openFiles, long bufferBytes) {
    /** A cursor for the entries and one for the starts of trees. */
    private static final int LEAST = 2 * OpenFiles.PER_CURSOR;

    /** What makes the key of a file. */
    @FunctionalInterface
    private interface Keys {
        MergeKey of(Path file, OpenFiles files);
    }

    Merging {
        if (openFiles < LEAST) {
            throw new IllegalArgumentException("openFiles=" + openFiles + " is less than " + LEAST);
        }
    }

    /** For one of that many that read beside each other. */
    Merging share(int count) {
        return new Merging(Math.max(LEAST, openFiles / count), bufferBytes / count);
    }

    TraceStream byStart(List<TraceFile> traces, EntryFilter filter, TimeSeek seek) {
        return stream(traces, filter, seek, LEAST, TreeStart::new);
    }

    TraceStream byEnd(List<TraceFile> traces, EntryFilter filter, TimeSeek seek) {
        return stream(traces, filter, seek, OpenFiles.PER_CURSOR, (file, files) -> TraceCursor::endNanos);
    }

    private TraceStream stream(
            List<TraceFile> traces, EntryFilter filter, TimeSeek seek, int handlesPerTrace, Keys keys) {
        OpenFiles files = new OpenFiles();
        Notes notes = new Notes();
        List<Feed> feeds = traces.stream()
                .map(trace -> {
                    MergeKey key = keys.of(trace.path(), files);
                    WantedText text = new WantedText(trace.path(), filter, seek);
                    return feed(traces.size(), handlesPerTrace, text, files, key, notes);
                })
                .toList();
        return new TraceStream(traces, feeds, files, notes);
    }

    /** One of the feeds of that many traces, which are read at the same time. */
    Feed feed(int traces, int handlesPerTrace, WantedText text, OpenFiles files, MergeKey key, Notes notes) {
        boolean allOpen = (long) traces * handlesPerTrace <= openFiles;
        // Half of it for what a chunk may exceed its share by.
        long share = bufferBytes / 2 / Math.max(1, traces);
        return allOpen ? new OpenFeed(text, files, key, notes) : new ChunkFeed(text, files, key, notes, share);
    }
}

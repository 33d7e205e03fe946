// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.profile;

import java.nio.file.Path;
import java.util.function.Consumer;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.project.TraceFile;
import org.hdtrace.format.select.Selection;
import org.hdtrace.format.trace.TraceCursor;

/** Makes the profile of a project by streaming through its traces. */
public final class Profiler {
    private Profiler() {}

    /**
     * The profile of the selected part of a project.
     *
     * @param progress is told each trace before it is read
     * @throws TraceFormatException when a trace can't be read
     */
    public static Profile profile(Project project, Selection selection, Consumer<Path> progress)
            throws TraceFormatException {
        ProfileBuilder builder = new ProfileBuilder(selection.interval(), selection.names());
        for (TraceFile trace : project.traces()) {
            if (selection.ranks().contains(trace.rank())) {
                progress.accept(trace.path());
                add(trace, builder);
            }
        }
        return builder.build();
    }

    private static void add(TraceFile trace, ProfileBuilder builder) throws TraceFormatException {
        builder.beginTrace();
        try (TraceCursor cursor = TraceCursor.open(trace)) {
            while (cursor.next()) {
                if (!cursor.isEvent()) {
                    builder.add(cursor.name(), cursor.depth(), cursor.startNanos(), cursor.endNanos(), bytesOf(cursor));
                }
            }
        }
    }

    /** Data moved by the current state: really transferred, else asked for. */
    static long bytesOf(TraceCursor state) {
        long bytes = state.attributeLong("bytes", -1);
        if (bytes < 0) {
            bytes = state.attributeLong("size", -1);
        }
        if (bytes < 0) {
            bytes = state.attributeLong("sendSize", -1);
        }
        return Math.max(0, bytes);
    }
}

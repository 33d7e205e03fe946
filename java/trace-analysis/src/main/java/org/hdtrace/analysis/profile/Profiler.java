// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.profile;

import java.nio.file.Path;
import java.util.function.Consumer;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.project.TraceFile;
import org.hdtrace.format.query.FileFold;
import org.hdtrace.format.query.Query;
import org.hdtrace.format.query.Workers;
import org.hdtrace.format.select.Selection;
import org.hdtrace.format.trace.TraceCursor;

/** Makes the profile of a project by streaming through its traces. */
public final class Profiler {
    private Profiler() {}

    /**
     * The profile of the selected part of a project; the same for any number of threads.
     *
     * @param progress is told each trace before it is read, by one thread at a time
     * @throws TraceFormatException when a trace can't be read
     */
    public static Profile profile(Project project, Selection selection, Workers workers, Consumer<Path> progress)
            throws TraceFormatException {
        ProfileBuilder all = new ProfileBuilder(selection.interval(), selection.names());
        // States of other names and times are needed too: they take away from the exclusive time of those around them.
        Query.of(project)
                .ranks(selection.ranks())
                .statesOnly()
                .withoutData()
                .forEachFile(workers, progress, new Sums(selection), result -> all.append(result.valueOrFailure()));
        return all.build();
    }

    private record Sums(Selection selection) implements FileFold<ProfileBuilder> {
        @Override
        public ProfileBuilder begin(TraceFile file) {
            return new ProfileBuilder(selection.interval(), selection.names());
        }

        @Override
        public void add(ProfileBuilder sum, TraceCursor state) {
            sum.add(state.name(), state.depth(), state.startNanos(), state.endNanos(), bytesOf(state));
        }

        @Override
        public ProfileBuilder append(ProfileBuilder earlier, ProfileBuilder later) {
            earlier.append(later);
            return earlier;
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

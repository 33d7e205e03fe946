// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.model;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.project.TraceFile;

/**
 * A run made of samples of its traces, to be looked at while the exact one is being read. Its states are stretched over what was not
 * read, so none of its times or numbers is exact, nor is the nesting of states inside of long blocks.
 *
 * @param categories of this run alone
 * @param share of the text of the traces that was read, 0 to 1; of the beginning at least so much
 * @param beginning of all traces only the beginning was read, so that the run is longer than this
 */
public record RoughRun(Run run, CategoryTable categories, double share, boolean beginning) {
    /** Puts the samples of traces together. Not thread-safe. */
    static final class Builder {
        private final Project project;
        private final CategoryTable categories;
        private final Map<List<String>, StateTrack> tracks = new HashMap<>();
        private long earliest = Long.MAX_VALUE;
        private long latest = Long.MIN_VALUE;

        Builder(Project project, CategoryTable categories) {
            this.project = project;
            this.categories = categories;
        }

        /** Adds what is known of a trace; whether that is anything. */
        boolean add(TraceFile file, StretchedTrack sample) {
            Optional<StateTrack> track = sample.build(categories);
            track.ifPresent(some -> {
                tracks.put(file.node().path(), some);
                earliest = Math.min(earliest, sample.startNanos());
                latest = Math.max(latest, sample.endNanos());
            });
            return track.isPresent();
        }

        int traceCount() {
            return tracks.size();
        }

        /** The run, empty for nothing. */
        Optional<RoughRun> build(double share, boolean beginning) {
            if (earliest > latest) {
                return Optional.empty();
            }
            Run run = new Run(
                    project.name(),
                    project.file(),
                    new Interval(earliest, latest),
                    new RowBuilder(project, categories, tracks, Map.of(), Map.of()).rows(),
                    project.levels(),
                    List.of());
            return Optional.of(new RoughRun(run, categories, share, beginning));
        }
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.model;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.query.Workers;
import org.hdtrace.sunshot.store.StateCursor;
import org.hdtrace.sunshot.store.StoreFile;
import org.hdtrace.sunshot.store.StoredTrace;
import org.hdtrace.sunshot.store.WantedStates;

/**
 * What a filter of names and durations leaves of the rows and the time that are seen, to be shown before all the rest has been looked
 * at: all of it where it is not much, else a sample, so that it takes as long for any number of states. Immutable; any thread. Source:
 * SUNSHOT G-07.
 */
public final class SeenStates {
    /** Of all rows together. */
    private static final int MOST_STATES = 1 << 19;
    /** Samples are pieces of that many states; what lies around each is compared with its checksum the first time. */
    private static final int PIECE = 128;

    private final Wanted wanted;
    private final Map<String, StateTrack> tracks;

    /**
     * What is seen of a run.
     *
     * @param file the run's
     * @param time nanoseconds since the epoch
     * @param paths of the rows
     */
    public record Wanted(Path file, Interval time, Set<String> paths) {
        public Wanted {
            paths = Set.copyOf(paths);
        }
    }

    private record Found(String path, StateTrack track) {}

    private SeenStates(Wanted wanted, Map<String, StateTrack> tracks) {
        this.wanted = wanted;
        this.tracks = tracks;
    }

    /**
     * Looks at what is seen, with all cores.
     *
     * @param whole store of the project
     * @param categories numbers the names of what passes, and no others
     * @param filter that does not use attributes
     * @param cancelled what is found then is of no use
     * @throws java.io.UncheckedIOException if the store is damaged
     */
    public static SeenStates of(
            Project project,
            StoreFile whole,
            CategoryTable categories,
            StateFilter filter,
            Wanted wanted,
            BooleanSupplier cancelled) {
        return of(project, whole, categories, filter, wanted, MOST_STATES, cancelled);
    }

    /** As {@link #of} with a number of states that are looked at, about. */
    static SeenStates of(
            Project project,
            StoreFile whole,
            CategoryTable categories,
            StateFilter filter,
            Wanted wanted,
            int mostStates,
            BooleanSupplier cancelled) {
        List<Found> rows = new ArrayList<>();
        for (int i = 0; i < whole.traces().size(); i++) {
            String path = String.join("/", project.traces().get(i).node().path());
            if (wanted.paths().contains(path)) {
                StoredTrace trace = whole.traces().get(i);
                rows.add(new Found(path, new StateTrack(whole.space(), trace.place(), trace.states(), null)));
            }
        }
        int most = Math.max(PIECE, mostStates / Math.max(1, rows.size()));
        List<String> names = whole.categories();
        Set<Integer> passed = ConcurrentHashMap.newKeySet();
        List<Found> sifted = new ArrayList<>();
        try {
            Workers.allCores()
                    .each(
                            rows,
                            row -> new Found(
                                    row.path(),
                                    new Sieve(names, filter, wanted.time(), most, passed, cancelled).of(row.track())),
                            sifted::add);
        } catch (TraceFormatException e) {
            throw new IllegalStateException("no trace is read", e);
        }
        if (cancelled.getAsBoolean()) {
            return new SeenStates(wanted, Map.of());
        }
        int[] numbers = new int[names.size()];
        passed.stream().sorted().forEach(own -> numbers[own] = categories.idOf(names.get(own)));
        Map<String, StateTrack> tracks = new HashMap<>();
        sifted.forEach(row -> tracks.put(row.path(), row.track().numbered(numbers)));
        return new SeenStates(wanted, tracks);
    }

    /** Whether it is of a run, and of all of a time in it. */
    public boolean isOf(Run run, Interval time) {
        return run.file().equals(wanted.file())
                && wanted.time().startNanos() <= time.startNanos()
                && time.endNanos() <= wanted.time().endNanos();
    }

    /** A row, and those below it, with only what passes where that is known; the very row where nothing is. */
    public Row of(Row row) {
        List<Row> children = row.children().stream().map(this::of).toList();
        boolean same = true;
        for (int i = 0; i < children.size() && same; i++) {
            same = children.get(i) == row.children().get(i);
        }
        return alone(same ? row : row.withChildren(children));
    }

    /** A row with only what passes, those below it as they are; the very row where nothing is known, or where it was moved in time. */
    public Row alone(Row row) {
        StateTrack track = tracks.get(row.path());
        return row instanceof Row.Trace trace && track != null && trace.track().shiftNanos() == 0
                ? new Row.Trace(trace.path(), trace.label(), trace.host(), trace.rank(), track, trace.children())
                : row;
    }

    /** What passes of one row, with the store's numbers of categories. */
    private record Sieve(
            List<String> names,
            StateFilter filter,
            Interval time,
            int most,
            Set<Integer> passed,
            BooleanSupplier cancelled) {
        StateTrack of(StateTrack all) {
            StateTrack.Builder builder = new StateTrack.Builder();
            for (int depth = 0; depth < all.levels().size(); depth++) {
                int own = depth;
                visit(all.levels().get(depth), (start, end, category) -> builder.state(own, start, end, category));
            }
            visit(all.events(), (start, end, category) -> builder.event(start, category));
            return builder.build();
        }

        private void visit(StateLevel level, Target target) {
            if (level.size() == 0) {
                return;
            }
            WantedStates wanted = level.wanted(names::get, filter::passingDurations);
            int first = level.firstReaching(time.startNanos());
            int behind = level.firstStarting(time.endNanos());
            int step = behind - first <= most ? PIECE : (int) ((long) (behind - first) * PIECE / most);
            StateCursor states = level.cursor();
            for (int piece = first; piece < behind && !cancelled.getAsBoolean(); piece += step) {
                int end = Math.min(behind, piece + PIECE);
                for (int i = states.find(piece, end, wanted); i < end; i = states.find(i + 1, end, wanted)) {
                    int category = level.categoryOf(states.category(i));
                    passed.add(category);
                    target.take(states.startNanos(i), states.endNanos(i), category);
                }
            }
        }
    }

    @FunctionalInterface
    private interface Target {
        void take(long start, long end, int category);
    }
}

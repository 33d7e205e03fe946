// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.model;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ref.SoftReference;
import java.util.List;
import org.hdtrace.sunshot.store.MemorySpace;
import org.hdtrace.sunshot.store.RowWriter;
import org.hdtrace.sunshot.store.Space;
import org.hdtrace.sunshot.store.StoredRow;

/**
 * The states and events of one row: one {@link StateLevel} per nesting depth, the outermost first. They are looked up in
 * their {@link Space} when they are asked for; a row nobody looks at takes some 50 bytes.
 */
public final class StateTrack {
    private final Space space;
    private final long place;
    private final long stateCount;
    /** Numbers of the {@link CategoryTable} by those the row was written with; null where they are the same. */
    private final int[] categories;

    private final long shiftNanos;
    /** May be given up when memory is short. */
    private volatile SoftReference<Levels> levels = new SoftReference<>(null);

    private record Levels(List<StateLevel> states, StateLevel events) {}

    StateTrack(Space space, long place, long stateCount, int[] categories) {
        this(space, place, stateCount, categories, 0);
    }

    private StateTrack(Space space, long place, long stateCount, int[] categories, long shiftNanos) {
        this.shiftNanos = shiftNanos;
        this.space = space;
        this.place = place;
        this.stateCount = stateCount;
        this.categories = categories;
    }

    /**
     * Levels by nesting depth. A level may be empty when a filter removed all of its states.
     *
     * @throws UncheckedIOException if what is stored turns out to be damaged
     */
    public List<StateLevel> levels() {
        return read().states();
    }

    /** Events of any depth as states without duration. */
    public StateLevel events() {
        return read().events();
    }

    /**
     * A place between two entries of the uncompressed text of the trace, from which on all stands that touches a time; 0 where none is
     * known.
     *
     * @param nanos since the epoch
     */
    public long textBefore(long nanos) {
        List<StateLevel> all = levels();
        if (all.isEmpty() || !all.get(0).isOrdered()) {
            return 0;
        }
        // What lies inside of a state stands before it, but behind the state before.
        int before = all.get(0).firstReaching(nanos) - 1;
        return before < 0 ? 0 : all.get(0).textOffset(before);
    }

    /** How far all of it was moved in time against its trace, nanoseconds. */
    public long shiftNanos() {
        return shiftNanos;
    }

    /** The same track moved in time. */
    StateTrack shifted(long byNanos) {
        return new StateTrack(space, place, stateCount, categories, shiftNanos + byNanos);
    }

    /** The same track by other numbers of its categories. */
    StateTrack numbered(int[] numbers) {
        return new StateTrack(space, place, stateCount, numbers, shiftNanos);
    }

    public long stateCount() {
        return stateCount;
    }

    /**
     * Sums of the row per category, by number of the {@link CategoryTable}.
     *
     * @param interval nanoseconds since the epoch
     * @param nested whether nested states count, or only those at the top
     */
    public void addSums(Interval interval, boolean nested, SumsTarget target) {
        List<StateLevel> all = levels();
        int depths = nested ? all.size() : Math.min(1, all.size());
        for (int depth = 0; depth < depths; depth++) {
            all.get(depth).addSums(depth + 1 < depths ? all.get(depth + 1) : null, interval, target);
        }
        events().addSums(null, interval, target);
    }

    private Levels read() {
        Levels known = levels.get();
        if (known != null) {
            return known;
        }
        try {
            StoredRow row = StoredRow.read(space, place, shiftNanos);
            int[] numbers = row.categories();
            for (int i = 0; categories != null && i < numbers.length; i++) {
                numbers[i] = categories[numbers[i]];
            }
            List<StateLevel> states = row.levels().stream()
                    .map(level -> new StateLevel(level, numbers))
                    .toList();
            Levels read = new Levels(states, new StateLevel(row.events(), numbers));
            levels = new SoftReference<>(read);
            return read;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Takes sums of one category. */
    @FunctionalInterface
    public interface SumsTarget {
        void add(int category, long count, long inclusiveNanos, long exclusiveNanos);
    }

    /** Collects states in any order of depths. Not thread-safe. */
    public static final class Builder {
        private final Space space;
        private final RowWriter writer;
        private long states;

        /** A builder of a track in memory of its own. */
        public Builder() {
            this(new MemorySpace());
        }

        Builder(Space space) {
            this.space = space;
            this.writer = new RowWriter(space);
        }

        public Builder state(int depth, long startNanos, long endNanos, int category) {
            return state(depth, startNanos, endNanos, category, 0);
        }

        /** As {@link #state(int, long, long, int)} with the place of the state's tag in the text of its trace. */
        public Builder state(int depth, long startNanos, long endNanos, int category, long textOffset) {
            try {
                writer.state(depth, startNanos, endNanos, category, textOffset);
                states++;
                return this;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        public Builder event(long nanos, int category) {
            return event(nanos, category, 0);
        }

        /** As {@link #event(long, int)} with the place of the event's tag in the text of its trace. */
        public Builder event(long nanos, int category, long textOffset) {
            try {
                writer.event(nanos, category, textOffset);
                return this;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        public StateTrack build() {
            try {
                return new StateTrack(space, writer.finish(), states, null);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}

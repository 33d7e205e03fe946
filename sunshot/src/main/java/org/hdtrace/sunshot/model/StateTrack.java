// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The states and events of one row: one {@link StateLevel} per nesting depth, the outermost first. */
public final class StateTrack {
    private final List<StateLevel> levels;
    private final StateLevel events;

    private StateTrack(List<StateLevel> levels, StateLevel events) {
        this.levels = levels;
        this.events = events;
    }

    /** Levels by nesting depth. A level may be empty when a filter removed all of its states. */
    public List<StateLevel> levels() {
        return levels;
    }

    /** Events of any depth as states without duration. */
    public StateLevel events() {
        return events;
    }

    public long stateCount() {
        long count = 0;
        for (StateLevel level : levels) {
            count += level.size();
        }
        return count;
    }

    /** Collects states in any order of depths. Not thread-safe. */
    public static final class Builder {
        private final List<Columns> levels = new ArrayList<>();
        private final Columns events = new Columns();

        public Builder state(int depth, long startNanos, long endNanos, int category) {
            if (endNanos < startNanos) {
                throw new IllegalArgumentException("startNanos=" + startNanos + " endNanos=" + endNanos);
            }
            while (levels.size() <= depth) {
                levels.add(new Columns());
            }
            levels.get(depth).add(startNanos, endNanos - startNanos, category);
            return this;
        }

        public Builder event(long nanos, int category) {
            events.add(nanos, 0, category);
            return this;
        }

        public StateTrack build() {
            List<StateLevel> built = new ArrayList<>(levels.size());
            for (Columns columns : levels) {
                built.add(columns.toLevel());
            }
            return new StateTrack(List.copyOf(built), events.toLevel());
        }
    }

    /** Growing columns; sorts once at the end, and only if a file was not in order. */
    private static final class Columns {
        private long[] starts = new long[64];
        private long[] durations = new long[64];
        private int[] categories = new int[64];
        private int size;
        private boolean sorted = true;

        void add(long start, long duration, int category) {
            if (size == starts.length) {
                int grown = size + (size >> 1);
                starts = Arrays.copyOf(starts, grown);
                durations = Arrays.copyOf(durations, grown);
                categories = Arrays.copyOf(categories, grown);
            }
            sorted &= size == 0 || starts[size - 1] <= start;
            starts[size] = start;
            durations[size] = duration;
            categories[size++] = category;
        }

        StateLevel toLevel() {
            if (sorted) {
                return new StateLevel(
                        Arrays.copyOf(starts, size), Arrays.copyOf(durations, size), Arrays.copyOf(categories, size));
            }
            Integer[] order = new Integer[size];
            Arrays.setAll(order, i -> i);
            Arrays.sort(order, (a, b) -> Long.compare(starts[a], starts[b]));
            long[] sortedStarts = new long[size];
            long[] sortedDurations = new long[size];
            int[] sortedCategories = new int[size];
            for (int i = 0; i < size; i++) {
                sortedStarts[i] = starts[order[i]];
                sortedDurations[i] = durations[order[i]];
                sortedCategories[i] = categories[order[i]];
            }
            return new StateLevel(sortedStarts, sortedDurations, sortedCategories);
        }
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.model;

import java.util.Arrays;
import java.util.Optional;
import java.util.function.IntFunction;
import org.hdtrace.sunshot.store.IntervalSums;
import org.hdtrace.sunshot.store.LevelColumns;
import org.hdtrace.sunshot.store.Pyramid;
import org.hdtrace.sunshot.store.StateCursor;
import org.hdtrace.sunshot.store.StoredLevel;
import org.hdtrace.sunshot.store.WantedStates;

/**
 * All states of one row at one nesting depth, sorted by start. Whether they are in memory or in a file does not show.
 *
 * <p>States of a well-formed trace do not overlap at one depth. Damaged traces may.
 */
public final class StateLevel {
    private final StoredLevel stored;
    private final LevelColumns columns;
    /** Numbers of the {@link CategoryTable} by those of the row. */
    private final int[] categories;

    StateLevel(StoredLevel stored, int[] categories) {
        this.stored = stored;
        this.columns = stored.columns();
        this.categories = categories;
    }

    public int size() {
        return columns.size();
    }

    /** Nanoseconds since the epoch. */
    public long startNanos(int index) {
        return columns.startNanos(index);
    }

    /** Nanoseconds since the epoch, never before the start. */
    public long endNanos(int index) {
        return columns.endNanos(index);
    }

    public long durationNanos(int index) {
        return columns.durationNanos(index);
    }

    public int category(int index) {
        return categoryOf(columns.category(index));
    }

    /** Reads states one after another, with categories of the row; for one thread. */
    public StateCursor cursor() {
        return columns.cursor();
    }

    /** What {@link #cursor} is told to find, by names of numbers of the {@link CategoryTable}. */
    public WantedStates wanted(IntFunction<String> nameOf, WantedStates.Selection selection) {
        return new WantedStates(Arrays.stream(categories).mapToObj(nameOf).toArray(String[]::new), selection);
    }

    /** Number of the category among those of the row. */
    public int rowCategory(int index) {
        return Math.min(columns.category(index), categories.length - 1);
    }

    /** Whether the ends rise with the starts, as they do where no two states overlap. */
    public boolean isOrdered() {
        return columns.isOrdered();
    }

    /** Latest end of any state; {@link Long#MIN_VALUE} if there is none. */
    public long latestEndNanos() {
        return columns.latestEndNanos();
    }

    /** Where the state's tag begins in the uncompressed text of its trace; its attributes stand there. */
    public long textOffset(int index) {
        return columns.textOffset(index);
    }

    /** Index of the first state that may still touch times at or after {@code nanos}; {@link #size()} if none. */
    public int firstReaching(long nanos) {
        return columns.firstReaching(nanos);
    }

    /** Index of the first state that starts at or after {@code nanos}; {@link #size()} if none. */
    public int firstStarting(long nanos) {
        return columns.firstStarting(nanos);
    }

    /** Index of the state that covers {@code nanos} (the last one to start, should several), or -1. */
    public int at(long nanos) {
        int found = -1;
        for (int i = firstReaching(nanos); i < size() && startNanos(i) <= nanos; i++) {
            if (endNanos(i) > nanos || (durationNanos(i) == 0 && startNanos(i) == nanos)) {
                found = i;
            }
        }
        return found;
    }

    /** Index of the state of a category that takes a time, or -1. */
    public int indexOf(int category, Interval time) {
        for (int i = firstStarting(time.startNanos()); i < size() && startNanos(i) == time.startNanos(); i++) {
            if (category(i) == category && endNanos(i) == time.endNanos()) {
                return i;
            }
        }
        return -1;
    }

    /** Index of the first state of a category from an index on, or -1. Blocks of states without it are passed over. */
    public int next(int category, int from) {
        int local = localOf(category);
        return local < 0 ? -1 : columns.next(local, from);
    }

    /** Index of the last state of a category up to an index, or -1. Blocks of states without it are passed over. */
    public int previous(int category, int from) {
        int local = localOf(category);
        return local < 0 ? -1 : columns.previous(local, from);
    }

    /** The states in buckets of time; empty where looking at them one by one is cheap. Categories are those of the row. */
    public Optional<Pyramid> pyramid() {
        return stored.pyramid();
    }

    /** The number in the {@link CategoryTable} of a category of the row. */
    public int categoryOf(int rowCategory) {
        // A damaged store may hold any number.
        int last = categories.length - 1;
        return categories[rowCategory < 0 ? last : Math.min(rowCategory, last)];
    }

    /** How many categories the row has. */
    public int rowCategoryCount() {
        return categories.length;
    }

    /**
     * Sums per category, by number of the {@link CategoryTable}.
     *
     * @param inner the level one deeper, null if it does not count
     * @param interval nanoseconds since the epoch
     */
    public void addSums(StateLevel inner, Interval interval, StateTrack.SumsTarget target) {
        IntervalSums sums = new IntervalSums(categories.length);
        sums.add(stored, inner == null ? null : inner.stored, interval.startNanos(), interval.endNanos());
        for (int i = 0; i < categories.length; i++) {
            if (sums.count(i) > 0) {
                target.add(categoryOf(i), sums.count(i), sums.inclusiveNanos(i), sums.exclusiveNanos(i));
            }
        }
    }

    private int localOf(int category) {
        int[] all = categories;
        for (int i = 0; i < all.length; i++) {
            if (all[i] == category) {
                return i;
            }
        }
        return -1;
    }

    @Override
    public String toString() {
        return size() + " states of " + Arrays.toString(categories);
    }
}

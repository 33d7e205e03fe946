// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Writes the states and events of one row into a space. Memory: one block per depth, and some 40 bytes for each block that
 * was written. Not thread-safe; several rows may be written into one space at once.
 */
public final class RowWriter {
    private final Space space;
    private final List<LevelWriter> levels = new ArrayList<>();
    private final LevelWriter events;
    /** Numbers in this row plus one, by the caller's number. */
    private int[] known = new int[16];

    private int[] categories = new int[8];
    private int categoryCount;
    private long earliest = Long.MAX_VALUE;

    public RowWriter(Space space) {
        this.space = space;
        this.events = new LevelWriter(space);
    }

    /**
     * Adds a state; any order of depths and times.
     *
     * @param endNanos not before the start
     * @param category any small number that stands for the category
     * @param textOffset where its tag begins, not negative
     */
    public void state(int depth, long startNanos, long endNanos, int category, long textOffset) throws IOException {
        if (endNanos < startNanos) {
            throw new IllegalArgumentException("startNanos=" + startNanos + " endNanos=" + endNanos);
        }
        while (levels.size() <= depth) {
            levels.add(new LevelWriter(space));
        }
        earliest = Math.min(earliest, startNanos);
        levels.get(depth).add(startNanos, endNanos - startNanos, number(category), textOffset);
    }

    /** Adds an event. */
    public void event(long nanos, int category, long textOffset) throws IOException {
        earliest = Math.min(earliest, nanos);
        events.add(nanos, 0, number(category), textOffset);
    }

    private int number(int category) {
        if (category >= known.length) {
            known = Arrays.copyOf(known, Math.max(category + 1, 2 * known.length));
        }
        if (known[category] == 0) {
            if (categoryCount == categories.length) {
                categories = Arrays.copyOf(categories, 2 * categoryCount);
            }
            categories[categoryCount++] = category;
            known[category] = categoryCount;
        }
        return known[category] - 1;
    }

    /**
     * Ends the row and makes what is known of it in coarser steps.
     *
     * @return its place
     */
    public long finish() throws IOException {
        List<LevelColumns> columns = new ArrayList<>();
        for (LevelWriter level : levels) {
            columns.add(level.finish());
        }
        levels.clear();
        ByteBuffer table = ByteBuffer.allocate(
                2 * Integer.BYTES + categoryCount * Integer.BYTES + (columns.size() + 1) * 3 * Long.BYTES);
        table.putInt(categoryCount);
        for (int i = 0; i < categoryCount; i++) {
            table.putInt(categories[i]);
        }
        table.putInt(columns.size());
        for (int i = 0; i < columns.size(); i++) {
            putLevel(table, columns.get(i), i + 1 < columns.size() ? columns.get(i + 1) : null);
        }
        putLevel(table, events.finish(), null);
        return space.writeTable(table.flip());
    }

    private void putLevel(ByteBuffer table, LevelColumns level, LevelColumns inner) throws IOException {
        table.putLong(level.write(categoryCount));
        Pyramid pyramid = PyramidBuilder.build(space, level, categoryCount, earliest);
        table.putLong(pyramid == null ? -1 : pyramid.write());
        table.putLong(LevelSums.write(space, level, inner, categoryCount));
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * The states and events of one row. Categories are numbered by their first occurrence in the row; {@link #categories}
 * says which numbers its writer was given for them. Immutable; any thread.
 */
public final class StoredRow {
    private final int[] categories;
    private final List<StoredLevel> levels;
    private final StoredLevel events;

    private StoredRow(int[] categories, List<StoredLevel> levels, StoredLevel events) {
        this.categories = categories;
        this.levels = List.copyOf(levels);
        this.events = events;
    }

    /**
     * The row that a {@link RowWriter} wrote at a place.
     *
     * @throws IOException if it is damaged
     */
    public static StoredRow read(Space space, long place) throws IOException {
        return read(space, place, 0);
    }

    /** As {@link #read(Space, long)}, all times moved by some nanoseconds. */
    public static StoredRow read(Space space, long place, long shiftNanos) throws IOException {
        ByteBuffer table = space.readTable(place);
        try {
            int[] categories = new int[checked(table.getInt(), table, Integer.BYTES)];
            for (int i = 0; i < categories.length; i++) {
                categories[i] = table.getInt();
            }
            int levels = checked(table.getInt(), table, 3 * Long.BYTES);
            List<StoredLevel> read = new ArrayList<>();
            for (int i = 0; i <= levels; i++) {
                read.add(readLevel(space, table, categories.length, shiftNanos));
            }
            return new StoredRow(categories, read.subList(0, levels), read.get(levels));
        } catch (RuntimeException e) {
            throw new IOException("the row at byte " + place + " makes no sense", e);
        }
    }

    private static int checked(int count, ByteBuffer table, int bytesEach) throws IOException {
        if (count < 0 || (long) count * bytesEach > table.remaining()) {
            throw new IOException("a row has a wrong length");
        }
        return count;
    }

    private static StoredLevel readLevel(Space space, ByteBuffer table, int categoryCount, long shiftNanos)
            throws IOException {
        LevelColumns columns = LevelColumns.read(space, table.getLong(), categoryCount, shiftNanos);
        long pyramid = table.getLong();
        long sums = table.getLong();
        return new StoredLevel(
                columns,
                pyramid < 0 ? null : Pyramid.read(space, pyramid, categoryCount, shiftNanos),
                sums < 0 ? null : LevelSums.read(space, sums, categoryCount, columns.size()));
    }

    /** What the writer called the categories of the row; the index is their number here. */
    public int[] categories() {
        return categories.clone();
    }

    /** By nesting depth. A level may be empty. */
    public List<StoredLevel> levels() {
        return levels;
    }

    /** Events of any depth as states without duration. */
    public StoredLevel events() {
        return events;
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.arrow;

/** Bundles of arrows in any order, while they are collected. Not safe for use by several threads. */
final class ArrowColumns {
    private LongColumn starts;
    private LongColumn ends;
    private IntColumn from;
    private IntColumn to;
    /** Null where each bundle is one arrow. */
    private IntColumn counts;

    private LongColumn bytes;
    private int size;

    /**
     * No bundles yet.
     *
     * @param room for how many at first, at least 2
     * @param counted whether a bundle may be many arrows
     */
    ArrowColumns(int room, boolean counted) {
        starts = LongColumn.zeros(room);
        ends = LongColumn.zeros(room);
        from = IntColumn.zeros(room);
        to = IntColumn.zeros(room);
        counts = counted ? IntColumn.zeros(room) : null;
        bytes = LongColumn.zeros(room);
    }

    int size() {
        return size;
    }

    /** An arrow between two rows. */
    void add(int fromRow, long startNanos, int toRow, long endNanos, long size64) {
        if (size == starts.size()) {
            grow(size + (size >> 1));
        }
        starts.set(size, startNanos);
        ends.set(size, endNanos);
        from.set(size, fromRow);
        to.set(size, toRow);
        bytes.set(size++, size64);
    }

    /** A bundle like one of a level; its number. */
    int add(ArrowLevel level, int like) {
        add(level.from(like), level.startNanos(like), level.to(like), level.endNanos(like), level.bytes(like));
        counts.set(size - 1, level.count(like));
        return size - 1;
    }

    private void grow(int room) {
        starts = starts.grown(room);
        ends = ends.grown(room);
        from = from.grown(room);
        to = to.grown(room);
        counts = counts == null ? null : counts.grown(room);
        bytes = bytes.grown(room);
    }

    /** Takes one of a level into a bundle. Means are moved by the difference, so that no sum overflows. */
    void join(int bundle, ArrowLevel level, int other) {
        int more = level.count(other);
        int count = (int) Math.min(Integer.MAX_VALUE, (long) counts.get(bundle) + more);
        double share = (double) more / count;
        counts.set(bundle, count);
        long start = starts.get(bundle);
        long end = ends.get(bundle);
        starts.set(bundle, start + Math.round((level.startNanos(other) - start) * share));
        ends.set(bundle, end + Math.round((level.endNanos(other) - end) * share));
        bytes.set(bundle, bytes.get(bundle) + level.bytes(other));
    }

    /** All of them in the order of their start; there are none here then. */
    ArrowLevel sorted() {
        int[] order = ArrowOrder.byStart(starts, size);
        size = 0;
        // Each column is given up when it has been copied: there may be many arrows.
        LongColumn sortedStarts = starts.picked(order);
        starts = LongColumn.zeros(0);
        LongColumn sortedEnds = ends.picked(order);
        ends = LongColumn.zeros(0);
        IntColumn sortedFrom = from.picked(order);
        from = IntColumn.zeros(0);
        IntColumn sortedTo = to.picked(order);
        to = IntColumn.zeros(0);
        IntColumn sortedCounts = counts == null ? null : counts.picked(order);
        counts = null;
        LongColumn sortedBytes = bytes.picked(order);
        bytes = LongColumn.zeros(0);
        return new ArrowLevel(sortedStarts, sortedEnds, sortedFrom, sortedTo, sortedCounts, sortedBytes);
    }
}

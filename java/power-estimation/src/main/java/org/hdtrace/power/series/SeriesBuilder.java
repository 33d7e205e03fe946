// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.power.series;

import java.util.Arrays;

/** Collects the pieces of a {@link Series} in their order; pieces without length are left out. Thread: one at a time. */
public final class SeriesBuilder {
    private long[] from = new long[16];
    private long[] to = new long[16];
    private double[] values = new double[16];
    private int size;

    /**
     * Append a piece.
     *
     * @throws IllegalArgumentException when it begins before the last one ended, or ends before it begins
     */
    public SeriesBuilder add(long fromNanos, long toNanos, double value) {
        if (toNanos < fromNanos || (size > 0 && fromNanos < to[size - 1])) {
            throw new IllegalArgumentException("from=" + fromNanos + " to=" + toNanos + " is not behind what there is");
        }
        if (toNanos == fromNanos) {
            return this;
        }
        if (size == values.length) {
            from = Arrays.copyOf(from, 2 * size);
            to = Arrays.copyOf(to, 2 * size);
            values = Arrays.copyOf(values, 2 * size);
        }
        from[size] = fromNanos;
        to[size] = toNanos;
        values[size++] = value;
        return this;
    }

    public Series build() {
        return size == 0
                ? Series.empty()
                : new Series(Arrays.copyOf(from, size), Arrays.copyOf(to, size), Arrays.copyOf(values, size));
    }
}

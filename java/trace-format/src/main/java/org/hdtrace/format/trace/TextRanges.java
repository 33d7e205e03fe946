// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.trace;

import java.util.Arrays;

/**
 * Pieces of a trace's uncompressed text, in its order and apart from each other. Each begins and ends at a place between two
 * top-level entries; {@link Long#MAX_VALUE} stands for the end of the text. Immutable.
 */
public final class TextRanges {
    private static final TextRanges ALL = new TextRanges(new long[] {0, Long.MAX_VALUE});

    /** Begin and end of each piece in turn, rising. */
    private final long[] bounds;

    private TextRanges(long[] bounds) {
        this.bounds = bounds;
    }

    /** The whole text. */
    public static TextRanges all() {
        return ALL;
    }

    /** Collects pieces whose begins rise; those that meet or lie less than {@code least} bytes apart become one. */
    public static final class Builder {
        private final long least;
        private long[] bounds = new long[8];
        private int count;

        public Builder(long least) {
            this.least = least;
        }

        /** Add a piece. */
        public Builder add(long from, long to) {
            if (count > 0 && from - bounds[count - 1] < least) {
                bounds[count - 1] = Math.max(to, bounds[count - 1]);
                return this;
            }
            if (count == bounds.length) {
                bounds = Arrays.copyOf(bounds, 2 * count);
            }
            bounds[count++] = from;
            bounds[count++] = to;
            return this;
        }

        public TextRanges build() {
            return new TextRanges(Arrays.copyOf(bounds, count));
        }
    }

    /** Number of pieces. */
    public int size() {
        return bounds.length / 2;
    }

    /** Where a piece begins. */
    public long from(int piece) {
        return bounds[2 * piece];
    }

    /** Where a piece ends; what begins there is outside. */
    public long to(int piece) {
        return bounds[2 * piece + 1];
    }

    public boolean isAll() {
        return size() == 1 && from(0) == 0 && to(0) == Long.MAX_VALUE;
    }

    /** The parts between two places. */
    public TextRanges within(long from, long to) {
        Builder parts = new Builder(0);
        for (int i = 0; i < size(); i++) {
            if (from(i) < to && to(i) > from) {
                parts.add(Math.max(from, from(i)), Math.min(to, to(i)));
            }
        }
        return parts.build();
    }

    /** The first piece that ends behind a place; {@link #size} when there is none. */
    int firstEndingBehind(long place) {
        int piece = 0;
        while (piece < size() && to(piece) <= place) {
            piece++;
        }
        return piece;
    }

    @Override
    public String toString() {
        return Arrays.toString(bounds);
    }
}

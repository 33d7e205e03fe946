// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.program;

import org.hdtrace.piosim.model.file.FileRanges;

/** Checks and sums of the amounts that commands state. */
final class Amounts {
    /**
     * The most bytes that one call may state, 16 TiB: with what protocols add, and over all of 2^18 ranks, sums fit into
     * a number.
     */
    static final long MOST_BYTES = 1L << 44;

    /** Of offsets in files and of sums. */
    private static final long MOST = Long.MAX_VALUE >> 1;

    private Amounts() {}

    /** An amount that can't be computed with. */
    static final class TooLarge extends IllegalArgumentException {
        private static final long serialVersionUID = 1L;

        TooLarge(String text) {
            super(text);
        }
    }

    /**
     * Check the size of a message or block.
     *
     * @throws IllegalArgumentException naming the value unless it is from 0 to {@link #MOST_BYTES}
     */
    static void bytes(String name, long value) {
        notNegative(name, value);
        if (value > MOST_BYTES) {
            throw new TooLarge(name + "=" + value + ": must be at most " + MOST_BYTES + " (16T)");
        }
    }

    /** An {@link IllegalArgumentException} naming the value unless it is at least 0. */
    static void notNegative(String name, long value) {
        if (value < 0) {
            throw new IllegalArgumentException(name + "=" + value + ": must be >= 0");
        }
    }

    /** The sum of amounts that were checked. */
    static long plus(long sum, long bytes) {
        if (sum > MOST - bytes) {
            throw new TooLarge("bytes: all blocks together must be at most " + MOST);
        }
        return sum + bytes;
    }

    /**
     * Check what a file access states.
     *
     * @throws IllegalArgumentException naming the value when one is too large to compute with
     */
    static void ranges(FileRanges ranges) {
        bytes("size", ranges.bytes());
        if (ranges.end() > MOST || ranges.end() < 0) {
            throw new TooLarge("offset=" + ranges.end() + ": must be at most " + MOST);
        }
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.index;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * What an index says of the blocks of a trace, without the sums: some 50 bytes per 64 KiB of text. Block {@code k} is the text
 * from byte {@code k * 65536} on; a state or event belongs to the block that holds its last byte.
 *
 * <p>States need not be in the order of time, for a nested one stands before its parent. Running maxima make times found by
 * halving all the same. Times are by the clock of the traced process. Immutable once it is handed out.
 */
public final class BlockTable {
    private int count;
    private long[] boundaries = new long[64];
    private long[] earliest = new long[64];
    private long[] latest = new long[64];
    private long[] latestSoFar = new long[64];
    private long[] earliestFromHere = new long[64];
    private int[] depths = new int[64];
    private int[] checksums = new int[64];
    /** Of the block's record in the index. */
    private long[] places = new long[64];
    /** Of the records of sums. */
    private long[] sums = new long[8];

    private int sumsCount;

    BlockTable() {}

    /** Number of blocks. */
    public int size() {
        return count;
    }

    /** The first place in the block where a top-level entry may begin, or -1. */
    public long boundary(int block) {
        return boundaries[checked(block)];
    }

    /** Earliest start of what belongs to the block, or {@link Long#MAX_VALUE}. */
    public long earliestNanos(int block) {
        return earliest[checked(block)];
    }

    /** Latest end of what belongs to the block, or {@link Long#MIN_VALUE}. */
    public long latestNanos(int block) {
        return latest[checked(block)];
    }

    /** Number of {@code Nested} around the block's first byte. */
    public int depth(int block) {
        return depths[checked(block)];
    }

    /** CRC-32C of the block's text. */
    public int checksum(int block) {
        return checksums[checked(block)];
    }

    /** The first block with something that ends at that time or later; {@link #size} when there is none. */
    public int firstEndingFrom(long nanos) {
        int low = 0;
        int high = count;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (latestSoFar[middle] < nanos) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** The block behind the last one with something that begins before that time; 0 when there is none. */
    public int endOfStartingBefore(long nanos) {
        int low = 0;
        int high = count;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (earliestFromHere[middle] < nanos) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /**
     * A place before everything that belongs to a block, where a top-level entry may begin: in a block before, or 0 for the
     * beginning of the trace.
     */
    public long placeBefore(int block) {
        for (int k = Math.min(block, count) - 1; k >= 0; k--) {
            if (boundaries[k] >= 0) {
                return boundaries[k];
            }
        }
        return 0;
    }

    /** A place behind everything that belongs to the blocks before that one, where a top-level entry may begin. */
    public long placeFrom(int block) {
        for (int k = block; k < count; k++) {
            if (boundaries[k] >= 0) {
                return boundaries[k];
            }
        }
        return Long.MAX_VALUE;
    }

    /** A place before everything that ends at that time or later. */
    public long placeBefore(long nanos) {
        return placeBefore(firstEndingFrom(nanos));
    }

    /** Refuses what no writer writes, so that a damaged index is taken for none. */
    void addBlock(long place, ByteBuffer body) throws IOException {
        long begin = (long) count * IndexFormat.BLOCK_BYTES;
        long boundary = body.getLong(0);
        boolean inside = boundary >= begin && boundary < begin + IndexFormat.BLOCK_BYTES;
        boolean empty = body.getLong(8) == Long.MAX_VALUE && body.getLong(16) == Long.MIN_VALUE;
        if (!(inside || boundary == -1) || !(empty || body.getLong(8) <= body.getLong(16))) {
            throw new IOException("block " + count + " of the index makes no sense");
        }
        if (count == boundaries.length) {
            grow(2 * count);
        }
        places[count] = place;
        boundaries[count] = body.getLong(0);
        earliest[count] = body.getLong(8);
        latest[count] = body.getLong(16);
        depths[count] = body.getInt(24);
        checksums[count] = body.getInt(32);
        latestSoFar[count] = count == 0 ? latest[0] : Math.max(latest[count], latestSoFar[count - 1]);
        count++;
    }

    void addSums(long place) {
        if (sumsCount == sums.length) {
            sums = Arrays.copyOf(sums, 2 * sumsCount);
        }
        sums[sumsCount++] = place;
    }

    void complete() {
        long least = Long.MAX_VALUE;
        for (int k = count - 1; k >= 0; k--) {
            least = Math.min(least, earliest[k]);
            earliestFromHere[k] = least;
        }
    }

    /** Of a block's record in the index. */
    long place(int block) {
        return places[checked(block)];
    }

    /** Of the sums over the first blocks of that number, a multiple of 256, in the index; -1 when they are missing. */
    long sumsPlace(int blocks) {
        int number = blocks / IndexFormat.SUMS_EVERY;
        return number > sumsCount ? -1 : sums[number - 1];
    }

    private int checked(int block) {
        if (block < 0 || block >= count) {
            throw new IndexOutOfBoundsException("block=" + block + " of " + count);
        }
        return block;
    }

    private void grow(int length) {
        places = Arrays.copyOf(places, length);
        boundaries = Arrays.copyOf(boundaries, length);
        earliest = Arrays.copyOf(earliest, length);
        latest = Arrays.copyOf(latest, length);
        latestSoFar = Arrays.copyOf(latestSoFar, length);
        earliestFromHere = Arrays.copyOf(earliestFromHere, length);
        depths = Arrays.copyOf(depths, length);
        checksums = Arrays.copyOf(checksums, length);
    }
}

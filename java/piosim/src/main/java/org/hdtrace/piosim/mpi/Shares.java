// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import org.hdtrace.piosim.process.Call;

/** Bytes of the blocks of a call. Algorithms that pass blocks on are told with it what the blocks are. */
@FunctionalInterface
interface Shares {
    /** Every block is as large as the call says: {@code MPI_Allgather}. */
    Shares EQUAL = (call, from, to) -> (to - from) * call.bytes();

    /** Every rank's block has a size of its own: {@code MPI_Allgatherv}. */
    Shares STATED = (call, from, to) -> {
        long sum = 0;
        for (int block = from; block < to; block++) {
            sum += call.bytesOf(block);
        }
        return sum;
    };

    /** What the call says is cut into one block for each rank that takes part. */
    Shares CUT = (call, from, to) -> Blocks.bytes(call.bytes(), from, to, call.group());

    /** Bytes of the blocks from one to before another. */
    long bytes(Call call, int from, int to);

    /** Bytes of one block. */
    default long one(Call call, int block) {
        return bytes(call, block, block + 1);
    }

    /** Bytes of so many blocks, beginning again with the first one after the last one. */
    default long around(Call call, int from, int count) {
        int start = Math.floorMod(from, call.size());
        int end = start + count;
        int over = Math.max(0, end - call.size());
        return bytes(call, start, end - over) + bytes(call, 0, over);
    }

    /**
     * The same blocks for the largest power of two of ranks: each of them also has the block of the rank that is that
     * much further on, if there is one.
     */
    default Shares folded() {
        return (call, from, to) -> {
            int size = call.size();
            int group = Integer.highestOneBit(size);
            return bytes(call, from, to) + bytes(call, Math.min(from + group, size), Math.min(to + group, size));
        };
    }
}

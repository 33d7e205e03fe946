// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

/**
 * How MPICH makes a power of two of ranks: of the first ones, twice as many as are too many, each odd one gives its data to the even
 * one before it; all others have places in the order of their ranks. The root is in place 0, or the rank that has its data: partners
 * differ in one bit of their places, whichever place comes first.
 *
 * <p>Source: MPICH 4.0.2, {@code src/mpi/coll/reduce/reduce_intra_reduce_scatter_gather.c} and {@code
 * allreduce/allreduce_intra_reduce_scatter_allgather.c}.
 */
final class FoldedPairs {
    /** What a rank has that has given its data away. */
    static final int NO_PLACE = -1;

    private final int bits;
    private final int beyond;
    private final int first;

    /** Of so many ranks. */
    FoldedPairs(int ranks, int root) {
        bits = 31 - Integer.numberOfLeadingZeros(ranks);
        beyond = ranks - (1 << bits);
        first = isInPair(root) ? root / 2 : root - beyond;
    }

    /** Of the numbers of places. */
    int bits() {
        return bits;
    }

    /** Whether a rank is the even or the odd one of a pair. */
    boolean isInPair(int rank) {
        return rank < 2 * beyond;
    }

    /** The place of a rank, -1 for one that gives its data away. */
    int place(int rank) {
        if (isInPair(rank)) {
            return rank % 2 == 0 ? (rank / 2) ^ first : NO_PLACE;
        }
        return (rank - beyond) ^ first;
    }

    /** The rank in a place. */
    int rank(int place) {
        int number = place ^ first;
        return number < beyond ? 2 * number : number + beyond;
    }

    /** Bytes of data that a place is left with after so many rounds: at each bit of its number it keeps the lower half, or the upper one. */
    long share(long data, int place, int rounds) {
        int blocks = 1 << (bits - rounds);
        int from = bits == 0 ? 0 : (Integer.reverse(place) >>> (Integer.SIZE - bits)) & -blocks;
        return Blocks.bytes(data, from, from + blocks, 1 << bits);
    }
}

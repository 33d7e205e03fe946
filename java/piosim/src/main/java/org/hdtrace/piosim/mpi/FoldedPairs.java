// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import org.hdtrace.piosim.process.Call;

/**
 * How MPICH makes a power of two of ranks: of the first ones, twice as many as are too many, each odd one gives its data to the even
 * one before it; all others have places in the order of their ranks. The root is in place 0, or the rank that has its data: partners
 * differ in one bit of their places, whichever place comes first. Calls without a root begin with rank 0.
 *
 * <p>Source: MPICH 4.0.2, {@code src/mpi/coll/reduce/reduce_intra_reduce_scatter_gather.c} and {@code
 * allreduce/allreduce_intra_reduce_scatter_allgather.c}.
 */
final class FoldedPairs {
    /** What a rank has that has given its data away. */
    static final int NO_PLACE = -1;

    private FoldedPairs() {}

    /** Of the numbers of places. */
    static int bits(Call call) {
        return 31 - Integer.numberOfLeadingZeros(call.size());
    }

    /** Whether a rank is the even or the odd one of a pair. */
    static boolean isInPair(Call call, int rank) {
        return rank < 2 * beyond(call);
    }

    /** The place of a rank, -1 for one that gives its data away. */
    static int place(Call call, int rank) {
        boolean givesAway = isInPair(call, rank) && rank % 2 == 1;
        return givesAway ? NO_PLACE : number(call, rank) ^ number(call, call.root());
    }

    /** The rank in a place. */
    static int rank(Call call, int place) {
        int number = place ^ number(call, call.root());
        int beyond = beyond(call);
        return number < beyond ? 2 * number : number + beyond;
    }

    /** Bytes that a place is left with after so many rounds: at each bit of its number it keeps the lower half, or the upper one. */
    static long share(Call call, int place, int rounds) {
        int bits = bits(call);
        int blocks = 1 << (bits - rounds);
        int from = bits == 0 ? 0 : (Integer.reverse(place) >>> (Integer.SIZE - bits)) & -blocks;
        return Blocks.bytes(call.bytes(), from, from + blocks, 1 << bits);
    }

    private static int beyond(Call call) {
        return call.size() - (1 << bits(call));
    }

    /** Of both ranks of a pair that of the even one. */
    private static int number(Call call, int rank) {
        return isInPair(call, rank) ? rank / 2 : rank - beyond(call);
    }
}

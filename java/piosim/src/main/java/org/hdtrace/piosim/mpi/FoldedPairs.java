// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import org.hdtrace.piosim.process.Call;

/**
 * How MPICH makes a power of two of ranks: of the first ones, twice as many as are too many, one of each pair of neighbours gives its
 * data to the other one; all others have places in the order of their ranks. The root is in place 0: partners differ in one bit of
 * their places, whichever place comes first. Where the root has given its data away, and in calls without a root, the first of the
 * others is.
 *
 * <p>Source: MPICH 4.0.2, {@code src/mpi/coll/reduce/reduce_intra_reduce_scatter_gather.c} and {@code
 * allreduce/allreduce_intra_reduce_scatter_allgather.c}. Immutable.
 */
final class FoldedPairs {
    /** As in {@code MPI_Reduce}: odd ranks give to the even ones before them, so that rank 0, mostly the root, goes on. */
    static final FoldedPairs TO_EVEN = new FoldedPairs(0);

    /** As in {@code MPI_Allreduce}: even ranks give to the odd ones behind them. */
    static final FoldedPairs TO_ODD = new FoldedPairs(1);

    /** What a rank has that has given its data away. */
    static final int NO_PLACE = -1;

    /** Which of a pair goes on: the remainder of its rank by two. */
    private final int staying;

    private FoldedPairs(int staying) {
        this.staying = staying;
    }

    /** Of the numbers of places. */
    static int bits(Call call) {
        return 31 - Integer.numberOfLeadingZeros(call.size());
    }

    /** Whether a rank is one of a pair. */
    static boolean isInPair(Call call, int rank) {
        return rank < 2 * beyond(call);
    }

    /** The other rank of a pair. */
    static int neighbour(int rank) {
        return rank ^ 1;
    }

    /** The place of a rank, -1 for one that gives its data away. */
    int place(Call call, int rank) {
        return givesAway(call, rank) ? NO_PLACE : number(call, rank) ^ first(call);
    }

    /** The rank in a place. */
    int rank(Call call, int place) {
        int number = place ^ first(call);
        int beyond = beyond(call);
        return number < beyond ? 2 * number + staying : number + beyond;
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

    private boolean givesAway(Call call, int rank) {
        return isInPair(call, rank) && rank % 2 != staying;
    }

    /** The number of the rank in place 0. */
    private int first(Call call) {
        return givesAway(call, call.root()) ? 0 : number(call, call.root());
    }

    /** Of both ranks of a pair that of the one that goes on. */
    private static int number(Call call, int rank) {
        return isInPair(call, rank) ? rank / 2 : rank - beyond(call);
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

/** Whom a rank sends to and receives from in a round in which every rank does both. */
final class Pairs {
    private Pairs() {}

    /** The receiver, {@code distance} from 1 to before {@code size}. */
    static int target(int rank, int distance, int size) {
        return isPowerOfTwo(size) ? rank ^ distance : (rank + distance) % size;
    }

    /** The sender. */
    static int source(int rank, int distance, int size) {
        return isPowerOfTwo(size) ? rank ^ distance : Math.floorMod(rank - distance, size);
    }

    static boolean isPowerOfTwo(int size) {
        return Integer.bitCount(size) == 1;
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

/** Cuts data into blocks that differ by at most one byte and add up exactly. */
final class Blocks {
    private Blocks() {}

    /** Bytes of the blocks from one to before another, of {@code count} in all. */
    static long bytes(long total, int from, int to, int count) {
        return start(total, to, count) - start(total, from, count);
    }

    private static long start(long total, int block, int count) {
        return total / count * block + total % count * block / count;
    }
}

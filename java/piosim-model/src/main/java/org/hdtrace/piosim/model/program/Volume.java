// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.program;

import java.util.Arrays;

/** How much data a collective command moves, in bytes. Immutable. */
public sealed interface Volume {
    /** No data, as a barrier has. */
    Volume NONE = new Uniform(0);

    /** Bytes of the block that belongs to a rank of the communicator, or to the neighbour of that number. */
    long of(int localRank);

    /** The size that the command states: that of one block, or of all blocks when they differ. */
    long stated();

    /**
     * The same for every rank: the whole data of a broadcast, reduction or scan, one block of all others.
     *
     * @param bytes at least 0
     */
    record Uniform(long bytes) implements Volume {
        public Uniform {
            Amounts.bytes("bytes", bytes);
        }

        @Override
        public long of(int localRank) {
            return bytes;
        }

        @Override
        public long stated() {
            return bytes;
        }
    }

    /** Blocks that each have a size of their own. */
    abstract sealed class Blocks implements Volume {
        private final String kind;
        private final long[] bytes;
        private final long total;

        private Blocks(String kind, long... bytes) {
            this.kind = kind;
            this.bytes = bytes.clone();
            long sum = 0;
            for (long block : bytes) {
                Amounts.bytes("bytes", block);
                sum = Amounts.plus(sum, block);
            }
            this.total = sum;
        }

        /** Number of blocks. */
        public final int count() {
            return bytes.length;
        }

        @Override
        public final long of(int localRank) {
            return bytes[localRank];
        }

        @Override
        public final long stated() {
            return total;
        }

        @Override
        public final boolean equals(Object other) {
            return other instanceof Blocks same && kind.equals(same.kind) && Arrays.equals(bytes, same.bytes);
        }

        @Override
        public final int hashCode() {
            return Arrays.hashCode(bytes);
        }

        @Override
        public final String toString() {
            return kind + Arrays.toString(bytes);
        }
    }

    /** One block for each rank of the communicator, as all ranks state it. */
    final class PerRank extends Blocks {
        /**
         * Blocks by local rank.
         *
         * @param bytes at least 0 each
         */
        public PerRank(long... bytes) {
            super("PerRank", bytes);
        }
    }

    /** What the calling rank itself sends to each rank or neighbour; others state sizes of their own. */
    final class PerPair extends Blocks {
        /**
         * Blocks by local rank of the receiver, or by the number of the neighbour.
         *
         * @param bytes at least 0 each
         */
        public PerPair(long... bytes) {
            super("PerPair", bytes);
        }
    }
}

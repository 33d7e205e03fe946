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
            Amounts.notNegative("bytes", bytes);
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

    /** One block of its own size for each rank of the communicator, as all ranks state it. */
    final class PerRank implements Volume {
        private final long[] bytes;
        private final long total;

        /**
         * Blocks by local rank.
         *
         * @param bytes at least 0 each
         */
        public PerRank(long... bytes) {
            this.bytes = bytes.clone();
            this.total = sum(bytes);
        }

        /** Number of blocks. */
        public int count() {
            return bytes.length;
        }

        @Override
        public long of(int localRank) {
            return bytes[localRank];
        }

        @Override
        public long stated() {
            return total;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof PerRank same && Arrays.equals(bytes, same.bytes);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(bytes);
        }

        @Override
        public String toString() {
            return "PerRank" + Arrays.toString(bytes);
        }
    }

    /** What the calling rank itself sends to each rank or neighbour; others state sizes of their own. */
    final class PerPair implements Volume {
        private final long[] bytes;
        private final long total;

        /**
         * Blocks by local rank of the receiver, or by the number of the neighbour.
         *
         * @param bytes at least 0 each
         */
        public PerPair(long... bytes) {
            this.bytes = bytes.clone();
            this.total = sum(bytes);
        }

        /** Number of blocks. */
        public int count() {
            return bytes.length;
        }

        @Override
        public long of(int localRank) {
            return bytes[localRank];
        }

        @Override
        public long stated() {
            return total;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof PerPair same && Arrays.equals(bytes, same.bytes);
        }

        @Override
        public int hashCode() {
            return 31 + Arrays.hashCode(bytes);
        }

        @Override
        public String toString() {
            return "PerPair" + Arrays.toString(bytes);
        }
    }

    private static long sum(long[] bytes) {
        long total = 0;
        for (long block : bytes) {
            Amounts.notNegative("bytes", block);
            total = Math.addExact(total, block);
        }
        return total;
    }
}

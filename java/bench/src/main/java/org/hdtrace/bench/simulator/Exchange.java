// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.bench.simulator;

import java.util.Locale;

/**
 * Patterns of blocking send-receives that all ranks do in step: in each step a rank sends to one rank and receives from one,
 * and begins the next when both are complete. C twin: {@code peers/smpi_exchange.c}.
 */
public enum Exchange {
    /** To the next rank. */
    RING {
        @Override
        int steps(int ranks) {
            return 1;
        }

        @Override
        int distance(int ranks, int step) {
            return 1;
        }
    },
    /** Recursive doubling: with the rank whose number differs in one bit, bit after bit. */
    RDB {
        @Override
        int steps(int ranks) {
            if (Integer.bitCount(ranks) != 1) {
                throw new IllegalArgumentException("ranks=" + ranks + ": recursive doubling wants a power of two");
            }
            return Integer.numberOfTrailingZeros(ranks);
        }

        @Override
        int distance(int ranks, int step) {
            return 1 << step;
        }

        @Override
        int target(int rank, int ranks, int step) {
            return rank ^ distance(ranks, step);
        }

        @Override
        int source(int rank, int ranks, int step) {
            return target(rank, ranks, step);
        }
    },
    /** To all others, one after the other. */
    ALLTOALL {
        @Override
        int steps(int ranks) {
            return ranks - 1;
        }

        @Override
        int distance(int ranks, int step) {
            return step + 1;
        }
    };

    static Exchange byName(String name) {
        return valueOf(name.toUpperCase(Locale.ROOT));
    }

    /** Steps of one repetition. */
    abstract int steps(int ranks);

    abstract int distance(int ranks, int step);

    /** The rank that a rank sends to. */
    int target(int rank, int ranks, int step) {
        return (rank + distance(ranks, step)) % ranks;
    }

    /** The rank that a rank receives from. */
    int source(int rank, int ranks, int step) {
        return (rank + ranks - distance(ranks, step)) % ranks;
    }

    /** Messages of all ranks. */
    long messages(int ranks, int repetitions) {
        return (long) ranks * steps(ranks) * repetitions;
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.bench.simulator;

import org.hdtrace.piosim.model.program.Application;
import org.hdtrace.piosim.model.program.ProgramBuilder;

/**
 * The workloads that the PIOsimHD of 2014 was measured with, on {@link Clusters#golden}, and its figures: of its main thread
 * without setting up, on another machine with two shared cores of this kind.
 */
enum OriginalWorkload {
    /** Each even rank sends 10 MiB to the next one. */
    PAIRS(1024, 10, 5_397_504, 1_128_747_221L, 2.46) {
        @Override
        void addRound(ProgramBuilder program, int ofRanks) {
            addPairs(program, ofRanks);
        }
    },
    MANY_PAIRS(8192, 2, 8_642_560, 1_791_609_496L, 5.30) {
        @Override
        void addRound(ProgramBuilder program, int ofRanks) {
            addPairs(program, ofRanks);
        }
    },
    /** All others send 10 MiB to rank 0, which receives in the order of ranks. */
    TO_ONE(128, 10, 1_338_708, 115_043_755_467L, 0.39) {
        @Override
        void addRound(ProgramBuilder program, int ofRanks) {
            for (int rank = 1; rank < ofRanks; rank++) {
                program.addSendAndRecv(rank, 0, BLOCK, 0);
            }
        }
    },
    /** 1 MiB. */
    ALLREDUCE(2048, 10, 4_618_068, 7_042_515_103L, 2.33) {
        @Override
        void addRound(ProgramBuilder program, int ofRanks) {
            program.addAllreduce(program.world(), 1 << 20);
        }
    },
    /** 100 MiB. */
    BCAST(64, 2, 1_291_818, 24_199_049_409L, 0.44) {
        @Override
        void addRound(ProgramBuilder program, int ofRanks) {
            program.addBroadcast(program.world(), 0, 100 << 20);
        }
    },
    BARRIER(16_384, 10, 3_702_574, 11_381_750L, 4.66) {
        @Override
        void addRound(ProgramBuilder program, int ofRanks) {
            program.addBarrier(program.world());
        }
    },
    /** 10^5 cycles. */
    COMPUTE(1024, 500, 513_024, 50_000_500L, 0.57) {
        @Override
        void addRound(ProgramBuilder program, int ofRanks) {
            for (int rank = 0; rank < ofRanks; rank++) {
                program.addCompute(rank, 100_000);
            }
        }
    };

    private static final int BLOCK = 10 << 20;

    private final int ranks;
    private final int rounds;
    private final long originalEvents;
    private final long originalVirtualNanos;
    private final double originalProcessorSeconds;

    OriginalWorkload(
            int ranks, int rounds, long originalEvents, long originalVirtualNanos, double originalProcessorSeconds) {
        this.ranks = ranks;
        this.rounds = rounds;
        this.originalEvents = originalEvents;
        this.originalVirtualNanos = originalVirtualNanos;
        this.originalProcessorSeconds = originalProcessorSeconds;
    }

    abstract void addRound(ProgramBuilder program, int ofRanks);

    int ranks() {
        return ranks;
    }

    int rounds() {
        return rounds;
    }

    long originalEvents() {
        return originalEvents;
    }

    long originalVirtualNanos() {
        return originalVirtualNanos;
    }

    /** CPU time of the run. */
    double originalProcessorSeconds() {
        return originalProcessorSeconds;
    }

    /** The program, of other numbers than those of the original to try it. */
    Application program(int ofRanks, int ofRounds) {
        ProgramBuilder program = new ProgramBuilder(name(), ofRanks);
        for (int i = 0; i < ofRounds; i++) {
            addRound(program, ofRanks);
        }
        return program.build();
    }

    private static void addPairs(ProgramBuilder program, int ranks) {
        for (int rank = 0; rank < ranks; rank += 2) {
            program.addSendAndRecv(rank, rank + 1, BLOCK, 0);
        }
    }
}

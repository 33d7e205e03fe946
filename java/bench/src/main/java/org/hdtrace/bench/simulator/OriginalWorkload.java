// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.bench.simulator;

import org.hdtrace.piosim.model.cluster.ModelBuilder;
import org.hdtrace.piosim.model.cluster.SimpleWriteBehind;
import org.hdtrace.piosim.model.file.ApplicationFile;
import org.hdtrace.piosim.model.file.SimpleStripe;
import org.hdtrace.piosim.model.program.Application;
import org.hdtrace.piosim.model.program.ProgramBuilder;

/**
 * The workloads that the PIOsimHD of 2014 was measured with, most on {@link Clusters#golden}, and its figures: of its main thread
 * without setting up, on another machine with two shared cores of this kind. Sources: MODEL B3 and C2, PEERS 2.6.
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
    },
    /** Block k of 10 MiB of rank r to offset (k x ranks + r) x 10 MiB of a file on 8 servers. */
    WRITE(64, 10, 837_918, 117_940_617_224L, 0.59) {
        @Override
        ModelBuilder cluster(int ofRanks) {
            return Clusters.golden(ofRanks, SERVERS, SimpleWriteBehind.of(1));
        }

        @Override
        void addRounds(ProgramBuilder program, int ofRanks, int ofRounds) {
            addFile(program, ofRanks, ofRounds, BLOCK, ProgramBuilder::addWriteSequential);
        }
    },
    /** The same blocks. */
    READ(64, 10, 723_998, 16_510_953_266L, 0.41) {
        @Override
        ModelBuilder cluster(int ofRanks) {
            return Clusters.golden(ofRanks, SERVERS, SimpleWriteBehind.of(1));
        }

        @Override
        void addRounds(ProgramBuilder program, int ofRanks, int ofRounds) {
            addFile(program, ofRanks, ofRounds, BLOCK, ProgramBuilder::addReadSequential);
        }
    },
    /**
     * The checkpoint of the HDTrace paper: each rank writes 8,009 x 8,009 values of 8 B, 5,012 packets, to one server. The original's
     * time includes neither opening nor closing the file; its processor time was not measured.
     */
    CHECKPOINT(1, 1, 0, 7_306_235_000L, Double.NaN) {
        private static final long BYTES = 8_009L * 8_009 * 8;

        @Override
        ModelBuilder cluster(int ofRanks) {
            return Clusters.paper(ofRanks);
        }

        @Override
        void addRounds(ProgramBuilder program, int ofRanks, int ofRounds) {
            addFile(program, ofRanks, ofRounds, BYTES, ProgramBuilder::addWriteSequential);
        }
    };

    private static final int BLOCK = 10 << 20;
    private static final int SERVERS = 8;

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

    /** Empty where {@link #addRounds} says more. */
    void addRound(ProgramBuilder program, int ofRanks) {}

    void addRounds(ProgramBuilder program, int ofRanks, int ofRounds) {
        for (int i = 0; i < ofRounds; i++) {
            addRound(program, ofRanks);
        }
    }

    ModelBuilder cluster(int ofRanks) {
        return Clusters.golden(ofRanks);
    }

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

    /** CPU time of the run, NaN where nobody measured it. */
    double originalProcessorSeconds() {
        return originalProcessorSeconds;
    }

    /** The program, of other numbers than those of the original to try it. */
    Application program(int ofRanks, int ofRounds) {
        ProgramBuilder program = new ProgramBuilder(name(), ofRanks);
        addRounds(program, ofRanks, ofRounds);
        return program.build();
    }

    private interface Access {
        void add(ProgramBuilder program, int rank, ApplicationFile file, long offset, long bytes);
    }

    /** Open a file that has all blocks, access each, close it. */
    private static void addFile(ProgramBuilder program, int ranks, int rounds, long block, Access access) {
        long blocks = (long) ranks * rounds;
        ApplicationFile file = program.createFile("data", blocks * block, SimpleStripe.DEFAULT);
        program.addFileOpen(program.world(), file, false);
        for (long i = 0; i < blocks; i++) {
            access.add(program, (int) (i % ranks), file, i * block, block);
        }
        program.addFileClose(program.world(), file);
    }

    private static void addPairs(ProgramBuilder program, int ranks) {
        for (int rank = 0; rank < ranks; rank += 2) {
            program.addSendAndRecv(rank, rank + 1, BLOCK, 0);
        }
    }
}

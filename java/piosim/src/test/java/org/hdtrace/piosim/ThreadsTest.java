// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.function.Consumer;
import org.hdtrace.format.Finding;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.piosim.model.file.ApplicationFile;
import org.hdtrace.piosim.model.program.Application;
import org.hdtrace.piosim.model.program.CommandStream;
import org.hdtrace.piosim.model.program.Communicator;
import org.hdtrace.piosim.model.program.ProgramBuilder;
import org.hdtrace.piosim.process.WaitingRank;
import org.junit.jupiter.api.Test;

/** Ranks of two threads. A rank enters a collective operation once, with whichever thread. Source: MODEL A3. */
class ThreadsTest {
    private static final int RANKS = 5;
    private static final long BYTES = 5000;

    /** Every rank has two threads with programs of their own. */
    private record TwoThreads(Application first, Application second) implements Application {
        @Override
        public String name() {
            return first.name();
        }

        @Override
        public int rankCount() {
            return first.rankCount();
        }

        @Override
        public int threadCount(int rank) {
            return 2;
        }

        @Override
        public int threadNumber(int rank, int thread) {
            return thread;
        }

        @Override
        public List<Communicator> communicators() {
            return first.communicators();
        }

        @Override
        public List<ApplicationFile> files() {
            return first.files();
        }

        @Override
        public List<Unsupported> unsupported() {
            return List.of();
        }

        @Override
        public List<Finding> findings() {
            return List.of();
        }

        @Override
        public CommandStream open(int rank, int thread) throws TraceFormatException {
            return (thread == 0 ? first : second).open(rank, 0);
        }
    }

    @Test
    void anyThreadEntersForItsRank() {
        SimulationResult oneThread = run(p -> p.addAllreduce(p.world(), BYTES), p -> {});
        // The builder has no collective of single ranks, so the command is taken from one of all.
        SimulationResult mixed = run(p -> allreduce(p, 0, 2, 4), p -> allreduce(p, 1, 3));

        assertEquals(SimulationResult.Outcome.FINISHED, mixed.outcome(), mixed.deadlock());
        assertEquals(oneThread.virtualTimeNanos(), mixed.virtualTimeNanos());
        assertEquals(oneThread.functions(), mixed.functions());
    }

    @Test
    void callsOfTwoThreadsAreTwoOperations() {
        Consumer<ProgramBuilder> once = p -> p.addAllreduce(p.world(), BYTES);
        Consumer<ProgramBuilder> twice = p -> once.andThen(once).accept(p);
        SimulationResult oneThread = run(twice, p -> {});
        SimulationResult oneRankInTwoThreads = run(
                p -> {
                    allreduce(p, 0, 1, 2, 3, 4);
                    allreduce(p, 1, 2, 3, 4);
                },
                p -> allreduce(p, 0));
        SimulationResult oneIsMissing = run(p -> allreduce(p, 0, 1, 2, 3, 4), p -> allreduce(p, 0));

        assertEquals(SimulationResult.Outcome.FINISHED, oneRankInTwoThreads.outcome(), oneRankInTwoThreads.deadlock());
        assertEquals(
                oneThread.functions().get(0).count(),
                oneRankInTwoThreads.functions().get(0).count());
        assertEquals(SimulationResult.Outcome.DEADLOCK, oneIsMissing.outcome());
    }

    @Test
    void aCycleIsToldWithTheThreadThatWaitsForTheNextRank() {
        SimulationResult result = run(p -> p.addRecv(0, 2, 1).addRecv(1, 0, 5), p -> p.addRecv(0, 1, 2)
                .addRecv(1, 3, 6));

        assertEquals(
                """
                4 threads of 2 ranks wait forever
                rank 0: Recv in communicator 'WORLD', waits for a message from rank 2 with tag 1
                rank 0 thread 1: Recv in communicator 'WORLD', waits for a message from rank 1 with tag 2
                rank 1: Recv in communicator 'WORLD', waits for a message from rank 0 with tag 5
                rank 1 thread 1: Recv in communicator 'WORLD', waits for a message from rank 3 with tag 6
                cycle: rank 0 -> rank 1 -> rank 0""",
                result.deadlock());
        assertEquals(
                List.of(new WaitingRank("A", 0, 1, "Recv", 2, "WORLD"), new WaitingRank("A", 1, 0, "Recv", 5, "WORLD")),
                result.cycle());
    }

    private static void allreduce(ProgramBuilder program, int... ranks) {
        ProgramBuilder all = new ProgramBuilder("all", RANKS);
        all.addAllreduce(all.world(), BYTES);
        for (int rank : ranks) {
            try (CommandStream stream = all.build().open(rank, 0)) {
                program.add(rank, stream.next());
            } catch (TraceFormatException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private static SimulationResult run(Consumer<ProgramBuilder> first, Consumer<ProgramBuilder> second) {
        return Stars.run(
                Stars.star(RANKS).build(), new TwoThreads(Stars.program(RANKS, first), Stars.program(RANKS, second)));
    }
}

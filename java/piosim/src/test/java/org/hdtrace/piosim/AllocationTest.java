// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.piosim.model.cluster.ClusterModel;
import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.model.program.Application;
import org.hdtrace.piosim.model.program.Command;
import org.hdtrace.piosim.model.program.ProgramBuilder;
import org.hdtrace.piosim.model.program.SendMode;
import org.hdtrace.piosim.model.program.Volume;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A simulation that has found its pace makes no objects: what a run allocates doesn't depend on the number of
 * iterations. A single object of 16 bytes in each iteration of one rank would exceed the limit.
 */
class AllocationTest {
    private static final int RANKS = 16;
    private static final int FEW = 300;
    private static final int MANY = 1300;
    private static final long LIMIT_BYTES = 16L * (MANY - FEW);
    private static final long EAGER = 1024;
    private static final long HANDSHAKE = 204_800;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    static Stream<Named<Consumer<ProgramBuilder>>> iterations() {
        return Stream.of(
                Named.of("ring, eager", p -> ring(p, EAGER)),
                Named.of("ring, handshake", p -> ring(p, HANDSHAKE)),
                Named.of("recursive doubling, eager", p -> recursiveDoubling(p, EAGER)),
                Named.of("pairwise exchange, handshake", p -> pairwise(p, HANDSHAKE)),
                Named.of("nonblocking, waited for", AllocationTest::nonblocking),
                Named.of("allreduce", p -> p.addAllreduce(p.world(), 10_000)),
                Named.of("reduce in MPICH's order", p -> p.addReduce(p.world(), 1, 10_000)),
                Named.of("barrier", p -> p.addBarrier(p.world())),
                Named.of("allgather of all pairs", p -> collective(p, CommandType.ALLGATHER, Command.NO_ROOT)),
                Named.of("scatter without messages", p -> collective(p, CommandType.SCATTER, 0)),
                Named.of("any source", AllocationTest::anySource),
                Named.of("buffered, probed", AllocationTest::probed));
    }

    @ParameterizedTest
    @MethodSource("iterations")
    void iterationsMakeNoObjects(Consumer<ProgramBuilder> iteration) throws TraceFormatException {
        ClusterModel model = Stars.star(RANKS)
                .method(CommandType.ALLREDUCE, "RecursiveDoubling")
                .method(CommandType.REDUCE, "MPICH")
                .method(CommandType.ALLGATHER, "Direct")
                .method(CommandType.SCATTER, "VirtualSync")
                .build();
        allocated(model, FEW, iteration);
        long few = allocated(model, FEW, iteration);
        long many = allocated(model, MANY, iteration);

        assertTrue(
                many - few < LIMIT_BYTES,
                () -> (many - few) + " B for " + (MANY - FEW) + " iterations; " + few + " B for the first " + FEW);
    }

    /** Bytes that the simulating thread allocates while it runs. */
    private static long allocated(ClusterModel model, int times, Consumer<ProgramBuilder> iteration)
            throws TraceFormatException {
        Application program = Stars.program(RANKS, p -> p.repeat(times, iteration));
        Simulation simulation = new Simulation(model, Map.of(Stars.ALIAS, program));
        long thread = Thread.currentThread().getId();
        long before = THREADS.getThreadAllocatedBytes(thread);
        SimulationResult result = simulation.run(SimulationOptions.UNLIMITED);
        long after = THREADS.getThreadAllocatedBytes(thread);
        assertEquals(SimulationResult.Outcome.FINISHED, result.outcome());
        return after - before;
    }

    private static void ring(ProgramBuilder program, long bytes) {
        shift(program, 1, bytes);
    }

    private static void pairwise(ProgramBuilder program, long bytes) {
        for (int distance = 1; distance < RANKS; distance++) {
            shift(program, distance, bytes);
        }
    }

    private static void shift(ProgramBuilder program, int distance, long bytes) {
        for (int rank = 0; rank < RANKS; rank++) {
            int to = (rank + distance) % RANKS;
            program.addSendrecv(rank, to, bytes, 0, (rank + RANKS - distance) % RANKS, 0);
        }
    }

    private static void recursiveDoubling(ProgramBuilder program, long bytes) {
        for (int bit = 1; bit < RANKS; bit *= 2) {
            for (int rank = 0; rank < RANKS; rank++) {
                program.addSendrecv(rank, rank ^ bit, bytes, 0, rank ^ bit, 0);
            }
        }
    }

    private static void collective(ProgramBuilder program, CommandType type, int root) {
        program.addCollective(type, program.world(), root, new Volume.Uniform(EAGER));
    }

    private static void nonblocking(ProgramBuilder program) {
        for (int rank = 0; rank < RANKS; rank++) {
            int right = (rank + 1) % RANKS;
            int left = (rank + RANKS - 1) % RANKS;
            program.addIrecv(rank, left, 1, 10)
                    .addIrecv(rank, left, 2, 11)
                    .addIsend(rank, right, EAGER, 1, SendMode.STANDARD, 12)
                    .addIsend(rank, right, HANDSHAKE, 2, SendMode.STANDARD, 13)
                    .addCompute(rank, 1000)
                    .addWaitAny(rank, 10, 11)
                    .addWaitAll(rank, 10, 11, 12, 13);
        }
    }

    private static void anySource(ProgramBuilder program) {
        for (int rank = 1; rank < RANKS; rank++) {
            program.addSend(rank, 0, EAGER * rank, 1).addRecv(0, Command.ANY_SOURCE, 1);
        }
        program.addBarrier(program.world());
    }

    private static void probed(ProgramBuilder program) {
        for (int rank = 0; rank < RANKS; rank++) {
            int left = (rank + RANKS - 1) % RANKS;
            program.addSend(rank, (rank + 1) % RANKS, EAGER, 1, SendMode.BUFFERED)
                    .addProbe(rank, Command.ANY_SOURCE, 1)
                    .addMatchedProbe(rank, left, 1, 7)
                    .addMatchedRecv(rank, 7);
        }
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.function.Consumer;
import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.model.cluster.LogGops;
import org.hdtrace.piosim.model.cluster.ModelBuilder;
import org.hdtrace.piosim.model.cluster.Nic;
import org.hdtrace.piosim.model.cluster.Node;
import org.hdtrace.piosim.model.cluster.SimpleNetworkEdge;
import org.hdtrace.piosim.model.cluster.StoreForwardNode;
import org.hdtrace.piosim.model.program.Command;
import org.hdtrace.piosim.model.program.Compute;
import org.hdtrace.piosim.model.program.Origin;
import org.hdtrace.piosim.model.program.ProgramBuilder;
import org.hdtrace.piosim.model.program.SendMode;
import org.hdtrace.piosim.model.program.Volume;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Times of the LogGOPS model with L=2500, o=1500, g=1000, G=6 (ns) and S=65535, as LogGOPSim gives them, and by hand. */
class LogGopsTest {
    private static final LogGops COSTS = new LogGops(2500, 1500, 1000, 6000, 65_535);
    private static final double INFINITE = Double.POSITIVE_INFINITY;
    private static final int KIB = 1024;
    /** 2 o + L + 1023 G. */
    private static final long T = 11_638;

    /** The edges would take years. */
    private static ModelBuilder model(int ranks, double speed, LogGops costs) {
        return new ModelBuilder()
                .star(
                        ranks,
                        Stars.ALIAS,
                        Node.of(1, speed, 12_000_000_000L),
                        Nic.of(1),
                        SimpleNetworkEdge.of(1_000_000_000, 1),
                        StoreForwardNode.of(1))
                .logGops("costs", costs);
    }

    private static long time(int ranks, Consumer<ProgramBuilder> program) {
        return Stars.time(model(ranks, INFINITE, COSTS), Stars.program(ranks, program));
    }

    /** A step takes 3 ns here, so that computation takes time, too. */
    private static SimulationResult run(int ranks, Consumer<ProgramBuilder> program) {
        return Stars.run(model(ranks, 1e9, COSTS).build(), Stars.program(ranks, program));
    }

    @ParameterizedTest(name = "{0} B take {1} ns")
    @CsvSource({"0, 5500", "1, 5500", "1024, 11638", "65535, 398704", "65536, 398710", "102400, 619894"})
    void messageTakesTwoOverheadsLatencyAndItsBytes(long bytes, long expected) {
        assertEquals(expected, time(2, p -> p.addSendAndRecv(0, 1, bytes, 0)));
    }

    @Test
    void ringTakesOneMessagePerStep() {
        for (int steps = 1; steps <= 5; steps++) {
            int count = steps;
            assertEquals(steps * T, time(4, p -> {
                for (int i = 0; i < count * 4; i++) {
                    p.addSendrecv(i % 4, (i + 1) % 4, KIB, 0, (i + 3) % 4, 0);
                }
            }));
        }
    }

    @ParameterizedTest(name = "{0} by {1} of {2} B per rank on {3} ranks takes {4} ns")
    @CsvSource({
        "Allgather, AllgatherMPICH2, 1024, 8, 81466",
        "Alltoall, Pairwise, 1024, 8, 81466",
        "Alltoall, Linear, 1024, 8, 81466",
        "Alltoall, Linear, 1024, 16, 174570",
        "Bcast, BinaryTreeNotMultiplexed, 1024, 8, 34914",
        "Bcast, BinaryTreeNotMultiplexed, 1024, 16, 46552",
        "Bcast, MPICH, 1024, 8, 34914",
        "Allreduce, RecursiveDoubling, 1024, 8, 34914",
        "Barrier, BarrierMPICH2, 0, 8, 16500",
    })
    void collectivesTakeWhatLogGopsimGives(String name, String method, long bytes, int ranks, long expected) {
        CommandType type = CommandType.byName(name).orElseThrow();
        int root = type.isRooted() ? 0 : Command.NO_ROOT;
        ModelBuilder model = model(ranks, INFINITE, COSTS).method(type, method);
        assertEquals(
                expected,
                Stars.time(
                        model,
                        Stars.program(ranks, p -> p.addCollective(type, p.world(), root, new Volume.Uniform(bytes)))));
    }

    @ParameterizedTest(name = "{0} ranks: {1} ns")
    @CsvSource({"8, 34914", "16, 46552"})
    void disseminationTakesOneMessagePerRound(int ranks, long expected) {
        assertEquals(expected, time(ranks, p -> {
            for (int distance = 1; distance < ranks; distance *= 2) {
                for (int rank = 0; rank < ranks; rank++) {
                    int to = (rank + distance) % ranks;
                    int from = Math.floorMod(rank - distance, ranks);
                    p.addSendrecv(rank, to, KIB, distance, from, distance);
                }
            }
        }));
    }

    @Test
    void messagesOfOneSenderKeepTheGap() {
        assertEquals(5500 + 2 * 1500, time(4, p -> p.addSend(0, 1, 1, 0)
                .addSend(0, 2, 1, 0)
                .addSend(0, 3, 1, 0)
                .addRecv(1, 0, 0)
                .addRecv(2, 0, 0)
                .addRecv(3, 0, 0)));
        LogGops wide = new LogGops(2500, 1500, 4000, 6000, 65_535);
        assertEquals(
                5500 + 4000 + 6 * 1023,
                Stars.time(model(3, INFINITE, wide), Stars.program(3, p -> p.addSend(0, 1, KIB, 0)
                        .addSend(0, 2, 1, 0)
                        .addRecv(1, 0, 0)
                        .addRecv(2, 0, 0))),
                "the second leaves g + 1023 G after the first");
    }

    @Test
    void smallMessageLetsItsSenderGoAndALargeOneWhenItIsWanted() {
        for (long bytes : new long[] {65_535, 65_536}) {
            SimulationResult result = run(
                    2, p -> p.addSend(0, 1, bytes, 0).add(1, compute(1_000_000)).addRecv(1, 0, 0));
            boolean small = bytes == 65_535;
            assertEquals(small ? 1503 : 1_000_003, result.clients().get(0).endNanos());
            assertEquals(
                    1_000_000 + (small ? 0 : 3) + 1500 + (bytes - 1) * 6 + 3,
                    result.clients().get(1).endNanos(),
                    "the receiver's processor was busy");
        }
    }

    @Test
    void synchronousSendWaitsHoweverShort() {
        for (long bytes : new long[] {0, 1}) {
            SimulationResult result = run(2, p -> p.addSend(0, 1, bytes, 0, SendMode.SYNCHRONOUS)
                    .add(1, compute(1_000_000))
                    .addRecv(1, 0, 0));
            assertEquals(1_000_003, result.clients().get(0).endNanos());
            assertEquals(1_001_506, result.clients().get(1).endNanos(), "no further message");
        }
    }

    @Test
    void computationWaitsForAMessageThatIsBeingReceived() {
        SimulationResult result = run(2, p -> p.addSend(0, 1, KIB, 0)
                .add(1, compute(4500))
                .add(1, compute(1000))
                .addRecv(1, 0, 0));
        assertEquals(4500 + 7638 + 1000 + 6, result.clients().get(1).endNanos(), "it arrives at 4003");
    }

    private static Command compute(long nanos) {
        return new Compute(nanos, Compute.Unit.NANOSECONDS, 0, Origin.NONE);
    }

    @Test
    void twoSendersThatWaitForEachOtherAreACycle() {
        SimulationResult result = run(2, p -> p.addSend(0, 1, 100_000, 0)
                .addSend(1, 0, 100_000, 0)
                .addRecv(0, 1, 0)
                .addRecv(1, 0, 0));
        assertEquals(SimulationResult.Outcome.DEADLOCK, result.outcome());
        assertTrue(result.deadlock().contains("cycle"), result.deadlock());
    }

    @Test
    void stepsCostTheirInstructionsWhereProcessorsAreSlow() {
        assertEquals(
                5500 + 2 * 3, Stars.time(model(2, 1e9, COSTS), Stars.program(2, p -> p.addSendAndRecv(0, 1, 1, 0))));
    }

    @Test
    void servesFiles() {
        ModelBuilder model = Stars.star(2, 1).logGops("costs", COSTS);
        SimulationResult result =
                Stars.run(model.build(), Stars.fileProgram(2, (p, file) -> p.addWriteSequential(0, file, 0, 50 << 20)
                        .addReadSequential(1, file, 0, 1 << 20)));
        assertEquals(SimulationResult.Outcome.FINISHED, result.outcome());
        assertEquals(50 << 20, result.servers().get(0).bytesWritten());
    }
}

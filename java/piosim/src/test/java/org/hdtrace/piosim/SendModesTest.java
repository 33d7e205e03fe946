// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.function.Consumer;
import org.hdtrace.piosim.SimulationResult.Outcome;
import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.model.cluster.ModelBuilder;
import org.hdtrace.piosim.model.program.Command;
import org.hdtrace.piosim.model.program.ProgramBuilder;
import org.hdtrace.piosim.model.program.SendMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Synchronous, buffered, ready and virtual sends, and probes. A step costs 3 ns, a cycle 1 ns. */
class SendModesTest {
    private static final int LARGE = 300_000;

    @Test
    void aSynchronousSendOfOneByteTakesAHandshake() {
        // Request of 48 B, answer of 140 B and data of 49 B on the wire; the last step of the receive isn't charged.
        long request = 1 + 410 + 19_982 + 1 + 410 + 19_982 + 1;
        long answer = 3 + 1_196 + 19_982 + 2 + 1_196 + 19_982 + 3;
        long data = 40_809 - 2 * 3;
        assertEquals(
                3 + request + 3 + answer + 3 + data,
                run(Stars.star(2), p -> p.addSend(0, 1, 1, 5, SendMode.SYNCHRONOUS)
                                .addRecv(1, 0, 5))
                        .virtualTimeNanos());
    }

    @Test
    void aSynchronousSendWaitsForItsReceiveAndAStandardOneDoesnt() {
        for (SendMode mode : SendMode.values()) {
            SimulationResult result = run(
                    Stars.star(2),
                    p -> p.addSend(0, 1, 1, 5, mode).addCompute(1, 1_000_000).addRecv(1, 0, 5));
            long end = result.clients().get(0).endNanos();
            assertEquals(mode == SendMode.SYNCHRONOUS, end > 1_000_000, mode + " ends at " + end);
        }
    }

    @Test
    void aReadySendOfAnySizeTakesNoHandshake() {
        Consumer<ProgramBuilder> ready =
                p -> p.addSend(0, 1, LARGE, 5, SendMode.READY).addRecv(1, 0, 5);
        Consumer<ProgramBuilder> standard = p -> p.addSend(0, 1, LARGE, 5).addRecv(1, 0, 5);
        long eager = run(Stars.star(2).maxEagerSendSize(LARGE), standard).virtualTimeNanos();
        assertEquals(eager, run(Stars.star(2), ready).virtualTimeNanos());
        assertTrue(run(Stars.star(2), standard).virtualTimeNanos() > eager + 80_000);
    }

    @Test
    void aBufferedSendEndsWhenItsDataIsCopied() {
        SimulationResult result = run(Stars.star(2), p -> p.addSend(0, 1, LARGE, 5, SendMode.BUFFERED)
                .addCompute(1, 2_000_000)
                .addRecv(1, 0, 5));
        // 3 ns for the call, 8 bytes with an instruction and one more, rounded up.
        assertEquals(3 + LARGE / 8 + 1 + 1, result.clients().get(0).endNanos());
        assertTrue(result.clients().get(1).endNanos() > 2_000_000 + LARGE * 1e9 / 117e6);
        SimulationResult fast = run(
                Stars.star(2).method(CommandType.BSEND, "MPICH", Map.of("copyBytes", 1L << 40)),
                p -> p.addSend(0, 1, LARGE, 5, SendMode.BUFFERED).addRecv(1, 0, 5));
        assertEquals(6, fast.clients().get(0).endNanos());
    }

    @Test
    void bufferedSendsKeepTheirOrderAndDontLockInARing() {
        SimulationResult result = run(Stars.star(3), p -> {
            for (int rank = 0; rank < 3; rank++) {
                p.addSend(rank, (rank + 1) % 3, LARGE, 5, SendMode.BUFFERED)
                        .addSend(rank, (rank + 1) % 3, 10, 5)
                        .addRecv(rank, (rank + 2) % 3, 5);
            }
            p.addProbe(0, 2, 5).addRecv(0, 2, 5).addRecv(1, 0, 5).addRecv(2, 1, 5);
        });
        assertEquals(3L * (LARGE + 10), bytes(result, "Recv"));
    }

    @Test
    void aVirtualSendLoadsNoNetwork() {
        ModelBuilder model =
                Stars.star(2).method(CommandType.SEND, "VirtualSend").method(CommandType.RECV, "VirtualRcv");
        SimulationResult result = run(model, p -> p.addSend(0, 1, 1L << 40, 5).addRecv(1, Command.ANY_SOURCE, 5));
        assertEquals(6, result.virtualTimeNanos());
        assertEquals(1L << 40, bytes(result, "Recv"));
    }

    @ParameterizedTest
    @ValueSource(ints = {10, LARGE})
    void aProbeEndsWhenTheMessageArrivesAndLeavesIt(int bytes) {
        SimulationResult result = run(Stars.star(2), p -> {
            p.addCompute(1, 1_000_000).addSend(1, 0, bytes, 5);
            p.addProbe(0, Command.ANY_SOURCE, 5).addRecv(0, 1, Command.ANY_TAG);
        });
        assertEquals(bytes, bytes(result, "Recv"));
        assertTrue(result.clients().get(0).endNanos() > 1_000_000);
        long arrived = run(Stars.star(2), p -> p.addSend(1, 0, 10, 5)
                        .addCompute(0, 1_000_000)
                        .addProbe(0, 1, 5)
                        .addRecv(0, 1, 5))
                .clients()
                .get(0)
                .endNanos();
        assertEquals(1_000_001 + 6 + 6, arrived, "two steps of each, since the message is there");
    }

    @Test
    void aProbeSeesNoMessageOfAnotherTagNorOneThatAReceiveTakes() {
        SimulationResult result = run(Stars.star(2), p -> {
            p.addSend(1, 0, 10, 4).addSend(1, 0, 20, 5).addCompute(1, 1_000_000).addSend(1, 0, 30, 5);
            p.addIrecv(0, 1, 5, 1)
                    .addProbe(0, 1, 5)
                    .addRecv(0, 1, 5)
                    .addRecv(0, 1, 4)
                    .addWaitAll(0, 1);
        });
        assertEquals(30 + 10, bytes(result, "Recv"), "the posted receive took the one of 20 bytes");
        assertTrue(result.clients().get(0).endNanos() > 1_000_000);
    }

    @ParameterizedTest
    @ValueSource(ints = {10, LARGE})
    void aMatchedProbeKeepsTheMessageFromOtherReceives(int bytes) {
        SimulationResult result = run(Stars.star(2), p -> {
            p.addIsend(1, 0, bytes, 5, SendMode.STANDARD, 1).addSend(1, 0, 7, 5).addWaitAll(1, 1);
            p.addMatchedProbe(0, 1, 5, 44)
                    .addRecv(0, Command.ANY_SOURCE, Command.ANY_TAG)
                    .addMatchedRecv(0, 44);
        });
        assertEquals(7, bytes(result, "Recv"));
        assertEquals(bytes, bytes(result, "Mrecv"));
    }

    @Test
    void aMatchedReceiveOfNoMessageIsADeadlock() {
        SimulationResult result = Stars.run(Stars.star(1).build(), Stars.program(1, p -> p.addMatchedRecv(0, 3)));
        assertEquals(Outcome.DEADLOCK, result.outcome());
    }

    private static long bytes(SimulationResult result, String function) {
        return result.functions().stream()
                .filter(f -> f.name().equals(function))
                .findFirst()
                .orElseThrow()
                .bytes();
    }

    private static SimulationResult run(ModelBuilder model, Consumer<ProgramBuilder> commands) {
        int ranks = model.build().clients().size();
        SimulationResult result = Stars.run(model.build(), Stars.program(ranks, commands));
        assertNull(result.deadlock());
        assertEquals(0, result.unreceivedMessages());
        return result;
    }
}
